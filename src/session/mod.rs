//! The shell: owns the session's state, feeds events into the core, and carries its effects out.
//!
//! No borrow is held while anything outside is called, so listeners may call back in.

mod callbacks;
mod ledger;
mod requests;
mod shell;

pub use callbacks::Callbacks;
pub use requests::{Answered, OwnRequest};
pub use shell::Shell;

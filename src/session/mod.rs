//! The shell: owns the only mutable state, feeds events into the core, and carries its effects out.
//!
//! No borrow is held while anything outside is called, so listeners may call back in.

mod face;
mod ledger;
mod request;
mod shell;

pub use face::{Face, Settled};
pub use request::OwnRequest;
pub use shell::Shell;

//! The Identity API on the wire: paths, answers, and what each status means.
//!
//! JavaScript reads the bodies (`pkg/entry/record.ts`). The functions here judge their [`Facts`] and the status; all that is not expected is a
//! failure.

pub mod facts;
pub mod failure;
pub mod handle;
pub mod login;
pub mod logout;
mod named;
pub mod path;
pub mod permissions;
pub mod retry_after;
pub mod role;
pub mod session;
pub mod sso;
pub mod token;
pub mod user;

pub use facts::{Body, Facts};
pub use failure::{Code, Failure};
pub use handle::Handle;
pub use login::SignedIn;
pub(crate) use named::named;
pub use permissions::PermissionsAnswer;
pub use session::SessionAnswer;
pub use token::Token;
pub use user::{User, UserAndFeatures};

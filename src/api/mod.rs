//! The Identity API on the wire: paths, answers, and what each status means.
//!
//! Decoding fails closed. It works on any parsed JSON that implements [`Node`], so the same code that ships
//! (over the browser's own parser) is tested natively (over `serde_json`). An answer without JSON comes as a value that is no
//! object: it has no field.

pub mod failure;
pub mod feature_number;
pub mod handle;
pub mod login;
pub mod logout;
mod named;
pub mod node;
pub mod path;
pub mod permissions;
pub mod retry_after;
pub mod role;
pub mod session;
pub mod sso;
pub mod token;
pub mod user;

pub use failure::{Code, Failure};
pub use feature_number::Features;
pub use handle::Handle;
pub use login::SignedIn;
pub(crate) use named::named;
pub use node::Node;
pub use permissions::PermissionsAnswer;
pub use session::{SessionAnswer, UserAndFeatures};
pub use token::Token;
pub use user::User;

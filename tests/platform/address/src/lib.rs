//! Web origins, and where a browser may be sent. A crate of its own, so that the proofs of return URLs compile these rules
//! and not the whole deployment.

mod origin;
pub mod return_url;

pub use origin::{InvalidOrigin, Origin, is_loopback};

//! Web origins, and the rules for return URLs. A separate crate, so that `tests/urls` and the fuzz targets compile these rules without
//! the whole deployment.

mod origin;
pub mod return_url;

pub use origin::{InvalidOrigin, Origin, is_loopback};

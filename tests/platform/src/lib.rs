//! The reference deployment: the whole Identity API (`identity-api.md`) on real parts.
//!
//! Tests start it in this process on a free port; the binary `platform` serves the demo with it.
//!
//! ```no_run
//! # async fn example() -> Result<(), platform::StartError> {
//! let running = platform::Platform::start(platform::Config::default()).await?;
//! println!("{}", running.url());
//! running.stop().await;
//! # Ok(())
//! # }
//! ```

mod auth;
mod config;
mod connection;
mod control;
mod http;
mod places;
mod platform;
mod reference;
pub mod sso;
mod store;

pub use address::{InvalidOrigin, Origin};
pub use auth::cookie::NAME as SESSION_COOKIE;
pub use config::{Bearer, Config, IdentityProvider, Steering};
pub use platform::{Platform, Running, StartError};
pub use sso::{InvalidIssuer, Issuer};
pub use store::seed::{PASSWORD, SEEDED_ACCOUNTS, SeededAccount};

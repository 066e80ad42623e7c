//! Single sign-on: its settings, and the client of the identity provider.

mod availability;
mod discovery;
mod id_token;
pub(crate) mod identity;
mod issuer;
mod metadata;
mod provider;
mod provider_error;
pub(crate) mod ticket;
mod transport;

pub(crate) use availability::SingleSignOn;
pub use availability::SsoError;
pub use issuer::{InvalidIssuer, Issuer};
pub(crate) use provider::Provider;
pub(crate) use provider_error::ProviderError;
pub use transport::TransportError;

/// The path to which the provider sends browsers back. Over http, the cookie of a sign-on has this path, too.
pub(crate) const CALLBACK: &str = "/api/auth/sso/idp/callback";

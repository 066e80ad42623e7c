//! Single sign-on: whether it is offered, the legs to the identity provider, and where it may lead back to.

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

/// Where the provider sends browsers back to. Also the only path that the cookies of sign-ons under way are sent to.
pub(crate) const CALLBACK: &str = "/api/auth/sso/idp/callback";

//! Single sign-on: whether it is offered, and where it may lead back to.

mod availability;
pub mod return_url;

pub(crate) use availability::SingleSignOn;
pub use availability::SsoError;

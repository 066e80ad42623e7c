//! Errors with the identity provider, for the operator. Their texts contain no secret, code, token or address.

use std::error::Error;

use openidconnect::{
    ClaimsVerificationError, ConfigurationError, DiscoveryError, RequestTokenError, UserInfoError,
};

use super::transport::TransportError;

/// A sign-on failed at the identity provider.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ProviderError {
    #[error("the identity provider cannot be reached: {}", causes(.0))]
    Unreachable(#[from] TransportError),
    #[error("the identity provider could not be reached a moment ago")]
    UnreachableBefore,
    #[error("the identity provider's {0} is not what OpenID Connect says")]
    Malformed(&'static str),
    #[error("an address that the identity provider names is not https")]
    Insecure,
    #[error("the identity provider reported an error in place of a code")]
    Reported,
    #[error("the identity provider did not take the code, or the client's secret")]
    CodeRefused,
    #[error("the identity provider's ID token is not good: {0}")]
    IdToken(&'static str),
    #[error("no account can be made with the identity provider's address of the user: {0}")]
    NoEmail(&'static str),
}

impl ProviderError {
    /// Whether a later attempt may succeed.
    pub(crate) fn is_temporary(&self) -> bool {
        matches!(self, Self::Unreachable(_) | Self::UnreachableBefore)
    }
}

impl From<DiscoveryError<TransportError>> for ProviderError {
    fn from(error: DiscoveryError<TransportError>) -> Self {
        match error {
            DiscoveryError::Request(error) => error.into(),
            _ => Self::Malformed("description of itself, or its key set,"),
        }
    }
}

impl<T: openidconnect::ErrorResponse> From<RequestTokenError<TransportError, T>> for ProviderError {
    fn from(error: RequestTokenError<TransportError, T>) -> Self {
        match error {
            RequestTokenError::Request(error) => error.into(),
            RequestTokenError::ServerResponse(_) => Self::CodeRefused,
            _ => Self::Malformed("answer to the code"),
        }
    }
}

impl From<UserInfoError<TransportError>> for ProviderError {
    fn from(error: UserInfoError<TransportError>) -> Self {
        match error {
            UserInfoError::Request(error) => error.into(),
            _ => Self::Malformed("answer on the user"),
        }
    }
}

impl From<ConfigurationError> for ProviderError {
    fn from(_: ConfigurationError) -> Self {
        Self::Malformed("description of itself")
    }
}

impl From<ClaimsVerificationError> for ProviderError {
    fn from(error: ClaimsVerificationError) -> Self {
        Self::IdToken(match error {
            ClaimsVerificationError::Expired(_) => "it has expired, or comes from the future",
            ClaimsVerificationError::InvalidAudience(_) => "it is for another client",
            ClaimsVerificationError::InvalidIssuer(_) => "another issuer made it",
            ClaimsVerificationError::InvalidNonce(_) => "it belongs to another sign-in",
            ClaimsVerificationError::SignatureVerification(_) => "its signature does not hold",
            _ => "it is of a kind that is not taken",
        })
    }
}

/// The whole chain of causes: reqwest names the real one last.
fn causes(error: &dyn Error) -> String {
    let mut text = error.to_string();
    let mut next = error.source();
    while let Some(cause) = next {
        text = format!("{text}: {cause}");
        next = cause.source();
    }
    text
}

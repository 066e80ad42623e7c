//! Who the identity provider says has signed in.

use openidconnect::core::{CoreIdTokenClaims, CoreUserInfoClaims};
use openidconnect::{EndUserEmail, EndUserName, LocalizedClaim};

/// A person at the provider. Issuer and subject together name one for ever; an address may change hands.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Identity {
    pub(crate) issuer: String,
    pub(crate) subject: String,
    pub(crate) profile: Profile,
}

/// What the provider tells of a person.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Profile {
    pub(crate) email: Option<String>,
    /// Whether the provider made sure that the address is this person's; not all of them say.
    pub(crate) email_verified: Option<bool>,
    pub(crate) name: Option<String>,
}

impl Profile {
    /// The address, if the provider says that it is this person's. One that it is silent on may be anyone's.
    pub(crate) fn usable_email(&self) -> Option<&str> {
        self.email.as_deref().filter(|_| self.email_verified == Some(true))
    }

    fn new(
        email: Option<&EndUserEmail>,
        email_verified: Option<bool>,
        name: Option<&LocalizedClaim<EndUserName>>,
    ) -> Self {
        let supplied = |text: &str| Some(text.trim().to_owned()).filter(|text| !text.is_empty());
        Self {
            email: email.and_then(|email| supplied(email.as_str())),
            email_verified,
            name: name.and_then(|name| name.get(None)).and_then(|name| supplied(name.as_str())),
        }
    }
}

impl From<&CoreIdTokenClaims> for Profile {
    fn from(claims: &CoreIdTokenClaims) -> Self {
        Self::new(claims.email(), claims.email_verified(), claims.name())
    }
}

impl From<&CoreUserInfoClaims> for Profile {
    fn from(claims: &CoreUserInfoClaims) -> Self {
        Self::new(claims.email(), claims.email_verified(), claims.name())
    }
}

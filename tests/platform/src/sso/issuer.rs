//! The issuer URL of the identity provider, and which URLs may get a secret.

use std::str::FromStr;

use address::is_loopback;
use openidconnect::IssuerUrl;
use url::Url;

/// An issuer, stored letter for letter: OpenID Connect compares issuers as text, so `https://idp.example` and
/// `https://idp.example/` differ.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Issuer(IssuerUrl);

/// The text is not the address of an issuer.
#[derive(Debug, thiserror::Error)]
#[error("an issuer is an https URL (http on a loopback address) without userinfo, query or fragment")]
pub struct InvalidIssuer;

impl Issuer {
    pub(super) fn url(&self) -> &IssuerUrl {
        &self.0
    }

    /// Whether the issuer is on this machine.
    pub(super) fn is_loopback(&self) -> bool {
        is_loopback(self.0.url())
    }
}

impl FromStr for Issuer {
    type Err = InvalidIssuer;

    fn from_str(text: &str) -> Result<Self, InvalidIssuer> {
        let issuer = IssuerUrl::new(text.to_owned()).map_err(|_| InvalidIssuer)?;
        let url = issuer.url();
        let plain = url.query().is_none()
            && url.fragment().is_none()
            && url.username().is_empty()
            && url.password().is_none();
        if plain && is_private(url) { Ok(Self(issuer)) } else { Err(InvalidIssuer) }
    }
}

/// Whether requests to `url` cannot be read on the way: https, or http within this machine.
pub(super) fn is_private(url: &Url) -> bool {
    match url.scheme() {
        "https" => url.host().is_some(),
        "http" => is_loopback(url),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_issuer_is_https_or_on_loopback_and_nothing_else() {
        for text in ["http://localhost:4000", "http://idp.localhost", "http://[::1]:4000"] {
            assert!(text.parse::<Issuer>().is_ok(), "{text}");
        }
        for text in [
            "http://idp.example",
            "http://127.0.0.1.example",
            "http://localhost.example",
            "mailto:idp@example.com",
            "idp.example",
            "https://user@idp.example",
            "https://idp.example?tenant=1",
            "https://idp.example#x",
        ] {
            assert!(text.parse::<Issuer>().is_err(), "{text}");
        }
    }
}

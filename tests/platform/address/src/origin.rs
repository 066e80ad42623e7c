//! Web origins: scheme, host and port.

use std::fmt;
use std::str::FromStr;

use url::{Host, Url};

/// An http or https origin, in the form browsers send it (`https://portal.example`).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Origin(Url);

/// The text is not an http or https origin and nothing more.
#[derive(Debug, thiserror::Error)]
#[error("`{0}` is not an origin: expected http(s)://host[:port] and nothing after it")]
pub struct InvalidOrigin(String);

impl Origin {
    /// The origin that `url` belongs to, if it is an http or https URL.
    pub fn of(url: &Url) -> Option<Self> {
        if !matches!(url.scheme(), "http" | "https") {
            return None;
        }
        Url::parse(&url.origin().ascii_serialization()).ok().map(Self)
    }

    /// Whether the origin lives on this machine.
    pub fn is_loopback(&self) -> bool {
        is_loopback(&self.0)
    }

    /// The origin's root, to resolve relative references against.
    pub fn root(&self) -> &Url {
        &self.0
    }
}

impl FromStr for Origin {
    type Err = InvalidOrigin;

    fn from_str(text: &str) -> Result<Self, InvalidOrigin> {
        let invalid = || InvalidOrigin(text.to_owned());
        let url = Url::parse(text).map_err(|_| invalid())?;
        let origin = Self::of(&url).ok_or_else(invalid)?;
        // Anything beyond the origin (userinfo, path, query, fragment) would be silently ignored.
        if url == origin.0 { Ok(origin) } else { Err(invalid()) }
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0.origin().ascii_serialization())
    }
}

/// Whether `url` leads to this machine and no other.
pub fn is_loopback(url: &Url) -> bool {
    match url.host() {
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        Some(Host::Domain(name)) => name == "localhost" || name.ends_with(".localhost"),
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn origins_are_normalised() {
        for (text, normal) in [
            ("https://Portal.Example", "https://portal.example"),
            ("https://portal.example:443/", "https://portal.example"),
            ("http://127.0.0.1:5173", "http://127.0.0.1:5173"),
            ("http://[::1]:80", "http://[::1]"),
        ] {
            assert_eq!(text.parse::<Origin>().unwrap().to_string(), normal);
        }
    }

    #[test]
    fn text_that_is_more_or_less_than_an_origin_is_refused() {
        for text in [
            "",
            "*",
            "null",
            "portal.example",
            "ftp://portal.example",
            "https://portal.example/app",
            "https://portal.example?x",
            "https://portal.example#x",
            "https://user@portal.example",
            "blob:https://portal.example/x",
            "file:///",
        ] {
            assert!(text.parse::<Origin>().is_err(), "{text:?}");
        }
    }
}

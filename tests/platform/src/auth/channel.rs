//! Whether the browser uses https. The deployment itself speaks http, behind a proxy.

use address::Origin;
use axum::http::HeaderMap;

/// The channel decides the name and the `Secure` attribute of every cookie.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Channel {
    Plain,
    Encrypted,
}

impl Channel {
    /// Encrypted if users open the deployment at an https `origin`, or if a proxy says that this request came by https. A client that
    /// lies about it changes only its own cookies.
    pub(crate) fn of(origin: &Origin, headers: &HeaderMap) -> Self {
        if origin.root().scheme() == "https" || is_forwarded_from_https(headers) {
            Self::Encrypted
        } else {
            Self::Plain
        }
    }

    pub(crate) fn is_encrypted(self) -> bool {
        self == Self::Encrypted
    }
}

fn is_forwarded_from_https(headers: &HeaderMap) -> bool {
    headers
        .get("x-forwarded-proto")
        .and_then(|value| value.to_str().ok())
        .and_then(|value| value.split(',').next())
        .is_some_and(|scheme| scheme.trim().eq_ignore_ascii_case("https"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_https_origin_or_the_first_forwarded_proto_makes_it_encrypted() {
        for (origin, proxy, channel) in [
            ("http://127.0.0.1:8787", None, Channel::Plain),
            ("http://127.0.0.1:8787", Some("http, https"), Channel::Plain),
            ("http://127.0.0.1:8787", Some("HTTPS, http"), Channel::Encrypted),
            ("https://portal.example", None, Channel::Encrypted),
            ("https://portal.example", Some("http"), Channel::Encrypted),
        ] {
            let headers = proxy.map(|scheme| ("x-forwarded-proto".parse().unwrap(), scheme.parse().unwrap()));
            let headers = headers.into_iter().collect();
            assert_eq!(Channel::of(&origin.parse().unwrap(), &headers), channel, "{origin} {proxy:?}");
        }
    }
}

//! The tokens that a request carries.

use axum::http::HeaderMap;
use axum::http::header::AUTHORIZATION;
use axum_extra::extract::cookie::CookieJar;

use super::channel::Channel;
use super::cookie;
use super::token::Token;

/// What a request presents, before anything is known of its worth.
#[derive(Debug, Default)]
pub(crate) struct Presented {
    /// From `Authorization: Bearer`; the scheme's name is case-insensitive. Present even if it is no token at all.
    pub(crate) bearer: Option<Token>,
    /// From the session cookie, by its name on this channel and by no other: over https a name without the prefix may
    /// be another host's doing.
    pub(crate) cookie: Option<Token>,
}

impl Presented {
    pub(crate) fn by(headers: &HeaderMap, channel: Channel) -> Self {
        let bearer = headers.get(AUTHORIZATION).and_then(|value| bearer(value.as_bytes()));
        let jar = CookieJar::from_headers(headers);
        let cookie = jar.get(cookie::name(channel)).map(|cookie| Token::presented(cookie.value()));
        Self { bearer, cookie }
    }

    /// The one token that counts where both are accepted: a bearer header speaks for itself, and a bad one is
    /// not made good by a cookie that the browser added.
    pub(crate) fn preferred(self) -> Option<Token> {
        self.bearer.or(self.cookie)
    }
}

fn bearer(value: &[u8]) -> Option<Token> {
    let (scheme, rest) = match value.iter().position(|byte| *byte == b' ') {
        Some(space) => value.split_at_checked(space)?,
        None => (value, &[][..]),
    };
    scheme
        .eq_ignore_ascii_case(b"bearer")
        .then(|| Token::presented(String::from_utf8_lossy(rest.trim_ascii()).as_ref()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn presented(pairs: &[(&'static str, &str)]) -> Presented {
        presented_by(Channel::Plain, pairs)
    }

    fn presented_by(channel: Channel, pairs: &[(&'static str, &str)]) -> Presented {
        let mut headers = HeaderMap::new();
        for (name, value) in pairs {
            headers.append(*name, value.parse().unwrap());
        }
        Presented::by(&headers, channel)
    }

    #[test]
    fn both_places_are_read() {
        let both = presented(&[("authorization", "bEaReR  abc"), ("cookie", "x=1; platform_session=def")]);
        assert_eq!(both.bearer.as_ref().map(Token::as_str), Some("abc"));
        assert_eq!(both.cookie.as_ref().map(Token::as_str), Some("def"));
        assert_eq!(both.preferred().as_ref().map(Token::as_str), Some("abc"));
    }

    #[test]
    fn over_https_only_a_cookie_that_is_bound_to_the_host_counts() {
        let sent = [("cookie", "platform_session=planted; __Host-platform_session=abc")];
        let cookie = |channel| presented_by(channel, &sent).cookie;
        assert_eq!(cookie(Channel::Encrypted).as_ref().map(Token::as_str), Some("abc"));
        let planted = presented_by(Channel::Encrypted, &[("cookie", "platform_session=planted")]);
        assert!(planted.cookie.is_none());
    }

    #[test]
    fn an_empty_bearer_is_still_a_bearer() {
        for value in ["Bearer", "Bearer "] {
            let bad = presented(&[("authorization", value), ("cookie", "platform_session=def")]);
            assert_eq!(bad.preferred().as_ref().map(Token::as_str), Some(""), "{value:?}");
        }
    }

    #[test]
    fn other_schemes_are_not_bearers() {
        for value in ["Basic YTpi", "Bearerabc", "", "Bearers abc"] {
            assert!(presented(&[("authorization", value)]).bearer.is_none(), "{value:?}");
        }
        assert!(presented(&[]).preferred().is_none());
    }
}

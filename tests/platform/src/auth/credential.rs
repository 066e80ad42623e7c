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

    #[test]
    fn a_bearer_counts_even_empty_and_a_cookie_by_the_name_of_its_channel_alone() {
        const SET: &str = "x=1; platform_session=def; __Host-platform_session=abc";
        for (channel, authorization, cookie, expected) in [
            (Channel::Plain, "bEaReR  abc", SET, (Some("abc"), Some("def"))),
            (Channel::Plain, "Bearer", SET, (Some(""), Some("def"))),
            (Channel::Plain, "Bearer ", SET, (Some(""), Some("def"))),
            (Channel::Plain, "Basic YTpi", SET, (None, Some("def"))),
            (Channel::Plain, "Bearerabc", "", (None, None)),
            (Channel::Plain, "Bearers abc", "", (None, None)),
            (Channel::Encrypted, "", SET, (None, Some("abc"))),
            (Channel::Encrypted, "", "platform_session=planted", (None, None)),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert("authorization", authorization.parse().unwrap());
            headers.insert("cookie", cookie.parse().unwrap());
            let presented = Presented::by(&headers, channel);
            let sent = |token: &Option<Token>| token.as_ref().map(|token| token.as_str().to_owned());
            let found = (sent(&presented.bearer), sent(&presented.cookie));
            let expected = (expected.0.map(str::to_owned), expected.1.map(str::to_owned));
            assert_eq!(found, expected, "{authorization:?} {cookie:?}");
            assert_eq!(sent(&presented.preferred()), expected.0.or(expected.1));
        }
    }
}

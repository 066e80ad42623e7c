//! The tokens that a request carries.

use axum::http::HeaderMap;
use axum::http::header::AUTHORIZATION;

use super::channel::Channel;
use super::token::Token;
use super::{cookie, cookies};

/// The tokens of a request, before they are checked.
#[derive(Debug, Default)]
pub(crate) struct Presented {
    /// The text after `Authorization: Bearer`, which may be no token at all. The scheme's name is case-insensitive.
    pub(crate) bearer: Option<Token>,
    /// The tokens from cookies with the session cookie's name on this channel. Over https, another host may have set a cookie without the
    /// prefix.
    pub(crate) cookies: Vec<Token>,
}

impl Presented {
    pub(crate) fn by(headers: &HeaderMap, channel: Channel) -> Self {
        let bearer = headers.get(AUTHORIZATION).and_then(|value| bearer(value.as_bytes()));
        let cookies = cookies::all(headers, cookie::name(channel)).map(token).collect();
        Self { bearer, cookies }
    }

    /// The token that counts where both carriers are accepted: that of the header, even if it is invalid, otherwise that of the
    /// cookie. Of two session cookies neither counts, because one of them is not the deployment's.
    pub(crate) fn preferred(self) -> Option<Token> {
        let Self { bearer, mut cookies } = self;
        bearer.or_else(|| cookies.pop().filter(|_| cookies.is_empty()))
    }

    /// Every token, for a sign-out.
    pub(crate) fn all(self) -> impl Iterator<Item = Token> {
        self.bearer.into_iter().chain(self.cookies)
    }
}

fn bearer(value: &[u8]) -> Option<Token> {
    let (scheme, rest) = match value.iter().position(|byte| *byte == b' ') {
        Some(space) => value.split_at_checked(space)?,
        None => (value, &[][..]),
    };
    scheme.eq_ignore_ascii_case(b"bearer").then(|| token(rest.trim_ascii()))
}

/// A value that is not UTF-8 becomes a text that is no issued token either.
fn token(value: &[u8]) -> Token {
    Token::presented(&String::from_utf8_lossy(value))
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
            let sent = |token: Option<&Token>| token.map(|token| token.as_str().to_owned());
            let found = (sent(presented.bearer.as_ref()), sent(presented.cookies.first()));
            let expected = (expected.0.map(str::to_owned), expected.1.map(str::to_owned));
            assert_eq!(found, expected, "{authorization:?} {cookie:?}");
            assert_eq!(sent(presented.preferred().as_ref()), expected.0.or(expected.1));
        }
    }
}

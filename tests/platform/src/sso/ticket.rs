//! What a browser holds while it is at the provider: the state, which is in URLs, and a secret in a cookie, without which the
//! state is useless.

use std::time::Duration;

use axum::http::HeaderMap;
use axum_extra::extract::cookie::{Cookie, SameSite};

use super::CALLBACK;
use crate::auth::channel::Channel;
use crate::auth::cookies;
use crate::auth::token::{SECRET_LENGTH, TokenHash, random_secret};

/// How long a sign-on may take.
pub(crate) const LIFETIME: Duration = Duration::from_mins(10);

const COOKIE_PREFIX: &str = "platform_sso_";
/// Over https. With this prefix, no other host of the domain can set the cookie, and so sign in another user here.
const HOST_COOKIE_PREFIX: &str = "__Host-platform_sso_";
/// How many characters of the state are in the cookie's name, so that each tab has its own cookie.
const STATE_IN_NAME: usize = 16;

/// A sign-on under way: what its browser holds.
pub(crate) struct Ticket {
    state: String,
    /// The secret in the cookie.
    binding: String,
}

impl Ticket {
    pub(crate) fn random() -> Result<Self, getrandom::Error> {
        Ok(Self { state: random_secret()?, binding: random_secret()? })
    }

    /// The ticket for `state`, if `headers` contain its cookie.
    pub(crate) fn presented(state: &str, headers: &HeaderMap, channel: Channel) -> Option<Self> {
        let name = cookie_name(state, channel)?;
        let binding = str::from_utf8(cookies::only(headers, &name)?).ok()?;
        Some(Self { state: state.to_owned(), binding: binding.to_owned() })
    }

    pub(crate) fn state(&self) -> &str {
        &self.state
    }

    pub(crate) fn state_hash(&self) -> TokenHash {
        TokenHash::of(&self.state)
    }

    pub(crate) fn binding_hash(&self) -> TokenHash {
        TokenHash::of(&self.binding)
    }

    /// The cookie: hidden from scripts, for ten minutes.
    pub(crate) fn cookie(&self, channel: Channel) -> Option<Cookie<'static>> {
        let mut cookie = flow_cookie(cookie_name(&self.state, channel)?, self.binding.clone(), channel);
        cookie.set_max_age(time::Duration::try_from(LIFETIME).ok());
        Some(cookie)
    }

    /// The cookie that makes the browser delete the ticket's cookie.
    pub(crate) fn removal(&self, channel: Channel) -> Option<Cookie<'static>> {
        let mut cookie = flow_cookie(cookie_name(&self.state, channel)?, String::new(), channel);
        cookie.make_removal();
        Some(cookie)
    }
}

/// The cookie's name for a state, or `None` for a text that cannot be a state of this deployment.
fn cookie_name(state: &str, channel: Channel) -> Option<String> {
    let is_ours = state.len() == SECRET_LENGTH
        && state.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'));
    let prefix = match channel {
        Channel::Plain => COOKIE_PREFIX,
        Channel::Encrypted => HOST_COOKIE_PREFIX,
    };
    Some(format!("{prefix}{}", state.get(..STATE_IN_NAME).filter(|_| is_ours)?))
}

/// `Lax` and not `Strict`, because the callback is a navigation that another site began. `__Host-` needs the path `/`.
fn flow_cookie(name: String, value: String, channel: Channel) -> Cookie<'static> {
    let path = match channel {
        Channel::Plain => CALLBACK,
        Channel::Encrypted => "/",
    };
    Cookie::build((name, value))
        .path(path)
        .http_only(true)
        .same_site(SameSite::Lax)
        .secure(channel.is_encrypted())
        .build()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sent(cookie: &Cookie<'_>) -> HeaderMap {
        let mut headers = HeaderMap::new();
        headers.insert("cookie", format!("{}={}", cookie.name(), cookie.value()).parse().unwrap());
        headers
    }

    #[test]
    fn over_https_the_cookie_is_bound_to_the_host() {
        let ticket = Ticket::random().unwrap();
        let cookie = ticket.cookie(Channel::Encrypted).unwrap();
        assert!(cookie.name().starts_with("__Host-platform_sso_"), "{cookie}");
        assert!(
            cookie.to_string().ends_with("; HttpOnly; SameSite=Lax; Secure; Path=/; Max-Age=600"),
            "{cookie}"
        );
        let removal = ticket.removal(Channel::Encrypted).unwrap();
        assert_eq!((removal.name(), removal.path()), (cookie.name(), cookie.path()));
        assert!(Ticket::presented(ticket.state(), &sent(&cookie), Channel::Encrypted).is_some());
        let planted = sent(&ticket.cookie(Channel::Plain).unwrap());
        assert!(Ticket::presented(ticket.state(), &planted, Channel::Encrypted).is_none());
    }
}

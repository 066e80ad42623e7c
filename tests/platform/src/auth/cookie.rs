//! The session cookie (`identity-api.md` 5.7; its name is "not shown" there).

use axum_extra::extract::cookie::{Cookie, SameSite};

use super::channel::Channel;
use super::token::{LIFETIME, Token};

/// Name of the session cookie over plain http.
pub const NAME: &str = "platform_session";
/// Name of the session cookie over https. With this prefix, browsers accept the cookie only from this host itself and over https: no
/// other host of the domain can replace it (RFC 6265bis 4.1.3.2).
const HOST_NAME: &str = "__Host-platform_session";

/// The name under which the session cookie is set, cleared and read.
pub(super) fn name(channel: Channel) -> &'static str {
    match channel {
        Channel::Plain => NAME,
        Channel::Encrypted => HOST_NAME,
    }
}

/// The cookie with `token`: hidden from scripts, not sent with cross-site requests, for 24 hours.
pub(crate) fn issue(token: &Token, channel: Channel) -> Cookie<'static> {
    let mut cookie = session_cookie(token.as_str().to_owned(), channel);
    cookie.set_max_age(time::Duration::try_from(LIFETIME).ok());
    cookie
}

/// The cookie that makes a browser forget the session cookie.
pub(crate) fn removal(channel: Channel) -> Cookie<'static> {
    let mut cookie = session_cookie(String::new(), channel);
    cookie.make_removal();
    cookie
}

fn session_cookie(value: String, channel: Channel) -> Cookie<'static> {
    Cookie::build((name(channel), value))
        .path("/")
        .http_only(true)
        .same_site(SameSite::Lax)
        .secure(channel.is_encrypted())
        .build()
}

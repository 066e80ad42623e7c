//! The session cookie (`identity-api.md` 5.7; its name is "not shown" there).

use axum::http::HeaderMap;
use axum_extra::extract::cookie::{Cookie, SameSite};

use super::token::{LIFETIME, Token};

/// Name of the session cookie.
pub const NAME: &str = "platform_session";

/// The cookie that carries `token`: out of reach of scripts, not sent by other sites, gone after 24 hours.
pub(crate) fn issue(token: &Token, https: bool) -> Cookie<'static> {
    let mut cookie = session_cookie(token.as_str().to_owned(), https);
    cookie.set_max_age(time::Duration::try_from(LIFETIME).ok());
    cookie
}

/// The cookie that makes a browser forget the session cookie.
pub(crate) fn removal(https: bool) -> Cookie<'static> {
    let mut cookie = session_cookie(String::new(), https);
    cookie.make_removal();
    cookie
}

/// Whether the browser reached the deployment over https. The deployment itself speaks http, so a proxy in front
/// says so; a client that lies only changes an attribute of its own cookie.
pub(crate) fn is_https(headers: &HeaderMap) -> bool {
    headers
        .get("x-forwarded-proto")
        .and_then(|value| value.to_str().ok())
        .and_then(|value| value.split(',').next())
        .is_some_and(|scheme| scheme.trim().eq_ignore_ascii_case("https"))
}

fn session_cookie(value: String, https: bool) -> Cookie<'static> {
    Cookie::build((NAME, value)).path("/").http_only(true).same_site(SameSite::Lax).secure(https).build()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cookie_is_out_of_reach_of_scripts_and_other_sites() {
        let cookie = issue(&Token::presented("abc"), false).to_string();
        assert_eq!(cookie, "platform_session=abc; HttpOnly; SameSite=Lax; Path=/; Max-Age=86400");
    }

    #[test]
    fn over_https_it_is_secure() {
        assert!(issue(&Token::presented("abc"), true).to_string().contains("; Secure"));
        let mut headers = HeaderMap::new();
        assert!(!is_https(&headers));
        headers.insert("x-forwarded-proto", "HTTPS, http".parse().unwrap());
        assert!(is_https(&headers));
    }

    #[test]
    fn removal_names_the_same_cookie_and_ends_it() {
        let removal = removal(false).to_string();
        assert!(
            removal.starts_with("platform_session=; HttpOnly; SameSite=Lax; Path=/; Max-Age=0"),
            "{removal}"
        );
    }
}

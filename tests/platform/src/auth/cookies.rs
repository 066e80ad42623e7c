//! Reads the cookies of a request byte for byte. Cookie libraries decode escapes in names, and reject the whole header at a byte that
//! is not ASCII. With them, another host of the domain could send `__%48ost-…` for the prefix `__Host-`, or end a user's session by
//! setting a cookie with such a byte.

use axum::http::HeaderMap;
use axum::http::header::COOKIE;

/// The value of the cookie with exactly this name. `None` if there is none, or more than one: another host may have set one of
/// them, and the header does not say which.
pub(crate) fn only<'h>(headers: &'h HeaderMap, name: &'h str) -> Option<&'h [u8]> {
    let mut values = all(headers, name);
    values.next().filter(|_| values.next().is_none())
}

/// Every value of cookies with exactly this name, as sent.
pub(crate) fn all<'h>(headers: &'h HeaderMap, name: &'h str) -> impl Iterator<Item = &'h [u8]> {
    let pairs = headers.get_all(COOKIE).iter().flat_map(|field| field.as_bytes().split(|byte| *byte == b';'));
    pairs.filter_map(move |pair| {
        let pair = pair.trim_ascii();
        let equals = pair.iter().position(|byte| *byte == b'=')?;
        let (found_name, value) = (pair.get(..equals)?, pair.get(equals.saturating_add(1)..)?);
        (found_name == name.as_bytes()).then_some(value)
    })
}

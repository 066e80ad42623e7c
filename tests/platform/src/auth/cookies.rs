//! The cookies of a request, read byte for byte. Libraries undo escapes in names, and give up the whole header at a byte that is
//! not ASCII. So another host of the domain could send `__%48ost-…` for a name with the prefix `__Host-`, or take a user's
//! session away with a cookie of its own.

use axum::http::HeaderMap;
use axum::http::header::COOKIE;

/// The value of the cookie with exactly this name. `None` where there is none, and where there are several: another host may
/// have set one of them, and the header does not say which.
pub(crate) fn only<'h>(headers: &'h HeaderMap, name: &'h str) -> Option<&'h [u8]> {
    let mut values = all(headers, name);
    values.next().filter(|_| values.next().is_none())
}

/// Every value under exactly this name, as it was sent.
pub(crate) fn all<'h>(headers: &'h HeaderMap, name: &'h str) -> impl Iterator<Item = &'h [u8]> {
    let pairs = headers.get_all(COOKIE).iter().flat_map(|field| field.as_bytes().split(|byte| *byte == b';'));
    pairs.filter_map(move |pair| {
        let pair = pair.trim_ascii();
        let equals = pair.iter().position(|byte| *byte == b'=')?;
        let (found, value) = (pair.get(..equals)?, pair.get(equals.saturating_add(1)..)?);
        (found == name.as_bytes()).then_some(value)
    })
}

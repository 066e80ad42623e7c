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

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    const NAME: &str = "__Host-a";

    fn values(fields: &[&[u8]]) -> Vec<Vec<u8>> {
        let fields = fields.iter().map(|field| (COOKIE, HeaderValue::from_bytes(field).unwrap()));
        let headers: HeaderMap = fields.collect();
        all(&headers, NAME).map(<[u8]>::to_vec).collect()
    }

    #[test]
    fn a_name_counts_as_it_was_sent_and_no_other_spelling_of_it() {
        for field in [
            "__%48ost-a=1",
            "%5F_Host-a=1",
            "__host-a=1",
            "__Host-a =1",
            "\"__Host-a\"=1",
            "__Host-a%20=1",
            "x__Host-a=1",
            "__Host-a",
            "=__Host-a=1",
            "x=\"; y\" __Host-a=1",
        ] {
            assert!(values(&[field.as_bytes()]).is_empty(), "{field}");
        }
    }

    #[test]
    fn a_value_is_neither_decoded_nor_unquoted() {
        for value in ["%41", "\"a\"", "a=b", "", "\u{e4}"] {
            assert_eq!(values(&[format!("x=1;  {NAME}={value}; y").as_bytes()]), [value.as_bytes()]);
        }
    }

    #[test]
    fn each_cookie_stands_for_itself_and_several_of_one_name_for_none() {
        assert_eq!(values(&[b"theme=d\xfcnkel; __Host-a=1"]), [b"1"]);
        assert_eq!(values(&[b"b=1", b"__Host-a=1"]), [b"1"]);
        for fields in [&[b"__Host-a=1; __Host-a=2".as_slice()] as &[&[u8]], &[b"__Host-a=1", b"__Host-a=1"]] {
            let fields = fields.iter().map(|field| (COOKIE, HeaderValue::from_bytes(field).unwrap()));
            let headers: HeaderMap = fields.collect();
            assert_eq!((all(&headers, NAME).count(), only(&headers, NAME)), (2, None));
        }
    }
}

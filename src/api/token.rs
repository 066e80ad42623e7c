//! The access token (`identity-api.md` 2.5): opaque, sent exactly as received. Kept and dropped: `src/core/state/credentials.rs`.

use core::fmt;

/// An access token that a bearer header can carry. Its debug form says nothing. Its bytes are overwritten when it is
/// dropped, as is all that the module frees (the allocator in `src/lib.rs`).
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Token {
    /// The value of the header `Authorization`: with the scheme before the token, so that a header needs no further copy.
    authorization: String,
}

impl Token {
    /// Takes a token within the alphabet of bearer tokens (RFC 6750, section 2.1, `b64token`); refuses any
    /// other.
    pub fn new(text: &str) -> Option<Self> {
        let mut body = text.as_bytes();
        while let [before @ .., b'='] = body {
            body = before;
        }
        let in_alphabet = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~+/".contains(&byte);
        (!body.is_empty() && body.iter().copied().all(in_alphabet))
            .then(|| Self { authorization: String::from("Bearer ") + text })
    }

    /// The value of the `Authorization` header.
    pub fn authorization(&self) -> &str {
        &self.authorization
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Token(..)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};

    #[test]
    fn only_the_alphabet_of_bearer_tokens_is_taken() {
        for yes in ["a", "abc.DEF-123_~+/", "abc==", "0="] {
            assert_eq!(Token::new(yes).unwrap().authorization(), format!("Bearer {yes}"));
        }
        for no in ["", "=", "a b", "a\r\nb", "a=b", "ä", "a,b", "a\0", "a\"b"] {
            assert_eq!(Token::new(no), None, "{no:?}");
        }
    }

    /// A model checker tells states apart by their hashes.
    #[test]
    fn tokens_that_differ_have_hashes_that_differ() {
        let hash = |text: &str| BuildHasherDefault::<DefaultHasher>::default().hash_one(Token::new(text));
        assert_ne!(hash("one"), hash("other"));
        assert_eq!(hash("one"), hash("one"));
    }

    #[test]
    fn the_debug_form_says_nothing() {
        assert_eq!(format!("{:?}", Token::new("secret").unwrap()), "Token(..)");
    }
}

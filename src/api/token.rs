//! The access token (`identity-api.md` 2.5), which is sent exactly as received. `src/core/state/credentials.rs` keeps and drops it.

use core::fmt;

/// An access token that a bearer header can carry. Its `Debug` output does not have the token. The allocator overwrites its bytes when it is
/// dropped (`src/lib.rs`).
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Token {
    /// The value of the header `Authorization`: the token after its scheme, so that the header needs no further copy.
    authorization: String,
}

impl Token {
    /// Makes a token of a text in the alphabet of bearer tokens (RFC 6750, section 2.1, `b64token`); `None` for any other text.
    pub fn new(text: &str) -> Option<Self> {
        let mut unpadded = text.as_bytes();
        while let [before @ .., b'='] = unpadded {
            unpadded = before;
        }
        let in_alphabet = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~+/".contains(&byte);
        (!unpadded.is_empty() && unpadded.iter().copied().all(in_alphabet))
            .then(|| Self { authorization: String::from("Bearer ") + text })
    }

    /// Returns the value of the header `Authorization`.
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
        for valid in ["a", "abc.DEF-123_~+/", "abc==", "0="] {
            assert_eq!(Token::new(valid).unwrap().authorization(), format!("Bearer {valid}"));
        }
        for invalid in ["", "=", "a b", "a\r\nb", "a=b", "ä", "a,b", "a\0", "a\"b"] {
            assert_eq!(Token::new(invalid), None, "{invalid:?}");
        }
    }

    /// The model checker (`tests/model`) tells states apart by their hashes.
    #[test]
    fn different_tokens_have_different_hashes() {
        let hash = |text: &str| BuildHasherDefault::<DefaultHasher>::default().hash_one(Token::new(text));
        assert_ne!(hash("one"), hash("other"));
        assert_eq!(hash("one"), hash("one"));
    }

    #[test]
    fn the_debug_form_says_nothing() {
        assert_eq!(format!("{:?}", Token::new("secret").unwrap()), "Token(..)");
    }
}

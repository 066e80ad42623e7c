//! The access token (`identity-api.md` 2.5): opaque, sent exactly as received.

use core::fmt;
use zeroize::Zeroizing;

/// An access token that a bearer header can carry. Its bytes are overwritten when it is dropped, and its
/// debug form says nothing.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(Zeroizing<String>);

impl Token {
    /// Takes a token within the alphabet of bearer tokens (RFC 6750, section 2.1, `b64token`); refuses, and
    /// overwrites, any other.
    pub fn new(text: String) -> Option<Self> {
        let text = Zeroizing::new(text);
        let body = text.trim_end_matches('=');
        let in_alphabet = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~+/".contains(&byte);
        (!body.is_empty() && body.bytes().all(in_alphabet)).then_some(Self(text))
    }

    /// The value of the `Authorization` header. The caller's copy is overwritten when dropped.
    pub fn authorization(&self) -> Zeroizing<String> {
        let mut value = Zeroizing::new(String::with_capacity("Bearer ".len() + self.0.len()));
        value.push_str("Bearer ");
        value.push_str(&self.0);
        value
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Token(..)")
    }
}

impl core::hash::Hash for Token {
    fn hash<H: core::hash::Hasher>(&self, state: &mut H) {
        self.0.as_str().hash(state);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};

    #[test]
    fn only_the_alphabet_of_bearer_tokens_is_taken() {
        for yes in ["a", "abc.DEF-123_~+/", "abc==", "0="] {
            assert_eq!(&**Token::new(yes.into()).unwrap().authorization(), format!("Bearer {yes}").as_str());
        }
        for no in ["", "=", "a b", "a\r\nb", "a=b", "ä", "a,b", "a\0", "a\"b"] {
            assert_eq!(Token::new(no.into()), None, "{no:?}");
        }
    }

    /// A model checker tells states apart by their hashes.
    #[test]
    fn tokens_that_differ_have_hashes_that_differ() {
        let hash =
            |text: &str| BuildHasherDefault::<DefaultHasher>::default().hash_one(Token::new(text.into()));
        assert_ne!(hash("one"), hash("other"));
        assert_eq!(hash("one"), hash("one"));
    }

    #[test]
    fn the_debug_form_says_nothing() {
        assert_eq!(format!("{:?}", Token::new("secret".into()).unwrap()), "Token(..)");
    }
}

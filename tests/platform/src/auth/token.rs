//! Access tokens (`identity-api.md` 2.5): 256 random bits, of which the deployment stores only the hash.

use std::fmt;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};

/// A token is valid this long from sign-in.
pub(crate) const LIFETIME: Duration = Duration::from_hours(24);

/// A token may be from so far in the future: clocks are often corrected by a little.
pub(crate) const CLOCK_LEEWAY: Duration = Duration::from_mins(1);

/// The length of a [`random_secret`].
pub(crate) const SECRET_LENGTH: usize = 43;

/// An access token as a client holds it. It is never stored, and its debug print hides it.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Token(String);

/// The SHA-256 hash of a token, which is stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct TokenHash([u8; 32]);

/// Seconds since 1970.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Timestamp(i64);

impl Token {
    /// A new random token, in the alphabet of RFC 6750.
    pub(crate) fn random() -> Result<Self, getrandom::Error> {
        random_secret().map(Self)
    }

    /// The text that a client sent as a token.
    pub(crate) fn presented(text: &str) -> Self {
        Self(text.to_owned())
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }

    pub(crate) fn hash(&self) -> TokenHash {
        TokenHash::of(&self.0)
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Token(…)")
    }
}

/// 256 random bits, in letters, digits, `-` and `_`.
pub(crate) fn random_secret() -> Result<String, getrandom::Error> {
    let mut bits = [0; 32];
    getrandom::fill(&mut bits)?;
    Ok(URL_SAFE_NO_PAD.encode(bits))
}

impl TokenHash {
    pub(crate) fn of(secret: &str) -> Self {
        Self(Sha256::digest(secret.as_bytes()).into())
    }

    pub(crate) fn as_bytes(&self) -> &[u8] {
        &self.0
    }
}

impl Timestamp {
    pub(crate) fn now() -> Self {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Self(i64::try_from(since.as_secs()).unwrap_or(i64::MAX))
    }

    pub(crate) fn plus(self, span: Duration) -> Self {
        Self(self.0.saturating_add(i64::try_from(span.as_secs()).unwrap_or(i64::MAX)))
    }

    pub(crate) fn seconds(self) -> i64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_differ_and_keep_to_the_bearer_alphabet() {
        let token = Token::random().unwrap();
        assert_ne!(token, Token::random().unwrap());
        assert_eq!(token.as_str().len(), SECRET_LENGTH);
        assert!(token.as_str().bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-._~+/".contains(&byte)));
    }

    #[test]
    fn a_debug_print_and_the_hash_do_not_show_the_token() {
        let token = Token::random().unwrap();
        assert!(!format!("{token:?}").contains(token.as_str()));
        assert_ne!(token.hash().as_bytes(), token.as_str().as_bytes());
        assert_eq!(token.hash(), Token::presented(token.as_str()).hash());
    }
}

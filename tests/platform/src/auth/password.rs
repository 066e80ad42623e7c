//! Password hashes: argon2id with the least parameters that OWASP recommends.

use std::io;

use argon2::password_hash::Error as HashError;
use tokio::sync::oneshot;

use super::hashing::{Busy, Hashing};

/// Hashes and checks passwords, off the async threads.
pub(crate) struct Passwords {
    hashing: Hashing,
    /// Hash of a password that is not known, checked where there is no account or no password, so that the
    /// time an answer takes does not tell which emails exist.
    decoy: String,
}

/// A password was not hashed. Says nothing of the password.
#[derive(Debug, thiserror::Error)]
pub enum PasswordError {
    #[error("password hashing failed: {0}")]
    Hash(#[from] HashError),
    #[error("no randomness: {0}")]
    Random(#[from] getrandom::Error),
    #[error("the threads that hash passwords do not start: {0}")]
    Start(#[from] io::Error),
    #[error("password hashing was cut short")]
    CutShort(#[from] oneshot::error::RecvError),
    #[error(transparent)]
    Busy(#[from] Busy),
}

impl Passwords {
    pub(crate) async fn start() -> Result<Self, PasswordError> {
        let mut unknown = [0; 32];
        getrandom::fill(&mut unknown)?;
        let hashing = Hashing::start()?;
        let decoy = hashing.run(move |hasher| hasher.hash(&unknown))?.await??;
        Ok(Self { hashing, decoy })
    }

    /// A salted hash of `password`, as a PHC string.
    pub(crate) async fn hash(&self, password: String) -> Result<String, PasswordError> {
        Ok(self.hashing.run(move |hasher| hasher.hash(password.as_bytes()))?.await??)
    }

    /// Whether `password` is the one behind `known`. Does the same work, and says no, where there is none. `begun` is called as
    /// the work begins, and dropped where it never does: the caller went away, or too many were waiting.
    pub(crate) async fn matches(
        &self,
        password: String,
        known: Option<String>,
        begun: impl FnOnce() + Send + 'static,
    ) -> Result<bool, PasswordError> {
        let exists = known.is_some();
        let phc = known.unwrap_or_else(|| self.decoy.clone());
        let verified = self.hashing.run(move |hasher| {
            begun();
            hasher.verify(password.as_bytes(), &phc)
        })?;
        Ok(verified.await?? && exists)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn hashes_are_salted_argon2id_and_cost_the_same_as_the_decoy() {
        let passwords = Passwords::start().await.unwrap();
        let first = passwords.hash("same".to_owned()).await.unwrap();
        let second = passwords.hash("same".to_owned()).await.unwrap();
        assert_ne!(first, second);
        let cost = |phc: &str| phc.split('$').take(4).map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(cost(&first), ["", "argon2id", "v=19", "m=19456,t=2,p=1"]);
        assert_eq!(cost(&first), cost(&passwords.decoy));
    }
}

//! Password hashes: argon2id with the least parameters that OWASP recommends.

use std::io;

use argon2::password_hash::Error as HashError;
use tokio::sync::oneshot;

use super::hashing::{Busy, Hashing};

/// Hashes and checks passwords, off the async threads.
pub(crate) struct Passwords {
    hashing: Hashing,
    /// The hash of a random password. It is checked if there is no account, or one without a password, so that the time of an answer
    /// does not show which emails exist.
    decoy: String,
}

/// A password was not hashed. The message does not contain the password.
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
        let mut random_password = [0; 32];
        getrandom::fill(&mut random_password)?;
        let hashing = Hashing::start()?;
        let decoy = hashing.run(move |hasher| hasher.hash(&random_password))?.await??;
        Ok(Self { hashing, decoy })
    }

    /// A salted hash of `password`, as a PHC string.
    pub(crate) async fn hash(&self, password: String) -> Result<String, PasswordError> {
        Ok(self.hashing.run(move |hasher| hasher.hash(password.as_bytes()))?.await??)
    }

    /// Whether `password` matches `stored_hash`; without one, checks the decoy and returns `false`. `on_begin` is called when the hashing
    /// begins. It is dropped if it never begins: the client has left, or the queue is full.
    pub(crate) async fn matches(
        &self,
        password: String,
        stored_hash: Option<String>,
        on_begin: impl FnOnce() + Send + 'static,
    ) -> Result<bool, PasswordError> {
        let exists = stored_hash.is_some();
        let phc = stored_hash.unwrap_or_else(|| self.decoy.clone());
        let verified = self.hashing.run(move |hasher| {
            on_begin();
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

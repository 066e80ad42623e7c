//! Password hashes: argon2id with the parameters OWASP recommends (19 MiB, 2 passes, 1 lane).

use std::num::NonZero;
use std::sync::Arc;
use std::thread::available_parallelism;

use argon2::Argon2;
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{Error as HashError, PasswordHasher, PasswordVerifier};
use tokio::sync::Semaphore;
use tokio::task::{JoinError, spawn_blocking};

/// Hashes and checks passwords off the async threads, at most one a core at a time.
pub(crate) struct Passwords {
    slots: Arc<Semaphore>,
    /// Hash of a password that nobody knows, checked where there is no account or no password, so that the
    /// time an answer takes does not tell which emails exist.
    decoy: String,
}

/// Password hashing failed. Says nothing of the password.
#[derive(Debug, thiserror::Error)]
pub enum PasswordError {
    #[error("password hashing failed: {0}")]
    Hash(#[from] HashError),
    #[error("no randomness: {0}")]
    Random(#[from] getrandom::Error),
    #[error("password hashing was cut short")]
    CutShort(#[from] JoinError),
}

impl Passwords {
    pub(crate) async fn new() -> Result<Self, PasswordError> {
        let mut unknown = [0; 32];
        getrandom::fill(&mut unknown)?;
        let decoy = spawn_blocking(move || hash(&unknown)).await??;
        let cores = available_parallelism().map_or(1, NonZero::get);
        Ok(Self { slots: Arc::new(Semaphore::new(cores)), decoy })
    }

    /// A salted hash of `password`, as a PHC string.
    pub(crate) async fn hash(&self, password: String) -> Result<String, PasswordError> {
        self.in_slot(move || hash(password.as_bytes())).await
    }

    /// Whether `password` is the one behind `known`. Does the same work, and says no, where there is none.
    pub(crate) async fn matches(
        &self,
        password: String,
        known: Option<String>,
    ) -> Result<bool, PasswordError> {
        let exists = known.is_some();
        let phc = known.unwrap_or_else(|| self.decoy.clone());
        let same = self.in_slot(move || verify(password.as_bytes(), &phc)).await?;
        Ok(same && exists)
    }

    async fn in_slot<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, HashError> + Send + 'static,
    ) -> Result<T, PasswordError> {
        // The semaphore is never closed; were it, hashing without a slot would still be right.
        let slot = self.slots.clone().acquire_owned().await.ok();
        let done = spawn_blocking(move || {
            let _slot = slot;
            work()
        });
        Ok(done.await??)
    }
}

fn hash(password: &[u8]) -> Result<String, HashError> {
    let hash: PasswordHash = Argon2::default().hash_password(password)?;
    Ok(hash.to_string())
}

fn verify(password: &[u8], phc: &str) -> Result<bool, HashError> {
    match Argon2::default().verify_password(password, &PasswordHash::new(phc)?) {
        Ok(()) => Ok(true),
        Err(HashError::PasswordInvalid) => Ok(false),
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn only_the_right_password_matches() {
        let passwords = Passwords::new().await.unwrap();
        let known = passwords.hash("right".to_owned()).await.unwrap();
        assert!(passwords.matches("right".to_owned(), Some(known.clone())).await.unwrap());
        assert!(!passwords.matches("wrong".to_owned(), Some(known)).await.unwrap());
        assert!(!passwords.matches("right".to_owned(), None).await.unwrap());
    }

    #[tokio::test]
    async fn hashes_are_salted_argon2id_and_cost_the_same_as_the_decoy() {
        let passwords = Passwords::new().await.unwrap();
        let first = passwords.hash("same".to_owned()).await.unwrap();
        let second = passwords.hash("same".to_owned()).await.unwrap();
        assert_ne!(first, second);
        let cost = |phc: &str| phc.split('$').take(4).map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(cost(&first), ["", "argon2id", "v=19", "m=19456,t=2,p=1"]);
        assert_eq!(cost(&first), cost(&passwords.decoy));
    }
}

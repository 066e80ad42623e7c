//! How often a password may be guessed: after ten wrong ones for one email within a minute no more are looked at.

use std::collections::{HashMap, VecDeque};
use std::hash::{BuildHasher, RandomState};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Wrong passwords that one email may have within [`WINDOW`].
const LIMIT: usize = 10;

const WINDOW: Duration = Duration::from_secs(60);

/// The wrong passwords of the last minute, by email. It is not asked whether there is such an account, so that the answer
/// does not tell. No email makes room for another: there are never more than were hashed within two minutes and wait to be.
#[derive(Clone, Default)]
pub(crate) struct WrongPasswords(Arc<Shared>);

#[derive(Default)]
struct Shared {
    hasher: RandomState,
    tries: Mutex<Tries>,
}

#[derive(Default)]
struct Tries {
    /// The times of wrong passwords, by the email's hash: an email may be long.
    times: HashMap<u64, VecDeque<Instant>>,
    /// When those older than a minute were last forgotten.
    tidied_at: Option<Instant>,
}

/// A try that is under way. It counts from its beginning, so that tries that come at once are all counted; dropped before its
/// password was looked at, it never was: a client that goes away has guessed nothing.
pub(crate) struct Try {
    wrong: Option<WrongPasswords>,
    key: u64,
    at: Instant,
}

impl WrongPasswords {
    /// Counts a try. Refuses the one that is too many, the right password too, and says how long to wait.
    pub(crate) fn begin(&self, email: &str, now: Instant) -> Result<Try, Duration> {
        let key = self.key(email);
        let mut tries = self.tries();
        tries.tidy(now);
        let times = tries.times.entry(key).or_default();
        times.retain(|time| is_recent(*time, now));
        match times.front() {
            Some(oldest) if times.len() >= LIMIT => {
                Err(WINDOW.saturating_sub(now.saturating_duration_since(*oldest)))
            }
            _ => {
                times.push_back(now);
                Ok(Try { wrong: Some(self.clone()), key, at: now })
            }
        }
    }

    /// The password was the right one.
    pub(crate) fn forget(&self, email: &str) {
        let key = self.key(email);
        self.tries().times.remove(&key);
    }

    /// The key of an email. As in the database, upper and lower case of ASCII are the same.
    fn key(&self, email: &str) -> u64 {
        self.0.hasher.hash_one(email.to_ascii_lowercase())
    }

    fn tries(&self) -> MutexGuard<'_, Tries> {
        self.0.tries.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Tries {
    /// Once a minute: looking through all of them costs more than a try.
    fn tidy(&mut self, now: Instant) {
        if self.tidied_at.is_some_and(|at| is_recent(at, now)) {
            return;
        }
        self.tidied_at = Some(now);
        self.times.retain(|_, times| times.back().is_some_and(|time| is_recent(*time, now)));
    }
}

impl Try {
    /// Keeps this attempt counted: its password is being looked at.
    pub(crate) fn look(mut self) {
        self.wrong = None;
    }
}

impl Drop for Try {
    fn drop(&mut self) {
        let Some(wrong) = self.wrong.take() else { return };
        let mut tries = wrong.tries();
        let Some(times) = tries.times.get_mut(&self.key) else { return };
        if let Some(index) = times.iter().position(|time| *time == self.at) {
            times.remove(index);
        }
        if times.is_empty() {
            tries.times.remove(&self.key);
        }
    }
}

fn is_recent(time: Instant, now: Instant) -> bool {
    now.saturating_duration_since(time) < WINDOW
}

#[cfg(test)]
mod tests {
    use super::*;

    const ADA: &str = "ada@example.com";
    const SECOND: Duration = Duration::from_secs(1);

    /// A try with a password that is looked at.
    fn guess(wrong: &WrongPasswords, email: &str, now: Instant) -> Result<(), Duration> {
        wrong.begin(email, now).map(Try::look)
    }

    fn after_ten() -> (WrongPasswords, Instant) {
        let (wrong, start) = (WrongPasswords::default(), Instant::now());
        for number in 0..10 {
            assert_eq!(guess(&wrong, ADA, start + SECOND * number), Ok(()));
        }
        (wrong, start)
    }

    #[test]
    fn the_eleventh_within_a_minute_waits_until_the_first_is_a_minute_old() {
        let (wrong, start) = after_ten();
        assert_eq!(guess(&wrong, ADA, start + SECOND * 10), Err(SECOND * 50));
        assert_eq!(guess(&wrong, "ADA@Example.com", start + SECOND * 59), Err(SECOND));
        assert_eq!(guess(&wrong, ADA, start + SECOND * 60), Ok(()));
        assert_eq!(guess(&wrong, ADA, start + SECOND * 60), Err(SECOND));
    }

    #[test]
    fn each_email_has_its_own_and_a_right_password_forgets_them() {
        let (wrong, start) = after_ten();
        assert_eq!(guess(&wrong, "grace@example.com", start + SECOND * 10), Ok(()));
        wrong.forget("Ada@example.com");
        assert_eq!(guess(&wrong, ADA, start + SECOND * 10), Ok(()));
    }

    #[test]
    fn other_emails_push_none_out_and_are_forgotten_when_their_minute_is_over() {
        let (wrong, start) = after_ten();
        for number in 0..20_000 {
            let email = format!("{number}@example.com");
            assert_eq!(guess(&wrong, &email, start + SECOND * 20), Ok(()));
        }
        assert_eq!(guess(&wrong, ADA, start + SECOND * 21), Err(SECOND * 39));
        assert_eq!(guess(&wrong, "last@example.com", start + SECOND * 81), Ok(()));
        assert_eq!(wrong.tries().times.len(), 1);
    }
}

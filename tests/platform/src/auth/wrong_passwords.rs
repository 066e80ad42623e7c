//! Limits password guesses: after ten wrong passwords for one email within a minute, no more are checked.

use std::collections::{HashMap, VecDeque};
use std::hash::{BuildHasher, RandomState};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Wrong passwords that one email may have within [`WINDOW`].
const LIMIT: usize = 10;

const WINDOW: Duration = Duration::from_secs(60);

/// The wrong passwords of the last minute, by email. Unknown emails count, too, so that the answer does not show which accounts
/// exist. No email replaces another: there are never more than the passwords hashed within two minutes, and those that wait.
#[derive(Clone, Default)]
pub(crate) struct WrongPasswords(Arc<Shared>);

#[derive(Default)]
struct Shared {
    hasher: RandomState,
    attempts: Mutex<Attempts>,
}

#[derive(Default)]
struct Attempts {
    /// The times of wrong passwords, by the hash of the email, because an email may be long.
    times: HashMap<u64, VecDeque<Instant>>,
    /// When the times older than a minute were last removed.
    tidied_at: Option<Instant>,
}

/// An attempt under way. It counts from the beginning, so that parallel attempts are all counted. If it is dropped before its
/// password is checked, it does not count any more: a client that has left has guessed nothing.
pub(crate) struct Attempt {
    /// `None` once the password is being checked.
    wrong: Option<WrongPasswords>,
    key: u64,
    at: Instant,
}

impl WrongPasswords {
    /// Counts an attempt. If it is one too many, refuses it, even with the right password, and returns how long to wait.
    pub(crate) fn begin(&self, email: &str, now: Instant) -> Result<Attempt, Duration> {
        let key = self.key(email);
        let mut attempts = self.attempts();
        attempts.tidy(now);
        let times = attempts.times.entry(key).or_default();
        times.retain(|time| is_recent(*time, now));
        match times.front() {
            Some(oldest) if times.len() >= LIMIT => {
                Err(WINDOW.saturating_sub(now.saturating_duration_since(*oldest)))
            }
            _ => {
                times.push_back(now);
                Ok(Attempt { wrong: Some(self.clone()), key, at: now })
            }
        }
    }

    /// Forgets the wrong passwords of an email, after the right one.
    pub(crate) fn forget(&self, email: &str) {
        let key = self.key(email);
        self.attempts().times.remove(&key);
    }

    /// The key of an email. As in the database, ASCII upper and lower case are the same.
    fn key(&self, email: &str) -> u64 {
        self.0.hasher.hash_one(email.to_ascii_lowercase())
    }

    fn attempts(&self) -> MutexGuard<'_, Attempts> {
        self.0.attempts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Attempts {
    /// Removes old times, once a minute: going through all emails costs more than an attempt.
    fn tidy(&mut self, now: Instant) {
        if self.tidied_at.is_some_and(|at| is_recent(at, now)) {
            return;
        }
        self.tidied_at = Some(now);
        self.times.retain(|_, times| times.back().is_some_and(|time| is_recent(*time, now)));
    }
}

impl Attempt {
    /// Keeps this attempt counted, because its password is now checked.
    pub(crate) fn keep(mut self) {
        self.wrong = None;
    }
}

impl Drop for Attempt {
    fn drop(&mut self) {
        let Some(wrong) = self.wrong.take() else { return };
        let mut attempts = wrong.attempts();
        let Some(times) = attempts.times.get_mut(&self.key) else { return };
        if let Some(index) = times.iter().position(|time| *time == self.at) {
            times.remove(index);
        }
        if times.is_empty() {
            attempts.times.remove(&self.key);
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

    /// An attempt while its password is checked.
    fn guess(wrong: &WrongPasswords, email: &str, now: Instant) -> Result<(), Duration> {
        wrong.begin(email, now).map(Attempt::keep)
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
        assert_eq!(wrong.attempts().times.len(), 1);
    }
}

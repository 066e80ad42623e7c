//! How often a password may be guessed: after ten wrong ones for one email within a minute no more are looked at.

use std::collections::{HashMap, VecDeque};
use std::hash::RandomState;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Wrong passwords that one email may have within [`WINDOW`].
const LIMIT: usize = 10;

const WINDOW: Duration = Duration::from_secs(60);

/// Emails that are remembered. The one that was tried longest ago makes room.
const REMEMBERED: usize = 4096;

/// The wrong passwords of the last minute, by email. It is not asked whether there is such an account, so that the answer
/// does not tell.
#[derive(Default)]
pub(crate) struct WrongPasswords {
    hasher: RandomState,
    /// By the email's hash: an email may be long.
    tries: Mutex<HashMap<u64, VecDeque<Instant>>>,
}

impl WrongPasswords {
    /// Counts a try before its password is looked at: tries that come at once are all counted. Refuses the one that is too
    /// many, the right password too, and says how long to wait.
    pub(crate) fn count(&self, email: &str, now: Instant) -> Result<(), Duration> {
        let mut tries = self.tries.lock().unwrap_or_else(PoisonError::into_inner);
        let key = self.key(email);
        if tries.len() >= REMEMBERED && !tries.contains_key(&key) {
            make_room(&mut tries, now);
        }
        let times = tries.entry(key).or_default();
        times.retain(|time| now.saturating_duration_since(*time) < WINDOW);
        match times.front() {
            Some(oldest) if times.len() >= LIMIT => {
                Err(WINDOW.saturating_sub(now.saturating_duration_since(*oldest)))
            }
            _ => {
                times.push_back(now);
                Ok(())
            }
        }
    }

    /// The password was the right one.
    pub(crate) fn forget(&self, email: &str) {
        let key = self.key(email);
        self.tries.lock().unwrap_or_else(PoisonError::into_inner).remove(&key);
    }

    /// As the database compares emails: upper and lower case of ASCII are the same.
    fn key(&self, email: &str) -> u64 {
        use std::hash::BuildHasher;
        self.hasher.hash_one(email.to_ascii_lowercase())
    }
}

fn make_room(tries: &mut HashMap<u64, VecDeque<Instant>>, now: Instant) {
    tries.retain(|_, times| times.back().is_some_and(|time| now.saturating_duration_since(*time) < WINDOW));
    if tries.len() < REMEMBERED {
        return;
    }
    let oldest = tries.iter().min_by_key(|(_, times)| times.back().copied()).map(|(key, _)| *key);
    if let Some(key) = oldest {
        tries.remove(&key);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ADA: &str = "ada@example.com";
    const SECOND: Duration = Duration::from_secs(1);

    fn after_ten() -> (WrongPasswords, Instant) {
        let (wrong, start) = (WrongPasswords::default(), Instant::now());
        for number in 0..10 {
            assert_eq!(wrong.count(ADA, start + SECOND * number), Ok(()));
        }
        (wrong, start)
    }

    #[test]
    fn the_eleventh_within_a_minute_waits_until_the_first_is_a_minute_old() {
        let (wrong, start) = after_ten();
        assert_eq!(wrong.count(ADA, start + SECOND * 10), Err(SECOND * 50));
        assert_eq!(wrong.count("ADA@Example.com", start + SECOND * 59), Err(SECOND));
        assert_eq!(wrong.count(ADA, start + SECOND * 60), Ok(()));
        assert_eq!(wrong.count(ADA, start + SECOND * 60), Err(SECOND));
    }

    #[test]
    fn each_email_has_its_own_and_a_right_password_forgets_them() {
        let (wrong, start) = after_ten();
        assert_eq!(wrong.count("grace@example.com", start + SECOND * 10), Ok(()));
        wrong.forget("Ada@example.com");
        assert_eq!(wrong.count(ADA, start + SECOND * 10), Ok(()));
    }

    #[test]
    fn no_more_emails_are_remembered_than_fit_and_the_one_tried_last_is_among_them() {
        let (wrong, start) = after_ten();
        for number in 0..REMEMBERED {
            assert_eq!(wrong.count(&format!("{number}@example.com"), start + SECOND * 20), Ok(()));
        }
        assert_eq!(wrong.tries.lock().unwrap().len(), REMEMBERED);
        assert_eq!(wrong.count(ADA, start + SECOND * 21), Ok(()), "it made room");
    }
}

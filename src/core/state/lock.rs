//! The locks of sign-outs: from the call of a sign-out on, the session is hidden, and no session is read, until its lock ends
//! (`docs/sessions.md`, "Signing out"). At the end the identity is unverified, unless the deployment has told which user is signed in.

use super::backoff::Backoff;
use crate::core::clock::Now;
use crate::core::tab_message::SignOutId;

/// How long the lock of another tab lasts at most, even if `timeoutMs` is longer.
pub const LONGEST_LOCK_MS: u64 = 60_000;

/// All locks that are known to this page.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Lock {
    pub own: Option<OwnLock>,
    /// The sign-outs that were called in other tabs, each with the time at which this page learnt of it.
    others: Vec<(SignOutId, u64)>,
}

/// A sign-out of this page that the deployment has not confirmed. It is sent again by itself.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct OwnLock {
    pub id: SignOutId,
    pub backoff: Backoff,
}

impl Lock {
    /// Whether there is any lock.
    pub fn stands(&self) -> bool {
        self.own.is_some() || self.is_held_elsewhere()
    }

    pub fn is_own(&self, id: SignOutId) -> bool {
        self.own.as_ref().is_some_and(|own| own.id == id)
    }

    pub fn is_held_elsewhere(&self) -> bool {
        !self.others.is_empty()
    }

    /// Begins the lock of a sign-out that is called here, perhaps again: earlier failures do not count any more.
    pub fn call(&mut self, id: SignOutId) {
        self.own = Some(OwnLock { id, backoff: Backoff::default() });
    }

    /// Begins the lock of a sign-out that another tab has called, perhaps again.
    pub fn add_other(&mut self, id: SignOutId, now: Now) {
        self.end_other(id);
        self.others.push((id, now.ms));
    }

    pub fn end_other(&mut self, id: SignOutId) {
        self.others.retain(|(other, _)| *other != id);
    }

    /// Ends all locks, because a sign-in has succeeded here. Returns the name of this page's sign-out, if there was one.
    pub fn end_all(&mut self) -> Option<SignOutId> {
        self.others.clear();
        self.own.take().map(|own| own.id)
    }

    /// Ends the locks of other tabs that have lasted for their time. Returns whether there was one.
    pub fn end_expired(&mut self, timeout_ms: u64, now: Now) -> bool {
        let count_before = self.others.len();
        self.others.retain(|(_, since_ms)| left_ms(*since_ms, timeout_ms, now) > 0);
        self.others.len() < count_before
    }

    /// Returns how many milliseconds remain until the next lock of another tab ends by itself.
    pub fn ends_in_ms(&self, timeout_ms: u64, now: Now) -> Option<u64> {
        self.others.iter().map(|(_, since_ms)| left_ms(*since_ms, timeout_ms, now)).min()
    }
}

/// Returns how many milliseconds remain of another tab's lock that began at `since_ms`.
fn left_ms(since_ms: u64, timeout_ms: u64, now: Now) -> u64 {
    now.left_ms(timeout_ms.min(LONGEST_LOCK_MS), since_ms)
}

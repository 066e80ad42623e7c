//! When a failed request is tried next. `retry_delay.rs` computes the waits.

use crate::api::Failure;
use crate::core::clock::Now;
use crate::core::retry_delay::retry_delay_ms;

/// The tries of one kind of request: of session reads, of a sign-out, or of reads of the role catalogue.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Backoff {
    /// How many tries have failed in a row.
    failures: u32,
    /// Why the newest try failed.
    failure: Option<Failure>,
    /// When the next try is due, if one is.
    due_ms: Option<u64>,
    /// The moment until which the deployment's `Retry-After` forbids a try, unless it is urgent.
    hold_until_ms: u64,
    /// The moment until which no try is made by itself: when the network comes back, a random one, so that pages do not all read at once; when
    /// the page was frozen, the time that its sign-out waits for messages of other tabs.
    spread_until_ms: u64,
}

impl Backoff {
    /// Returns why the newest try failed; `None`: it did not.
    pub fn failure(&self) -> Option<Failure> {
        self.failure
    }

    pub fn has_failed(&self) -> bool {
        self.failure.is_some()
    }

    /// Takes in a failure, and sets the next try, if the failure may pass. `always`: sets it even if another try is not known to help.
    pub fn fail(&mut self, failure: &Failure, always: bool, now: Now) {
        self.due_ms = None;
        if always || failure.code.is_retryable() {
            let delay_ms = retry_delay_ms(self.failures, failure.retry_after_ms, now.random);
            let at_ms = now.plus_ms(delay_ms);
            self.due_ms = Some(at_ms);
            if failure.retry_after_ms.is_some() {
                self.hold_until_ms = at_ms;
            }
        }
        self.failures = self.failures.saturating_add(1);
        self.failure = Some(*failure);
    }

    /// Puts off the next try, if the newest one has failed, until this moment or later.
    pub fn put_off(&mut self, at_ms: u64) {
        if self.has_failed() {
            self.due_ms = self.due_ms.map(|due_ms| due_ms.max(at_ms));
        }
    }

    /// Makes a try due at this moment, or earlier.
    pub fn due_by(&mut self, at_ms: u64) {
        self.due_ms = Some(self.due_ms.map_or(at_ms, |due_ms| due_ms.min(at_ms)));
    }

    /// Takes in that a try begins.
    pub fn begin(&mut self) {
        self.due_ms = None;
    }

    /// Forgets the failures. A try that is due stays due.
    pub fn succeed(&mut self) {
        *self = Self { due_ms: self.due_ms, ..Self::default() };
    }

    /// Returns how many milliseconds remain until the next try is due, if one is.
    pub fn due_in_ms(&self, now: Now) -> Option<u64> {
        self.due_ms.map(|at_ms| now.until_ms(at_ms))
    }

    /// Returns for how many milliseconds a `Retry-After` still forbids a try.
    pub fn retry_after_left_ms(&self, now: Now) -> u64 {
        now.until_ms(self.hold_until_ms)
    }

    /// Lets no try be made by itself until this moment, or an earlier success.
    pub fn spread_until(&mut self, at_ms: u64) {
        self.spread_until_ms = at_ms;
    }

    /// Returns for how many milliseconds no try is made by itself.
    pub fn waits_for_ms(&self, now: Now) -> u64 {
        now.until_ms(self.hold_until_ms.max(self.spread_until_ms))
    }

    /// Returns how many milliseconds remain until the next try. If none is due, it counts as due now.
    pub fn wait_ms(&self, now: Now) -> u64 {
        self.due_in_ms(now).unwrap_or(0).max(self.waits_for_ms(now))
    }
}

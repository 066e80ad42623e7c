//! When something is tried next. How long to wait after a failure: `retry_delay.rs`.

use crate::api::Failure;
use crate::core::clock::Now;
use crate::core::retry_delay::retry_delay_ms;

/// The tries of one thing: of reads, of a sign-out, or of the role catalogue.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Backoff {
    /// How many tries have failed in a row.
    failures: u32,
    /// Why the newest of them failed.
    failure: Option<Failure>,
    /// When the next try is due, if one is.
    due_ms: Option<u64>,
    /// The moment before which no other try is made by itself, unless it is urgent, where the deployment named one (`Retry-After`).
    hold_until_ms: u64,
    /// The moment until which nothing leaves by itself. As the network comes back, it is chosen at random, so that pages do not all read at
    /// once. As the page runs again, its sign-out waits until then for what other tabs have said.
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

    /// Notes a failure, and sets the next try in place of what was due. With `always`, one is made even where trying again is not known to help.
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

    /// Puts off the next try of what has failed until this moment, or later.
    pub fn put_off(&mut self, at_ms: u64) {
        if self.has_failed() {
            self.due_ms = self.due_ms.map(|due_ms| due_ms.max(at_ms));
        }
    }

    /// Makes a try due at this moment, or earlier.
    pub fn due_by(&mut self, at_ms: u64) {
        self.due_ms = Some(self.due_ms.map_or(at_ms, |due_ms| due_ms.min(at_ms)));
    }

    /// Notes that a try begins.
    pub fn begin(&mut self) {
        self.due_ms = None;
    }

    /// Forgets the failures. What is due stays so.
    pub fn succeed(&mut self) {
        *self = Self { due_ms: self.due_ms, ..Self::default() };
    }

    /// Returns how many milliseconds remain until the next try is due, if one is.
    pub fn due_in_ms(&self, now: Now) -> Option<u64> {
        self.due_ms.map(|at_ms| now.until_ms(at_ms))
    }

    /// Returns how many milliseconds a `Retry-After` still forbids a try.
    pub fn retry_after_left_ms(&self, now: Now) -> u64 {
        now.until_ms(self.hold_until_ms)
    }

    /// Lets nothing leave by itself until this moment, or an earlier success.
    pub fn spread_until(&mut self, at_ms: u64) {
        self.spread_until_ms = at_ms;
    }

    /// Returns how many milliseconds nothing leaves by itself.
    pub fn waits_for_ms(&self, now: Now) -> u64 {
        now.until_ms(self.hold_until_ms.max(self.spread_until_ms))
    }

    /// Returns how many milliseconds to wait for the next try, where one is to be made at once if none is set.
    pub fn wait_ms(&self, now: Now) -> u64 {
        self.due_in_ms(now).unwrap_or(0).max(self.waits_for_ms(now))
    }
}

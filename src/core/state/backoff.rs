//! When something is tried next. How long to wait after a failure: `retry_delay.rs`.

use crate::api::Failure;
use crate::core::clock::Now;
use crate::core::retry_delay::retry_delay_ms;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Backoff {
    /// In a row.
    failures: u32,
    /// The newest of them.
    failure: Option<Failure>,
    /// When the next try is due, if one is.
    due_ms: Option<u64>,
    /// Where the deployment named a time (`Retry-After`): before this moment no other try is made by itself, unless it is urgent.
    hold_until_ms: u64,
    /// The network came back: reads wait until this moment, chosen at random so that pages do not all try at once. Or the page runs again:
    /// its sign-out waits for what other tabs have said.
    spread_until_ms: u64,
}

impl Backoff {
    /// Why the newest try failed; `None`: it did not.
    pub fn failure(&self) -> Option<Failure> {
        self.failure
    }

    pub fn has_failed(&self) -> bool {
        self.failure.is_some()
    }

    /// Sets the next try, in place of what was due. With `always`, one is made even where trying again is not known to help.
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

    /// What has failed is tried again at this moment, or later.
    pub fn put_off(&mut self, at_ms: u64) {
        if self.has_failed() {
            self.due_ms = self.due_ms.map(|due_ms| due_ms.max(at_ms));
        }
    }

    /// A try is due at this moment, or earlier.
    pub fn due_by(&mut self, at_ms: u64) {
        self.due_ms = Some(self.due_ms.map_or(at_ms, |due_ms| due_ms.min(at_ms)));
    }

    /// A try begins.
    pub fn begin(&mut self) {
        self.due_ms = None;
    }

    /// What is due stays so.
    pub fn succeed(&mut self) {
        *self = Self { due_ms: self.due_ms, ..Self::default() };
    }

    /// In how many milliseconds the next try is due, if one is.
    pub fn due_in_ms(&self, now: Now) -> Option<u64> {
        self.due_ms.map(|at_ms| now.until_ms(at_ms))
    }

    /// For how long a `Retry-After` still forbids a try.
    pub fn retry_after_left_ms(&self, now: Now) -> u64 {
        now.until_ms(self.hold_until_ms)
    }

    /// Until this moment, or an earlier success, nothing leaves by itself.
    pub fn spread_until(&mut self, at_ms: u64) {
        self.spread_until_ms = at_ms;
    }

    /// For how long nothing leaves by itself.
    pub fn waits_for_ms(&self, now: Now) -> u64 {
        now.until_ms(self.hold_until_ms.max(self.spread_until_ms))
    }

    /// How long to wait for the next try of what is to be done as soon as it may be.
    pub fn wait_ms(&self, now: Now) -> u64 {
        self.due_in_ms(now).unwrap_or(0).max(self.waits_for_ms(now))
    }
}

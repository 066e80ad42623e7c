//! When something that failed is tried again. How long to wait: `retry_delay.rs`.

use crate::api::Failure;
use crate::core::clock::Now;
use crate::core::retry_delay::retry_delay_ms;

/// Moments are on the monotonic clock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Backoff {
    /// In a row.
    failures: u32,
    /// The newest of them.
    failure: Option<Failure>,
    retry_at_ms: Option<u64>,
    /// Where the deployment named a time (`Retry-After`): when the next try is due, and before which no other one is made.
    hold_until_ms: u64,
    /// The network came back: this page waits until this moment, chosen at random so that pages do not all try at once.
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

    /// Sets the next try. With `always`, one is made even where trying again is not known to help.
    pub fn fail(&mut self, failure: &Failure, always: bool, now: Now) {
        if always || failure.code.is_retryable() {
            let delay = retry_delay_ms(self.failures, failure.retry_after_ms, now.random);
            self.retry_at_ms = Some(now.mono_ms.saturating_add(delay));
        }
        if failure.retry_after_ms.is_some() {
            self.hold_until_ms = self.retry_at_ms.unwrap_or(0);
        }
        self.failures = self.failures.saturating_add(1);
        self.failure = Some(*failure);
    }

    /// Sets a try where none is set.
    pub fn try_by(&mut self, at_ms: u64) {
        self.retry_at_ms.get_or_insert(at_ms);
    }

    /// A try begins.
    pub fn begin(&mut self) {
        self.retry_at_ms = None;
    }

    pub fn succeed(&mut self) {
        *self = Self::default();
    }

    /// In how many milliseconds the next try is due, if one is.
    pub fn retry_in_ms(&self, now: Now) -> Option<u64> {
        self.retry_at_ms.map(|at| at.saturating_sub(now.mono_ms))
    }

    /// Until this moment, or an earlier success, only urgent reads are sent.
    pub fn spread_until(&mut self, at_ms: u64) {
        self.spread_until_ms = at_ms;
    }

    /// For how long only urgent reads are sent.
    pub fn waits_for_ms(&self, now: Now) -> u64 {
        self.hold_until_ms.max(self.spread_until_ms).saturating_sub(now.mono_ms)
    }

    /// For how long a `Retry-After` still forbids a try.
    pub fn retry_after_left_ms(&self, now: Now) -> u64 {
        self.hold_until_ms.saturating_sub(now.mono_ms)
    }
}

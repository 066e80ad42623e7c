//! One-shot timers, cancelled when dropped.

use crate::api::retry_after::LONGEST_MS;
pub use gloo_timers::callback::Timeout as Timer;

/// Calls back once, after so many milliseconds, or after the longest time that a timer can hold.
pub fn after(ms: u64, callback: impl FnOnce() + 'static) -> Timer {
    Timer::new(u32::try_from(ms).unwrap_or(LONGEST_MS).min(LONGEST_MS), callback)
}

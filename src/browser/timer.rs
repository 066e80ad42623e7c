//! One-shot timers, cancelled when dropped.

use crate::api::retry_after::LONGEST_MS;
pub use gloo_timers::callback::Timeout as Timer;

/// Calls back once, after so many milliseconds, or after the longest time that a timer can hold.
pub fn after(ms: u64, callback: impl FnOnce() + 'static) -> Timer {
    Timer::new(u32::try_from(ms).unwrap_or(LONGEST_MS).min(LONGEST_MS), callback)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::browser::clock;
    use crate::browser::wait::{pause, until};
    use std::cell::Cell;
    use std::rc::Rc;
    use wasm_bindgen_test::wasm_bindgen_test;

    fn counted(ms: u64) -> (Timer, Rc<Cell<u32>>) {
        let calls = Rc::new(Cell::new(0));
        let count = Rc::clone(&calls);
        (after(ms, move || count.set(count.get() + 1)), calls)
    }

    #[wasm_bindgen_test]
    async fn a_timer_calls_back_once_and_not_before_its_time() {
        let begun = clock::now().mono_ms;
        let (_timer, calls) = counted(50);
        assert!(until(|| calls.get() > 0).await);
        assert!(clock::now().mono_ms - begun >= 49);
        pause(120).await;
        assert_eq!(calls.get(), 1);
    }

    #[wasm_bindgen_test]
    async fn a_dropped_timer_never_calls_back() {
        let (timer, calls) = counted(10);
        drop(timer);
        pause(60).await;
        assert_eq!(calls.get(), 0);
    }

    #[wasm_bindgen_test]
    async fn a_time_that_no_timer_can_hold_does_not_fire_at_once() {
        for ms in [u64::from(LONGEST_MS), u64::from(LONGEST_MS) + 1, u64::from(u32::MAX) + 1, u64::MAX] {
            let (_timer, calls) = counted(ms);
            pause(30).await;
            assert_eq!(calls.get(), 0, "{ms}");
        }
    }
}

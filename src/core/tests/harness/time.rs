//! The clock, which the test sets.

use super::Session;
use crate::core::{Event, PageEvent};

impl Session {
    /// Lets this time pass. Timers that are due meanwhile fire.
    pub fn pass_time(&mut self, ms: u64) {
        self.effects.clear();
        let end = self.now.ms + ms;
        for _ in 0..100_000 {
            let Some(due) = self.wake_at_ms.filter(|due| *due <= end) else {
                return self.run_to(end);
            };
            self.run_to(due.max(self.now.ms));
            self.wake_at_ms = None;
            self.feed(Event::Page(PageEvent::Woken));
        }
        panic!("the session sets its timer again and again");
    }

    /// Lets this time pass without firing timers, as a busy browser does.
    pub fn delay_timers(&mut self, ms: u64) {
        self.run_to(self.now.ms + ms);
    }

    /// Lets the computer sleep for this time. Timers stand still meanwhile.
    pub fn sleep(&mut self, ms: u64) {
        self.run_to(self.now.ms + ms);
        self.wake_at_ms = self.wake_at_ms.map(|at_ms| at_ms + ms);
    }

    /// Fires the timer, even if it is not due.
    pub fn fire_timer(&mut self) {
        self.wake_at_ms = None;
        self.handle(Event::Page(PageEvent::Woken));
    }

    /// Sets the random number for all jittered waits from now on: with 0 each has no length, with `u32::MAX` that of its whole span.
    pub fn set_jitter(&mut self, random: u32) {
        self.now.random = random;
    }

    pub fn now_ms(&self) -> u64 {
        self.now.ms
    }

    /// How many milliseconds remain until the timer fires; `None`: no timer is set.
    pub fn wakes_in_ms(&self) -> Option<u64> {
        self.wake_at_ms.map(|at| at - self.now.ms)
    }

    fn run_to(&mut self, ms: u64) {
        (self.now.ms, self.now.wall_ms) = (ms, ms);
    }
}

//! Time, set by hand.

use super::Session;
use crate::core::{Event, PageEvent};

impl Session {
    /// Time runs on; timers that come due meanwhile fire.
    pub fn passes(&mut self, ms: u64) {
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
        panic!("a session that is woken for ever");
    }

    /// Time runs on, and the browser is late with its timers.
    pub fn lags(&mut self, ms: u64) {
        self.run_to(self.now.ms + ms);
    }

    /// The computer sleeps, and timers stand still.
    pub fn sleeps(&mut self, ms: u64) {
        self.run_to(self.now.ms + ms);
        self.wake_at_ms = self.wake_at_ms.map(|at_ms| at_ms + ms);
    }

    /// A timer fires, due or not.
    pub fn wakes(&mut self) {
        self.wake_at_ms = None;
        self.happens(Event::Page(PageEvent::Woken));
    }

    /// Where in its span every jittered wait lies from now on: 0 at its start, `u32::MAX` at its end.
    pub fn draws(&mut self, random: u32) {
        self.now.random = random;
    }

    pub fn now_ms(&self) -> u64 {
        self.now.ms
    }

    /// How long until the session wants to be woken.
    pub fn wakes_in_ms(&self) -> Option<u64> {
        self.wake_at_ms.map(|at| at - self.now.ms)
    }

    fn run_to(&mut self, ms: u64) {
        (self.now.ms, self.now.wall_ms) = (ms, ms);
    }
}

//! Time, set by hand.

use super::Session;
use crate::core::Event;

impl Session {
    /// Both clocks run on; timers that come due meanwhile fire.
    pub fn passes(&mut self, ms: u64) {
        self.effects.clear();
        let end = self.now.mono_ms + ms;
        for _ in 0..100_000 {
            let Some(due) = self.wake_at_ms.filter(|due| *due <= end) else {
                return self.run_to(end);
            };
            self.run_to(due.max(self.now.mono_ms));
            self.wake_at_ms = None;
            self.feed(Event::Woken);
        }
        panic!("a session that is woken for ever");
    }

    /// The computer sleeps: only the wall clock runs on, and no timer fires.
    pub fn sleeps(&mut self, ms: u64) {
        self.now.wall_ms += ms;
    }

    /// Somebody sets the wall clock back.
    pub fn is_set_back(&mut self, ms: u64) {
        self.now.wall_ms -= ms;
    }

    /// A timer fires, due or not.
    pub fn wakes(&mut self) {
        self.wake_at_ms = None;
        self.happens(Event::Woken);
    }

    /// Where in its span every jittered wait lies from now on: 0 at its start, `u32::MAX` at its end.
    pub fn draws(&mut self, random: u32) {
        self.now.random = random;
    }

    /// Wall and monotonic.
    pub fn clocks(&self) -> (u64, u64) {
        (self.now.wall_ms, self.now.mono_ms)
    }

    /// How long until the session wants to be woken.
    pub fn wakes_in_ms(&self) -> Option<u64> {
        self.wake_at_ms.map(|at| at - self.now.mono_ms)
    }

    fn run_to(&mut self, mono_ms: u64) {
        self.now.wall_ms += mono_ms - self.now.mono_ms;
        self.now.mono_ms = mono_ms;
    }
}

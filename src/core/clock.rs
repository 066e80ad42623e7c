//! Time, as an argument. What ends after 24 hours, across sleep too, is in `rules/expiry.rs`, `check_ends`.

/// The moment at which an event is handled.
///
/// Two clocks, because each is wrong in its own way: the wall clock can be set, and the monotonic clock may
/// stand still while the computer sleeps. Whichever has run further decides, but for how long a sign-in waits for a sign-out:
/// there time asleep must not count (`rules/sign_in.rs`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Now {
    /// Milliseconds since 1970.
    pub wall_ms: u64,
    /// Milliseconds since an arbitrary origin; never runs backwards.
    pub mono_ms: u64,
    /// A fresh random number, for jitter.
    pub random: u32,
}

impl Now {
    pub fn earlier_by(self, ms: u64) -> Self {
        let (wall_ms, mono_ms) = (self.wall_ms.saturating_sub(ms), self.mono_ms.saturating_sub(ms));
        Self { wall_ms, mono_ms, ..self }
    }
}

/// A moment to measure from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Since {
    wall_ms: u64,
    mono_ms: u64,
}

impl Since {
    pub fn from(now: Now) -> Self {
        Self { wall_ms: now.wall_ms, mono_ms: now.mono_ms }
    }

    pub fn earlier_by(self, ms: u64) -> Self {
        Self { wall_ms: self.wall_ms.saturating_sub(ms), mono_ms: self.mono_ms.saturating_sub(ms) }
    }

    /// Whether it is that moment of the monotonic clock, or a later one.
    pub fn is_at_or_after(self, mono_ms: u64) -> bool {
        self.mono_ms >= mono_ms
    }

    /// How many milliseconds are left of `span_ms`, by the clock that has run further; 0 once it is over.
    pub fn left_ms(self, span_ms: u64, now: Now) -> u64 {
        let wall = now.wall_ms.saturating_sub(self.wall_ms);
        let mono = now.mono_ms.saturating_sub(self.mono_ms);
        span_ms.saturating_sub(wall.max(mono))
    }
}

impl Since {
    /// When a span of time is over, by the wall clock.
    pub fn wall_end_ms(self, span_ms: u64) -> u64 {
        self.wall_ms.saturating_add(span_ms)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_moment_before_is_before_by_both_clocks() {
        let now = Now { wall_ms: 1_000, mono_ms: 500, random: 7 };
        assert_eq!(now.earlier_by(300), Now { wall_ms: 700, mono_ms: 200, random: 7 });
        assert_eq!(now.earlier_by(600), Now { wall_ms: 400, mono_ms: 0, random: 7 });
    }

    #[test]
    fn the_clock_that_ran_further_decides() {
        let at = |wall_ms, mono_ms| Now { wall_ms, mono_ms, random: 0 };
        let since = Since::from(at(1_000, 1_000));
        assert_eq!(since.left_ms(500, at(1_100, 1_100)), 400);
        assert_eq!(since.left_ms(500, at(1_500, 1_000)), 0, "the machine slept");
        assert_eq!(since.left_ms(500, at(0, 1_500)), 0, "the wall clock was set back");
        assert_eq!(since.left_ms(500, at(0, 0)), 500);
    }
}

//! The time, which each step gets as an argument.

/// The moment at which an event is handled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Now {
    /// The time by the page's [`Clock`], for all waits.
    pub ms: u64,
    /// The time by the computer's wall clock, for times that users see.
    pub wall_ms: u64,
    /// A fresh random number, for jitter.
    pub random: u32,
}

impl Now {
    /// Returns the moment `ms` milliseconds earlier.
    pub fn earlier_by(self, ms: u64) -> Self {
        let (wall_ms, ms) = (self.wall_ms.saturating_sub(ms), self.ms.saturating_sub(ms));
        Self { ms, wall_ms, ..self }
    }

    /// Returns the time `ms` milliseconds later, by the page's clock.
    pub fn plus_ms(self, ms: u64) -> u64 {
        self.ms.saturating_add(ms)
    }

    /// Returns how many milliseconds remain until `moment_ms`; 0: it has passed.
    pub fn until_ms(self, moment_ms: u64) -> u64 {
        moment_ms.saturating_sub(self.ms)
    }

    /// Returns how many milliseconds are left of a span of time that began at `since_ms`; 0: it is over.
    pub fn left_ms(self, span_ms: u64, since_ms: u64) -> u64 {
        self.until_ms(since_ms.saturating_add(span_ms))
    }
}

/// A clock in milliseconds since 1970, made of two clocks: the wall clock can be set back, and the monotonic clock may stand still while the
/// computer sleeps. Between two readings, the clock that has advanced further counts.
#[derive(Clone, Copy, Debug, Default)]
pub struct Clock {
    ms: u64,
    wall_ms: u64,
    mono_ms: u64,
}

/// How much further the wall clock must have advanced to count: the two clocks are not read at the same moment, nor with the same precision.
const ASLEEP_MS: u64 = 1_000;

impl Clock {
    /// Takes the times of the two clocks now, and returns the time of this clock.
    pub fn read(&mut self, wall_ms: u64, mono_ms: u64) -> u64 {
        let (wall, mono) = (wall_ms.saturating_sub(self.wall_ms), mono_ms.saturating_sub(self.mono_ms));
        let passed = if wall > mono.saturating_add(ASLEEP_MS) { wall } else { mono };
        *self = Self { ms: self.ms.saturating_add(passed), wall_ms, mono_ms };
        self.ms
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clock_that_has_advanced_further_counts() {
        let mut clock = Clock::default();
        assert_eq!(clock.read(1_000_000, 10), 1_000_000);
        assert_eq!(
            clock.read(1_000_301, 310),
            1_000_300,
            "awake: the monotonic clock, which is finer, counts"
        );
        assert_eq!(clock.read(1_900_301, 310), 1_900_300, "the machine slept");
        assert_eq!(clock.read(1_000_000, 410), 1_900_400, "the wall clock was set back");
        assert_eq!(clock.read(1_600_000, 410), 2_500_400, "and the machine slept again");
    }

    #[test]
    fn times_left_and_earlier_moments_are_never_below_zero() {
        let now = Now { ms: 1_500, wall_ms: 1_200, random: 7 };
        assert_eq!(now.left_ms(600, 1_000), 100);
        assert_eq!(now.left_ms(500, 1_000), 0);
        assert_eq!(now.left_ms(u64::MAX, 1_000), u64::MAX - 1_500);
        assert_eq!(now.earlier_by(300), Now { ms: 1_200, wall_ms: 900, random: 7 });
        assert_eq!(now.earlier_by(2_000), Now { ms: 0, wall_ms: 0, random: 7 });
    }
}

//! Both clocks of a page, and what has run out by them.

/// Milliseconds of the wall clock and of the monotonic one: each is wrong in its own way, and whichever has run
/// further decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Clocks {
    pub wall_ms: u64,
    pub mono_ms: u64,
}

impl Clocks {
    pub fn passes(&mut self, ms: u64) {
        self.wall_ms = self.wall_ms.saturating_add(ms);
        self.mono_ms = self.mono_ms.saturating_add(ms);
    }

    /// The later by each clock: the wall clock may have been set back in between.
    pub fn later(self, other: Self) -> Self {
        Self { wall_ms: self.wall_ms.max(other.wall_ms), mono_ms: self.mono_ms.max(other.mono_ms) }
    }

    /// Whether a span that began here is over.
    pub fn is_over(self, span_ms: u64, now: Self) -> bool {
        let wall = now.wall_ms.saturating_sub(self.wall_ms);
        wall.max(now.mono_ms.saturating_sub(self.mono_ms)) >= span_ms
    }
}

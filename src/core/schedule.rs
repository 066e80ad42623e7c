//! When the next read leaves, and when to wake up for it.

use super::clock::Now;
use super::effect::Effect;
use super::policy::TOKEN_LIFETIME_MS;
use super::publication::Status;
use super::state::State;
use super::step::Step;

/// A timer may stand still while the machine sleeps, and nobody tells the page when it wakes: what ends by itself is
/// looked after at least so often. It is far within what a timer holds.
const LONGEST_WAIT_MS: u64 = 10 * 60 * 1000;

/// A read that is owed, the more urgent the later in the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Owed {
    Nothing,
    /// When the page is visible and online, and reads are far enough apart.
    Spaced,
    /// When the page is visible and online: another tab said that something happened.
    Told,
    /// As soon as no sign-in or sign-out is under way.
    Urgent,
}

impl State {
    pub(super) fn owe(&mut self, owed: Owed) {
        self.owed = self.owed.max(owed);
    }

    /// In how many milliseconds the next read may leave, as things stand; `None`: something else must happen first.
    fn next_read_in_ms(&self, now: Now) -> Option<u64> {
        if self.cached || self.reading.is_some() || self.sign_in.is_some() || self.sign_out.is_some() {
            return None;
        }
        if self.owed == Owed::Urgent {
            return Some(0);
        }
        if !self.visible || !self.online {
            return None;
        }
        let until = |at: u64| at.saturating_sub(now.mono_ms);
        let spaced = |interval: u64| self.last_read.map_or(0, |last| last.left_ms(interval, now));
        let owed = match self.owed {
            Owed::Nothing => None,
            Owed::Spaced => Some(spaced(self.policy.min_interval_ms)),
            Owed::Told | Owed::Urgent => Some(0),
        };
        let poll = (self.policy.interval_ms > 0 && self.retry_at_ms.is_none())
            .then(|| spaced(self.policy.interval_ms.max(self.policy.min_interval_ms)));
        let next = [owed, self.retry_at_ms.map(until), poll].into_iter().flatten().min()?;
        Some(next.max(until(self.hold_until_ms)))
    }
}

impl Step<'_> {
    /// Lets a read leave that has come due, and asks to be woken for what comes next.
    pub(super) fn schedule(&mut self) {
        if self.state.closed {
            return;
        }
        let now = self.now.mono_ms;
        let awaited = !self.state.refreshers.is_empty() || self.exchanges_wait_for_a_read();
        if awaited && self.state.reading.is_none() {
            self.state.owe(Owed::Urgent);
        }
        if self.state.next_read_in_ms(self.now) == Some(0) {
            self.read();
        }
        let state = &mut *self.state;
        let expiry = state.signed_in.map(|since| since.left_ms(TOKEN_LIFETIME_MS, self.now));
        let staleness = state
            .last_good
            .filter(|_| state.stale && state.status == Status::Authenticated)
            .map(|since| since.left_ms(state.policy.max_stale_ms, self.now));
        let read = state.next_read_in_ms(self.now);
        let soonest = [expiry, staleness, read].into_iter().flatten().min();
        let wake_at = soonest.map(|after| {
            if after > LONGEST_WAIT_MS {
                // On the full ten minutes, so that a timer that is set stays the right one.
                (now / LONGEST_WAIT_MS + 1) * LONGEST_WAIT_MS
            } else {
                now.saturating_add(after)
            }
        });
        if wake_at != state.wake_at_ms {
            state.wake_at_ms = wake_at;
            let after_ms = wake_at.map(|at| at.saturating_sub(now));
            self.act(Effect::WakeIn { after_ms });
        }
    }
}

//! When the next read leaves, and when to wake up for it.

use super::effect::Effect;
use super::policy::TOKEN_LIFETIME_MS;
use super::publication::Status;
use super::state::State;
use super::step::Step;
use crate::api::retry_after::LONGEST_MS;

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

    /// The monotonic time at which the next read may leave, as things stand; `None`: something else must
    /// happen first.
    fn next_read_ms(&self) -> Option<u64> {
        if self.reading.is_some() || self.sign_in.is_some() || self.sign_out.is_some() {
            return None;
        }
        if self.owed == Owed::Urgent {
            return Some(0);
        }
        if !self.visible || !self.online {
            return None;
        }
        let spaced = |interval: u64| self.last_read_ms.map_or(0, |last| last.saturating_add(interval));
        let owed = match self.owed {
            Owed::Nothing => None,
            Owed::Spaced => Some(spaced(self.policy.min_interval_ms)),
            Owed::Told | Owed::Urgent => Some(0),
        };
        let poll = (self.policy.interval_ms > 0 && self.retry_at_ms.is_none())
            .then(|| spaced(self.policy.interval_ms.max(self.policy.min_interval_ms)));
        let next = [owed, self.retry_at_ms, poll].into_iter().flatten().min()?;
        Some(next.max(self.hold_until_ms))
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
        if self.state.next_read_ms().is_some_and(|due| due <= now) {
            self.read();
        }
        let state = &mut *self.state;
        let expiry = state.signed_in.map(|since| since.left_ms(TOKEN_LIFETIME_MS, self.now));
        let staleness = state
            .last_good
            .filter(|_| state.stale && state.status == Status::Authenticated)
            .map(|since| since.left_ms(state.policy.max_stale_ms, self.now));
        let read = state.next_read_ms().map(|due| due.saturating_sub(now));
        let wake_at = [expiry, staleness, read]
            .into_iter()
            .flatten()
            .min()
            .map(|after| now.saturating_add(after.min(u64::from(LONGEST_MS))));
        if wake_at != state.wake_at_ms {
            state.wake_at_ms = wake_at;
            let after_ms = wake_at.map(|at| at.saturating_sub(now));
            self.act(Effect::WakeIn { after_ms });
        }
    }
}

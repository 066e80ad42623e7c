//! Sends the requests that are due, and sets the timer for the next one.

use crate::core::effect::Effect;
use crate::core::state::{PendingRequest, Phase};
use crate::core::transition::Transition;

/// The longest wait of the timer. It may stand still while the computer sleeps, and no event tells that the computer woke up, so what ends by
/// time is checked at least this often.
const LONGEST_WAIT_MS: u64 = 10 * 60 * 1000;

impl Transition<'_> {
    /// Sends the requests that are due.
    pub fn schedule(&mut self) {
        if self.state.closed || self.state.page.replaying {
            return;
        }
        self.send_due_sign_in();
        if self.next_sign_out_in_ms() == Some(0) {
            self.begin_sign_out(Vec::new());
        }
        self.send_waiting();
        if let Some(own) = &self.state.lock.own
            && self.state.in_flight.is_idle()
            && let Some(failure) = own.backoff.failure()
        {
            // While the lock of the failed sign-out stands, there is no read to wait for.
            self.fail_callers(failure);
        }
        // The calls of one task share a read, so it is sent after the task, by the timer.
        let is_held_back = self.is_call && !self.state.reads.callers.is_empty();
        if self.next_read_in_ms() == Some(0) && !is_held_back {
            self.begin_read();
        }
        if self.next_catalogue_read_in_ms() == Some(0) {
            self.begin_catalogue_read();
        }
    }

    /// Whether a call waits for a read: for its outcome, to learn what a 401 means, or until the identity is verified.
    fn is_read_awaited(&self) -> bool {
        let waits_for_read = |pending: &PendingRequest| {
            pending.settled_after().is_some() || pending.phase == Phase::Waiting && self.state.unverified
        };
        !self.state.reads.callers.is_empty() || self.state.pending.list.iter().any(waits_for_read)
    }

    /// Sets the timer for what is due next; clears it in a closed session, or while the page is in the back/forward cache.
    pub fn wake_for_next(&mut self) {
        let is_inactive = self.state.closed || self.state.page.away;
        let soonest_ms = if is_inactive { None } else { self.soonest_in_ms() };
        self.act(Effect::WakeIn { after_ms: soonest_ms.map(|after_ms| after_ms.min(LONGEST_WAIT_MS)) });
    }

    /// Returns how many milliseconds remain until something is due by itself; `None`: nothing is.
    fn soonest_in_ms(&self) -> Option<u64> {
        let state = &*self.state;
        let expiry = state.credentials.ends_in_ms(self.now);
        let lock = state.lock.ends_in_ms(state.policy.timeout_ms, self.now);
        let patience = self.sign_in_waits_for_ms();
        let staleness = self.staleness_ends_in_ms();
        let (sign_out, read) = (self.next_sign_out_in_ms(), self.next_read_in_ms());
        let (warning, catalogue) = (self.warning_in_ms(), self.next_catalogue_read_in_ms());
        [expiry, warning, lock, patience, staleness, sign_out, read, catalogue].into_iter().flatten().min()
    }

    /// Returns how many milliseconds remain until this page's sign-out is sent again; `None`: not before another event. While a sign-in window is
    /// open, no sign-out is sent: it could end the session that begins there.
    fn next_sign_out_in_ms(&self) -> Option<u64> {
        let state = &*self.state;
        let own = state.lock.own.as_ref()?;
        let page = &state.page;
        let may_send = !page.away && page.sign_in_windows == 0;
        let is_free = state.in_flight.is_idle() && state.waiting_sign_in.is_none();
        (may_send && is_free).then_some(own.backoff.wait_ms(self.now))
    }

    /// Returns how many milliseconds remain until the next read is sent; `None`: not before another event.
    fn next_read_in_ms(&self) -> Option<u64> {
        let held_ms = self.now.until_ms(self.state.reads.held_until_ms);
        self.read_wanted_in_ms().map(|after_ms| after_ms.max(held_ms))
    }

    /// Returns how many milliseconds remain until a read is wanted, even if reads are held back until later (`Reads::held_until_ms`).
    fn read_wanted_in_ms(&self) -> Option<u64> {
        let state = &*self.state;
        if state.page.away || !state.in_flight.is_idle() || state.lock.stands() {
            return None;
        }
        if state.reads.is_urgent || self.is_read_awaited() {
            return Some(0);
        }
        if !state.page.visible {
            return None;
        }
        let reads = &state.reads;
        let due_ms = reads.backoff.due_in_ms(self.now);
        let polls_ms = state.policy.polls_every_ms().filter(|_| !reads.backoff.has_failed());
        let poll_ms = polls_ms.map(|interval_ms| reads.left_ms(interval_ms, self.now));
        let next_ms = due_ms.into_iter().chain(poll_ms).min()?;
        Some(next_ms.max(reads.backoff.waits_for_ms(self.now)))
    }
}

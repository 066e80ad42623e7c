//! Which request is sent when, and when to wake up for it.

use crate::core::effect::Effect;
use crate::core::state::{PendingRequest, Phase};
use crate::core::transition::Transition;

/// The longest wait. A timer may stand still while the computer sleeps, and no event says that it woke up: so what ends by
/// time is checked at least this often.
const LONGEST_WAIT_MS: u64 = 10 * 60 * 1000;

impl Transition<'_> {
    /// Sends what is due.
    pub fn schedule(&mut self) {
        if self.state.closed || self.state.page.replaying {
            return;
        }
        self.check_waiting_sign_in();
        if self.next_sign_out_in_ms() == Some(0) {
            self.begin_sign_out(Vec::new());
        }
        self.send_waiting();
        if let Some(own) = &self.state.lock.own
            && self.state.in_flight.is_idle()
            && let Some(failure) = own.backoff.failure()
        {
            // Nothing is read while the lock of that sign-out stands.
            self.fail_callers(failure);
        }
        // Calls of one task share a read, which answers all of them: it leaves after that task, by a timer.
        let is_held_back = self.is_call && !self.state.reads.callers.is_empty();
        if self.next_read_in_ms() == Some(0) && !is_held_back {
            self.begin_read();
        }
        if self.next_catalogue_read_in_ms() == Some(0) {
            self.begin_catalogue_read();
        }
    }

    /// Whether a call waits for a read: for the outcome of that read, with a 401, or until the identity is verified.
    fn is_read_awaited(&self) -> bool {
        let needs_one = |pending: &PendingRequest| {
            pending.settled_after().is_some() || pending.phase == Phase::Waiting && self.state.unverified
        };
        !self.state.reads.callers.is_empty() || self.state.pending.list.iter().any(needs_one)
    }

    /// Asks to be woken for what comes next, in place of what was asked before. A page that is away does nothing by itself.
    pub fn wake_for_next(&mut self) {
        let is_over = self.state.closed || self.state.page.away;
        let soonest_ms = if is_over { None } else { self.soonest_in_ms() };
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

    /// Returns how many milliseconds remain until a pending sign-out is sent again, as things stand. While a sign-in window is open, none is
    /// sent: it could end the session that begins there.
    fn next_sign_out_in_ms(&self) -> Option<u64> {
        let state = &*self.state;
        let own = state.lock.own.as_ref()?;
        let page = &state.page;
        let may_leave = !page.away && page.sign_in_windows == 0;
        let is_free = state.in_flight.is_idle() && state.waiting_sign_in.is_none();
        (may_leave && is_free).then_some(own.backoff.wait_ms(self.now))
    }

    /// Returns how many milliseconds remain until the next read may leave, as things stand; `None`: something else must happen first.
    fn next_read_in_ms(&self) -> Option<u64> {
        let held_ms = self.now.until_ms(self.state.reads.held_until_ms);
        self.read_wanted_in_ms().map(|after_ms| after_ms.max(held_ms))
    }

    /// Returns the same as if no read were held back (`Reads::held_until_ms`).
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

//! What ends by time: the session, 24 hours (`TOKEN_LIFETIME_MS`) after a password sign-in on this page (`identity-api.md` 3); what is shown,
//! `maxStaleMs` after the last successful answer; and the locks of other tabs. The time in which the computer sleeps counts
//! (`core/clock.rs`).

use crate::api::{Code, Failure};
use crate::core::effect::Effect;
use crate::core::policy::TOKEN_LIFETIME_MS;
use crate::core::publication::SessionEvent;
use crate::core::state::{AuthState, Credentials};
use crate::core::tab_message::Broadcast;
use crate::core::transition::Transition;
use crate::core::view::Reason;

impl Transition<'_> {
    /// Ends the session after its 24 hours, and hides what is too old to be shown. A page in the back/forward cache does neither: it reads
    /// first, when it is back.
    pub fn end_expired_session(&mut self) {
        if self.state.page.away {
            return;
        }
        if self.state.credentials.expire(self.now) {
            if self.state.unverified && !self.signed_in_here {
                // Another user may have signed in elsewhere: a read tells, and the session is hidden until then.
                self.state.credentials = Credentials::default();
                self.state.auth_state.hide();
                self.invalidate_identity();
            } else {
                self.give_up_reading();
                self.end(Reason::Expired);
                self.act(Effect::Broadcast(Broadcast::Changed));
            }
        }
        if self.staleness_ends_in_ms() == Some(0) {
            self.withhold_stale();
        }
    }

    /// Ends the locks of other tabs that have lasted for their time.
    pub fn end_expired_locks(&mut self) {
        if self.state.lock.end_expired(self.state.policy.timeout_ms, self.now) {
            self.invalidate_identity();
        }
    }

    /// Returns how many milliseconds remain until the page is to be warned that the session ends.
    pub fn warning_in_ms(&self) -> Option<u64> {
        let Self { state, now, .. } = self;
        let credentials = &state.credentials;
        let is_to_be_warned =
            state.policy.expiring_ms > 0 && !credentials.warned && state.auth_state.is_authenticated();
        let since_ms = credentials.shown_since_ms().filter(|_| is_to_be_warned)?;
        Some(now.left_ms(TOKEN_LIFETIME_MS, since_ms).saturating_sub(state.policy.expiring_ms))
    }

    /// Dispatches `expiring`, once it is due.
    pub fn warn_of_end(&mut self) {
        if self.warning_in_ms() == Some(0) {
            self.state.credentials.warned = true;
            self.session_events.push(SessionEvent::Expiring);
        }
    }

    /// Returns how many milliseconds remain until the user is hidden, unless the deployment is reached before; `None`: it was reached.
    pub fn staleness_ends_in_ms(&self) -> Option<u64> {
        let AuthState::Authenticated { known, error } = &self.state.auth_state else { return None };
        let unreachable = error.is_some() || self.state.page.cut_off;
        unreachable.then(|| self.now.left_ms(self.state.policy.max_stale_ms, known.confirmed_ms))
    }

    /// Hides the user; a read is under way, or follows. If no read has failed, the browser has said that it is offline.
    fn withhold_stale(&mut self) {
        let AuthState::Authenticated { error, .. } = self.state.auth_state else { return };
        self.state.auth_state.withhold(Some(error.unwrap_or(Failure::of(Code::Network))));
        let backoff = &mut self.state.reads.backoff;
        if self.state.in_flight.reading().is_none() && backoff.due_in_ms(self.now).is_none() {
            backoff.due_by(0);
        }
    }
}

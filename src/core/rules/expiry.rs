//! What ends by itself: the session, 24 hours after a password sign-in on this page (`identity-api.md` 3); what is shown without
//! a good answer, after `maxStaleMs`; and the locks of other tabs. The 24 hours are `TOKEN_LIFETIME_MS`
//! (`core/policy.rs`), and `state/credentials.rs` compares. Sleep counts (`core/clock.rs`).

use crate::api::{Code, Failure};
use crate::core::effect::Effect;
use crate::core::policy::TOKEN_LIFETIME_MS;
use crate::core::publication::SessionEvent;
use crate::core::state::{AuthState, Credentials};
use crate::core::tab_message::Broadcast;
use crate::core::transition::Transition;
use crate::core::view::Reason;

impl Transition<'_> {
    /// Ends the session after its 24 hours, and hides what may be shown no longer without a good answer. A page that is away reads first, once
    /// it is back.
    pub fn check_ends(&mut self) {
        if self.state.page.away {
            return;
        }
        if self.state.credentials.check_end(self.now) {
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

    /// Ends, by time, the locks of other tabs.
    pub fn check_locks(&mut self) {
        if self.state.lock.check_end(self.state.policy.timeout_ms, self.now) {
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

    /// Fires `expiring`, once it is due.
    pub fn warn_of_end(&mut self) {
        if self.warning_in_ms() == Some(0) {
            self.state.credentials.warned = true;
            self.session_events.push(SessionEvent::Expiring);
        }
    }

    /// Returns how many milliseconds remain until the gates close, unless the deployment is reached before.
    pub fn staleness_ends_in_ms(&self) -> Option<u64> {
        let AuthState::Authenticated { known, error } = &self.state.auth_state else { return None };
        let unreachable = error.is_some() || self.state.page.cut_off;
        unreachable.then(|| self.now.left_ms(self.state.policy.max_stale_ms, known.confirmed_ms))
    }

    /// Hides what is shown. A read is under way, or follows. Where no read has failed, the page is cut off.
    fn withhold_stale(&mut self) {
        let AuthState::Authenticated { error, .. } = self.state.auth_state else { return };
        self.state.auth_state.withhold(Some(error.unwrap_or(Failure::of(Code::Network))));
        let backoff = &mut self.state.reads.backoff;
        if self.state.in_flight.reading().is_none() && backoff.due_in_ms(self.now).is_none() {
            backoff.due_by(0);
        }
    }
}

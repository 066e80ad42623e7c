//! Sends the pending requests (`state/pending_request.rs`), which wait while the identity is unverified, a lock stands, or a sign-in is under
//! way.

use crate::api::Failure;
use crate::core::effect::Request;
use crate::core::state::{PendingRequest, Phase, SessionRequest};
use crate::core::transition::Transition;

impl Transition<'_> {
    /// Whether requests must wait: the browser's cookie may be another user's, or is about to change.
    pub fn requests_wait(&self) -> bool {
        let state = &*self.state;
        state.unverified || state.lock.stands() || matches!(state.in_flight, SessionRequest::SigningIn(_))
    }

    /// Sends the requests that need not wait, in the order of their calls.
    pub fn send_waiting(&mut self) {
        if let Some(failure) = self.failure_of_obstacle() {
            self.fail_waiting(failure);
        }
        let must_wait = self.requests_wait();
        for place in 0..self.state.pending.list.len() {
            let Some(pending) = self.state.pending.list.get(place) else { return };
            let request = pending.request;
            if pending.phase != Phase::Waiting || (must_wait && request != Request::SsoConfig) {
                continue;
            }
            let (bearer, id) = (self.carries_bearer(request), self.send(request));
            if let Some(pending) = self.state.pending.list.get_mut(place) {
                (pending.phase, pending.bearer, pending.id) = (Phase::Sent, bearer, id);
            }
        }
    }

    /// Returns the failure with which waiting requests end at once: of a failed sign-out, for its next try may be far away, or of a failed read
    /// that `Retry-After` forbids to repeat yet.
    fn failure_of_obstacle(&self) -> Option<Failure> {
        let state = &*self.state;
        match (&state.lock.own, &state.in_flight) {
            (_, SessionRequest::SigningIn(_)) => None,
            (Some(_), SessionRequest::SigningOut(_)) => None,
            (Some(own), _) => own.backoff.failure(),
            (None, _) => state
                .reads
                .backoff
                .failure()
                .filter(|_| self.state.unverified && state.reads.backoff.retry_after_left_ms(self.now) > 0)
                .filter(|_| state.in_flight.reading().is_none() && !state.reads.is_urgent),
        }
    }

    /// Ends the waiting requests with the failure of the read or sign-out that they wait for.
    pub fn fail_waiting(&mut self, failure: Failure) {
        let must_wait = self.state.unverified || self.state.lock.stands();
        let is_waiting = |pending: &PendingRequest| match pending.phase {
            Phase::Waiting => must_wait && pending.request != Request::SsoConfig,
            Phase::OtherRole | Phase::Confirming => true,
            _ => false,
        };
        for pending in self.state.pending.take(&is_waiting) {
            self.settle_all(&pending.calls, Err(failure));
        }
    }
}

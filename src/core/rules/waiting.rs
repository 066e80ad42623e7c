//! Requests beside the session's own wait while the identity is unverified, a lock stands or a sign-in is under way. What makes the
//! identity unverified: `rules/invalidation.rs`.

use crate::api::Failure;
use crate::core::effect::Request;
use crate::core::state::{PendingRequest, Phase, SessionRequest};
use crate::core::transition::Transition;

impl Transition<'_> {
    /// Whether requests wait: the browser's cookie may be another user's by now, or is about to be.
    pub fn requests_wait(&self) -> bool {
        let state = &*self.state;
        state.unverified || state.lock.stands() || matches!(state.in_flight, SessionRequest::SigningIn(_))
    }

    /// Sends the requests that need not wait, in the order of their calls.
    pub fn send_waiting(&mut self) {
        if let Some(failure) = self.failure_of_what_is_awaited() {
            self.fail_waiting(failure);
        }
        let waits = self.requests_wait();
        for place in 0..self.state.pending.list.len() {
            let Some(pending) = self.state.pending.list.get(place) else { return };
            let request = pending.request;
            if pending.phase != Phase::Waiting || (waits && request != Request::SsoConfig) {
                continue;
            }
            let (bearer, id) = (self.carries_bearer(request), self.send(request));
            if let Some(pending) = self.state.pending.list.get_mut(place) {
                (pending.phase, pending.bearer, pending.id) = (Phase::Sent, bearer, id);
            }
        }
    }

    /// Returns the failure of what requests wait for, where the next try is not made for their sake: a sign-out that failed, or a read that
    /// `Retry-After` forbids.
    fn failure_of_what_is_awaited(&self) -> Option<Failure> {
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

    /// Ends the requests that wait, with the failure of what they wait for.
    pub fn fail_waiting(&mut self, failure: Failure) {
        let waited = self.state.unverified || self.state.lock.stands();
        let waits = |pending: &PendingRequest| match pending.phase {
            Phase::Waiting => waited && pending.request != Request::SsoConfig,
            Phase::Doubted | Phase::Confirming => true,
            _ => false,
        };
        for pending in self.state.pending.take(&waits) {
            self.settle_all(&pending.calls, Err(failure));
        }
    }
}

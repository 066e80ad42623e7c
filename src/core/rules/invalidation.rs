//! The identity is unverified: another user may be signed in by now. What makes it so, and what follows: `docs/design.md`, "An
//! unverified identity". A read verifies it (`rules/session_read.rs`).

use crate::api::{Code, Failure};
use crate::core::effect::{Effect, Request};
use crate::core::state::{PendingRequest, Phase, SessionRequest};
use crate::core::transition::Transition;

impl Transition<'_> {
    pub(in crate::core) fn invalidate_identity(&mut self) {
        self.state.unverified = true;
        self.give_up_reading();
        self.restart_identity_requests();
        for pending in &mut self.state.pending.list {
            // It may have been refused before what makes the identity unverified.
            if pending.belongs_to_identity() && pending.phase == Phase::Unauthorized {
                pending.phase = Phase::Waiting;
            }
        }
        self.state.reads.backoff.due_by(0);
    }

    /// The read that verifies it leaves at once, also on a hidden page.
    pub(in crate::core) fn revalidate_now(&mut self) {
        self.invalidate_identity();
        self.state.reads.is_urgent = true;
    }

    /// Another user may have signed in, and no message says so: the other tabs are told of a change that the read finds.
    pub(in crate::core) fn invalidate_and_suspend_credentials(&mut self) {
        self.suspend_credentials();
        self.state.reads.after_message = false;
        self.revalidate_now();
    }

    /// What a sign-in here has left waits until a read has answered. A user may be signed in again: the `Date` of a sign-out counts no
    /// more.
    pub(in crate::core) fn suspend_credentials(&mut self) {
        self.state.dates.signed_out_ms = 0;
        self.state.credentials.suspend();
    }

    pub(in crate::core) fn is_unverified(&self) -> bool {
        self.state.unverified
    }

    /// Permissions and roles that are under way may be answered for another user by now: they are cancelled, and sent again once a read
    /// has answered. What no call waits for is begun again by itself.
    pub(in crate::core) fn restart_identity_requests(&mut self) {
        self.give_up_requests(Code::Aborted, &|pending| pending.calls.is_empty());
        let mut cancelled = Vec::new();
        for pending in &mut self.state.pending.list {
            if pending.belongs_to_identity() && pending.phase == Phase::Sent {
                pending.phase = Phase::Waiting;
                cancelled.push(pending.id);
            }
        }
        for id in cancelled {
            self.act(Effect::Cancel { id });
        }
    }

    /// Whether requests wait: the browser's cookie may be another user's by now, or is about to be.
    pub(in crate::core) fn requests_wait(&self) -> bool {
        let state = &*self.state;
        self.is_unverified() || state.lock.stands() || matches!(state.in_flight, SessionRequest::SigningIn(_))
    }

    /// Sends the requests that need not wait, in the order of their calls.
    pub(in crate::core) fn send_waiting(&mut self) {
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

    /// The failure of what requests wait for, where the next try is not made for their sake: a sign-out that failed, or a read that
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
                .filter(|_| self.is_unverified() && state.reads.backoff.retry_after_left_ms(self.now) > 0)
                .filter(|_| state.in_flight.reading().is_none() && !state.reads.is_urgent),
        }
    }

    /// What requests wait for has failed: they end with that failure.
    pub(in crate::core) fn fail_waiting(&mut self, failure: Failure) {
        let waited = self.is_unverified() || self.state.lock.stands();
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

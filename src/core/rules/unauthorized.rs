//! What becomes of a 401 (`identity-api.md` 5.5, 7). All requests that were answered so share one session read and one `reauthenticate`,
//! and each has one retry. The read leaves because they wait for it (`rules/schedule.rs`, `is_read_awaited`).

use crate::api::login::TokenPolicy;
use crate::api::{Code, Failure};
use crate::core::effect::{Effect, Need, NeedReason, Outcome, Request};
use crate::core::ids::RequestId;
use crate::core::state::{AuthState, PendingRequest, Phase};
use crate::core::transition::Transition;
use crate::core::view::{Reason, Status};

/// What becomes of a request that waited for a read.
enum Verdict {
    /// A refresh of the permissions: the read has told them.
    AnsweredByRead,
    Retry,
    Reauthenticate(NeedReason),
    DeliverUnauthorized,
}

impl Transition<'_> {
    /// Decides on the request at this place, which was answered 401. Where nothing is decided here, it waits for a session read:
    /// `settle_pending`.
    pub fn unauthorized(&mut self, place: usize) {
        let Some(pending) = self.state.pending.list.get_mut(place) else { return };
        if self.state.pending.reauthenticating {
            pending.phase = Phase::Reauthenticating;
        } else if let Some(verdict) = self.verdict_without_a_read(place) {
            if matches!(verdict, Verdict::DeliverUnauthorized) {
                self.read_after_refusal();
            }
            self.apply(place, verdict);
        }
    }

    /// Returns what becomes of a request, where no read need tell what its 401 means, or none may be made for it.
    fn verdict_without_a_read(&self, place: usize) -> Option<Verdict> {
        let state = &*self.state;
        let pending = state.pending.list.get(place)?;
        // What the request met is known by now: the session has ended since, or a user has signed in. Fifty such requests cost one read.
        let is_certain = !state.reads.backoff.has_failed() && !self.state.unverified;
        if !state.is_of_the_epoch(pending.id) && is_certain && state.auth_state.status() != Status::Unknown {
            return Some(self.verdict(pending));
        }
        let reads = &state.reads;
        let is_forbidden = reads.backoff.retry_after_left_ms(self.now) > 0;
        // A read would change nothing for this request, and a page that polls would double its requests.
        let helps = state.policy.reauthenticates || pending.bearer;
        let is_early = reads.left_ms(state.policy.min_interval_ms, self.now) > 0;
        let is_vain = !helps && (is_early || reads.backoff.has_failed() || is_certain && self.has_ended());
        (is_vain || is_forbidden).then_some(Verdict::DeliverUnauthorized)
    }

    /// Decides what becomes of the requests that waited for the session read of that number.
    pub fn settle_pending(&mut self, read: RequestId) {
        let waited = |pending: &PendingRequest| pending.settled_after().is_some_and(|after| after < read);
        let refused = |pending: &PendingRequest| {
            pending.phase == Phase::Unauthorized && pending.bearer && self.state.is_of_the_epoch(pending.id)
        };
        let is_refused = self.state.pending.list.iter().any(|pending| waited(pending) && refused(pending));
        if is_refused && self.state.auth_state.is_authenticated() && !self.state.credentials.carries_reads() {
            // The cookie is valid and the token was refused: the token is of no use any more.
            self.state.credentials.drop_token();
        }
        self.settle_each(read, Self::verdict);
    }

    /// Decides on every request that waited for this read, in order.
    fn settle_each(&mut self, read: RequestId, decide: impl Fn(&Self, &PendingRequest) -> Verdict) {
        let mut place = 0;
        while let Some(pending) = self.state.pending.list.get(place) {
            let left = self.state.pending.list.len();
            if pending.settled_after().is_some_and(|after| after < read) {
                let verdict = decide(self, pending);
                self.apply(place, verdict);
            }
            if self.state.pending.list.len() == left {
                place += 1;
            }
        }
    }

    fn verdict(&self, pending: &PendingRequest) -> Verdict {
        if pending.phase == Phase::Doubted {
            return Verdict::AnsweredByRead;
        }
        let confirming = pending.phase == Phase::Confirming;
        if self.state.auth_state.is_authenticated() {
            // A retry needs a difference: a new epoch, or a token gained or dropped.
            let renewed = !self.state.is_of_the_epoch(pending.id)
                || pending.bearer != self.carries_bearer(pending.request);
            if confirming || renewed {
                return Verdict::Retry;
            }
            // If the page keeps no token, no sign-in brings one.
            if !pending.bearer && self.state.policy.token == TokenPolicy::Memory {
                return Verdict::Reauthenticate(NeedReason::Bearer);
            }
        } else if self.has_ended() && !confirming {
            return Verdict::Reauthenticate(NeedReason::Ended);
        }
        Verdict::DeliverUnauthorized
    }

    fn apply(&mut self, place: usize, verdict: Verdict) {
        match verdict {
            Verdict::AnsweredByRead => {
                let is_shown = self.state.auth_state.is_authenticated();
                self.settle_request(place, if is_shown { Ok(Outcome::Done) } else { Err(refused()) });
            }
            Verdict::Retry => {
                if let Some(pending) = self.state.pending.list.get_mut(place) {
                    (pending.is_last_try, pending.phase) = (true, Phase::Waiting);
                }
            }
            Verdict::Reauthenticate(reason) if self.may_reauthenticate(place) => {
                self.reauthenticate(reason);
                self.wait_for_reauthentication(place);
            }
            Verdict::Reauthenticate(_) | Verdict::DeliverUnauthorized
                if self.state.pending.reauthenticating =>
            {
                self.wait_for_reauthentication(place);
            }
            Verdict::Reauthenticate(_) | Verdict::DeliverUnauthorized => self.deliver_unauthorized(place),
        }
    }

    /// Whether the page's `reauthenticate` is called for this request. It is not if there is none, after a sign-out, if no call waits for the
    /// request, or if a `reauthenticate` has ended since the request was sent.
    fn may_reauthenticate(&self, place: usize) -> bool {
        let state = &*self.state;
        let signed_out =
            matches!(state.auth_state, AuthState::Unauthenticated { reason: Reason::SignedOut, .. });
        let is_due = |pending: &PendingRequest| {
            !pending.calls.is_empty() && Some(pending.id) > state.pending.reauthenticated_up_to
        };
        state.policy.reauthenticates && !signed_out && state.pending.list.get(place).is_some_and(is_due)
    }

    /// Calls the page's `reauthenticate`, unless one is under way.
    fn reauthenticate(&mut self, reason: NeedReason) {
        if !core::mem::replace(&mut self.state.pending.reauthenticating, true) {
            let user = self.state.identity.user;
            self.act(Effect::Reauthenticate(Need { reason, user }));
        }
    }

    fn wait_for_reauthentication(&mut self, place: usize) {
        if let Some(pending) = self.state.pending.list.get_mut(place) {
            pending.phase = Phase::Reauthenticating;
        }
    }

    /// Takes in that the page's `reauthenticate` is over.
    pub fn reauthenticated(&mut self, resolved: bool) {
        let state = &mut *self.state;
        if !core::mem::take(&mut state.pending.reauthenticating) {
            return;
        }
        state.pending.reauthenticated_up_to = Some(state.last_request);
        if resolved {
            for pending in &mut state.pending.list {
                if pending.phase == Phase::Reauthenticating {
                    pending.phase = Phase::Confirming;
                }
            }
            // The page may have signed a user in by a request of its own: a read that begins now tells.
            self.revalidate_now();
        } else {
            let waits = |pending: &PendingRequest| pending.phase == Phase::Reauthenticating;
            while let Some(place) = self.state.pending.list.iter().position(waits) {
                self.deliver_unauthorized(place);
            }
        }
    }

    /// Fails the requests that wait for the session read of that number with their 401, because that read has failed; and those that wait for
    /// a later one while `Retry-After` forbids a read.
    pub fn deliver_unsettled(&mut self, read: RequestId) {
        let is_forbidden = self.state.reads.backoff.retry_after_left_ms(self.now) > 0;
        let read = if is_forbidden { self.state.last_request.next() } else { read };
        self.settle_each(read, |_, _| Verdict::DeliverUnauthorized);
    }

    /// Ends the calls of a request with the 401 that it was answered.
    fn deliver_unauthorized(&mut self, place: usize) {
        let failure = refused();
        let Some(pending) = self.state.pending.list.get(place) else { return };
        let outcome = match pending.request {
            Request::Fetch(_) => Ok(Outcome::Response),
            _ => Err(failure),
        };
        if pending.request == Request::Roles && self.state.is_of_the_epoch(pending.id) {
            self.catalogue_failed(&failure);
        }
        self.settle_request(place, outcome);
    }

    /// Whether, as far as is known, no user is signed in.
    fn has_ended(&self) -> bool {
        matches!(self.state.auth_state, AuthState::Unauthenticated { .. })
    }
}

/// Returns what a call ends with, where no user is signed in for it.
fn refused() -> Failure {
    Failure::answered(Code::Unauthenticated, 401)
}

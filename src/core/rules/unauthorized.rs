//! What follows from a 401 (`identity-api.md` 5.5, 7). All requests that were answered 401 share one session read and one call of the page's
//! `reauthenticate`, and each is retried at most once. `rules/schedule.rs` sends that read: `is_read_awaited`.

use crate::api::login::TokenPolicy;
use crate::api::{Code, Failure};
use crate::core::effect::{Effect, Need, NeedReason, Outcome, Request};
use crate::core::ids::RequestId;
use crate::core::state::{AuthState, PendingRequest, Phase};
use crate::core::transition::Transition;
use crate::core::view::{Reason, Status};

/// What is done with a request that waited for a read.
enum Verdict {
    /// Ends a refresh of the permissions: the read has brought them.
    AnsweredByRead,
    Retry,
    Reauthenticate(NeedReason),
    DeliverUnauthorized,
}

impl Transition<'_> {
    /// Decides on the request at this place of the list, which was answered 401; or leaves it to `settle_pending`, after a session read.
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

    /// Returns what is done with a request without waiting for a read, if no read is needed for it, or none may be made; else `None`.
    fn verdict_without_a_read(&self, place: usize) -> Option<Verdict> {
        let state = &*self.state;
        let pending = state.pending.list.get(place)?;
        // The request is older than the current epoch, so it is known what has changed since: the session has ended, or a user has signed in.
        // Many such requests cost no further read.
        let is_certain = !state.reads.backoff.has_failed() && !self.state.unverified;
        if !state.is_of_the_epoch(pending.id) && is_certain && state.auth_state.status() != Status::Unknown {
            return Some(self.verdict(pending));
        }
        let reads = &state.reads;
        let is_forbidden = reads.backoff.retry_after_left_ms(self.now) > 0;
        // Where no read can lead to another try, the 401 is delivered whatever a read finds. With a read for each, a page that polls would
        // double its requests.
        let helps = state.policy.reauthenticates || pending.bearer;
        let is_early = reads.left_ms(state.policy.min_interval_ms, self.now) > 0;
        let is_vain = !helps && (is_early || reads.backoff.has_failed() || is_certain && self.has_ended());
        (is_vain || is_forbidden).then_some(Verdict::DeliverUnauthorized)
    }

    /// Decides on the requests that waited for this session read, which was answered.
    pub fn settle_pending(&mut self, read: RequestId) {
        let waited = |pending: &PendingRequest| pending.settled_after().is_some_and(|after| after < read);
        let has_refused_token = |pending: &PendingRequest| {
            pending.phase == Phase::Unauthorized && pending.bearer && self.state.is_of_the_epoch(pending.id)
        };
        let is_token_refused =
            self.state.pending.list.iter().any(|pending| waited(pending) && has_refused_token(pending));
        if is_token_refused
            && self.state.auth_state.is_authenticated()
            && !self.state.credentials.carries_reads()
        {
            // The cookie is valid, but the token was refused: it is of no use any more.
            self.state.credentials.drop_token();
        }
        self.settle_each(read, Self::verdict);
    }

    /// Decides on every request that waited for this read, in order.
    fn settle_each(&mut self, read: RequestId, decide: impl Fn(&Self, &PendingRequest) -> Verdict) {
        let mut place = 0;
        while let Some(pending) = self.state.pending.list.get(place) {
            let count_before = self.state.pending.list.len();
            if pending.settled_after().is_some_and(|after| after < read) {
                let verdict = decide(self, pending);
                self.apply(place, verdict);
            }
            // A request that was settled has left the list, and the next one has its place.
            if self.state.pending.list.len() == count_before {
                place += 1;
            }
        }
    }

    /// Returns what is done with a request, by the state that is known now.
    fn verdict(&self, pending: &PendingRequest) -> Verdict {
        if pending.phase == Phase::OtherRole {
            return Verdict::AnsweredByRead;
        }
        let is_reauthenticated = pending.phase == Phase::Confirming;
        if self.state.auth_state.is_authenticated() {
            // A retry can succeed only if something differs: the epoch, or whether it carries the token.
            let differs = !self.state.is_of_the_epoch(pending.id)
                || pending.bearer != self.carries_bearer(pending.request);
            if is_reauthenticated || differs {
                return Verdict::Retry;
            }
            // A sign-in brings a token only if the page keeps tokens.
            if !pending.bearer && self.state.policy.token == TokenPolicy::Memory {
                return Verdict::Reauthenticate(NeedReason::Bearer);
            }
        } else if self.has_ended() && !is_reauthenticated {
            return Verdict::Reauthenticate(NeedReason::Ended);
        }
        Verdict::DeliverUnauthorized
    }

    fn apply(&mut self, place: usize, verdict: Verdict) {
        match verdict {
            Verdict::AnsweredByRead => {
                let is_shown = self.state.auth_state.is_authenticated();
                self.settle_request(
                    place,
                    if is_shown { Ok(Outcome::Done) } else { Err(unauthorized_failure()) },
                );
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

    /// Whether the page's `reauthenticate` may be called for this request. That is not so if the page has passed none, after a sign-out, if no
    /// call waits for the request, or if a `reauthenticate` has ended since the request was sent.
    fn may_reauthenticate(&self, place: usize) -> bool {
        let state = &*self.state;
        let signed_out =
            matches!(state.auth_state, AuthState::Unauthenticated { reason: Reason::SignedOut, .. });
        let is_eligible = |pending: &PendingRequest| {
            !pending.calls.is_empty() && Some(pending.id) > state.pending.reauthenticated_up_to
        };
        state.policy.reauthenticates && !signed_out && state.pending.list.get(place).is_some_and(is_eligible)
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

    /// Takes in that the page's `reauthenticate` has resolved or rejected.
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
            // The page may have signed a user in by a request of its own. A read that begins now finds that user.
            self.revalidate_now();
        } else {
            let waits = |pending: &PendingRequest| pending.phase == Phase::Reauthenticating;
            while let Some(place) = self.state.pending.list.iter().position(waits) {
                self.deliver_unauthorized(place);
            }
        }
    }

    /// Ends the requests that wait for this session read with their 401, because it has failed. While `Retry-After` forbids a read, also ends
    /// the requests that wait for a later read.
    pub fn deliver_unsettled(&mut self, read: RequestId) {
        let is_forbidden = self.state.reads.backoff.retry_after_left_ms(self.now) > 0;
        let read = if is_forbidden { self.state.last_request.next() } else { read };
        self.settle_each(read, |_, _| Verdict::DeliverUnauthorized);
    }

    /// Ends the calls of a request with the 401 that it was answered.
    fn deliver_unauthorized(&mut self, place: usize) {
        let failure = unauthorized_failure();
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

    /// Whether it is known that no user is signed in.
    fn has_ended(&self) -> bool {
        matches!(self.state.auth_state, AuthState::Unauthenticated { .. })
    }
}

/// Returns the failure of a call that was answered 401.
fn unauthorized_failure() -> Failure {
    Failure::answered(Code::Unauthenticated, 401)
}

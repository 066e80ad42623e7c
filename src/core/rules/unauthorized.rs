//! What becomes of a 401 (`identity-api.md` 5.5, 7). There is one shared session read, one `reauthenticate` for all who wait, and
//! one retry each.

use crate::api::login::TokenPolicy;
use crate::api::{Code, Failure};
use crate::core::effect::{Effect, Need, NeedReason, Outcome, Request};
use crate::core::ids::RequestId;
use crate::core::state::{Belief, Exchange, Phase};
use crate::core::turn::Turn;
use crate::core::view::{Reason, Status};

/// What becomes of a request that waited for a read.
enum Verdict {
    /// The read answers it, too.
    Published,
    Retry,
    Ask(NeedReason),
    HandOn,
}

impl Turn<'_> {
    /// The request at this place was answered 401.
    pub(in crate::core) fn unauthorized(&mut self, place: usize) {
        let Some(exchange) = self.state.exchanges.list.get_mut(place) else { return };
        if self.state.exchanges.reauthenticating {
            exchange.phase = Phase::Reauthenticating;
        } else if let Some(verdict) = self.verdict_without_a_read(place) {
            if matches!(verdict, Verdict::HandOn) {
                self.read_after_refusal();
            }
            self.carry_out(place, verdict);
        }
    }

    /// Where no read need tell what the 401 means, or none may be made for it.
    fn verdict_without_a_read(&self, place: usize) -> Option<Verdict> {
        let state = &*self.state;
        let exchange = state.exchanges.list.get(place)?;
        // What it met is known by now: the session has ended since, or somebody has signed in. Fifty of them cost one read.
        let is_certain = !state.reads.backoff.has_failed() && !self.is_in_question();
        if !state.is_of_the_epoch(exchange.id) && is_certain && state.belief.status() != Status::Unknown {
            return Some(self.verdict(exchange));
        }
        let reads = &state.reads;
        let is_forbidden = reads.backoff.retry_after_left_ms(self.now) > 0;
        // A read would change nothing for this request, and a page that polls would double its requests.
        let helps = state.policy.reauthenticates || exchange.bearer;
        let is_early = reads.left_ms(state.policy.min_interval_ms, self.now) > 0;
        let is_vain = !helps && (is_early || reads.backoff.has_failed() || is_certain && self.has_ended());
        (is_vain || is_forbidden).then_some(Verdict::HandOn)
    }

    /// After the session read of that number: decides what becomes of the requests that waited for it.
    pub(in crate::core) fn settle_exchanges(&mut self, read: RequestId) {
        let waited = |exchange: &Exchange| exchange.settled_after().is_some_and(|after| after < read);
        let refused = |exchange: &Exchange| {
            exchange.phase == Phase::Unauthorized
                && exchange.bearer
                && self.state.is_of_the_epoch(exchange.id)
        };
        let is_refused =
            self.state.exchanges.list.iter().any(|exchange| waited(exchange) && refused(exchange));
        if is_refused && self.state.belief.is_authenticated() && !self.state.credentials.carries_reads() {
            // The cookie is valid and the token was refused: the token is of no use any more.
            self.state.credentials.drop_token();
        }
        self.settle_each(read, Self::verdict);
    }

    /// Decides on every request that waited for this read, in order.
    fn settle_each(&mut self, read: RequestId, decide: impl Fn(&Self, &Exchange) -> Verdict) {
        let mut place = 0;
        while let Some(exchange) = self.state.exchanges.list.get(place) {
            let left = self.state.exchanges.list.len();
            if exchange.settled_after().is_some_and(|after| after < read) {
                let verdict = decide(self, exchange);
                self.carry_out(place, verdict);
            }
            if self.state.exchanges.list.len() == left {
                place += 1;
            }
        }
    }

    fn verdict(&self, exchange: &Exchange) -> Verdict {
        if exchange.phase == Phase::Doubted {
            return Verdict::Published;
        }
        let confirming = exchange.phase == Phase::Confirming;
        if self.state.belief.is_authenticated() {
            // A retry needs a difference: a new epoch, or a token gained or dropped.
            let renewed = !self.state.is_of_the_epoch(exchange.id)
                || exchange.bearer != self.carries_bearer(exchange.request);
            if confirming || renewed {
                return Verdict::Retry;
            }
            // If the page keeps no token, no sign-in brings one.
            if !exchange.bearer && self.state.policy.token == TokenPolicy::Memory {
                return Verdict::Ask(NeedReason::Bearer);
            }
        } else if self.has_ended() && !confirming {
            return Verdict::Ask(NeedReason::Ended);
        }
        Verdict::HandOn
    }

    fn carry_out(&mut self, place: usize, verdict: Verdict) {
        match verdict {
            Verdict::Published => {
                let is_shown = self.state.belief.is_authenticated();
                self.settle_exchange(place, if is_shown { Ok(Outcome::Published) } else { Err(refused()) });
            }
            Verdict::Retry => {
                if let Some(exchange) = self.state.exchanges.list.get_mut(place) {
                    (exchange.is_last_try, exchange.phase) = (true, Phase::Waiting);
                }
            }
            Verdict::Ask(reason) if self.may_ask(place) => {
                self.ask(reason);
                self.wait_for_reauthentication(place);
            }
            Verdict::Ask(_) | Verdict::HandOn if self.state.exchanges.reauthenticating => {
                self.wait_for_reauthentication(place);
            }
            Verdict::Ask(_) | Verdict::HandOn => self.hand_on(place),
        }
    }

    /// Whether the page's `reauthenticate` is called for this request. Not if there is none, after a sign-out, if nobody waits for the
    /// request, or if one has ended since it was sent.
    fn may_ask(&self, place: usize) -> bool {
        let state = &*self.state;
        let signed_out = matches!(state.belief, Belief::Unauthenticated { reason: Reason::SignedOut, .. });
        let is_due = |exchange: &Exchange| {
            !exchange.calls.is_empty() && Some(exchange.id) > state.exchanges.asked_up_to
        };
        state.policy.reauthenticates && !signed_out && state.exchanges.list.get(place).is_some_and(is_due)
    }

    fn ask(&mut self, reason: NeedReason) {
        if !core::mem::replace(&mut self.state.exchanges.reauthenticating, true) {
            let user = self.state.identity.user;
            self.act(Effect::Reauthenticate(Need { reason, user }));
        }
    }

    fn wait_for_reauthentication(&mut self, place: usize) {
        if let Some(exchange) = self.state.exchanges.list.get_mut(place) {
            exchange.phase = Phase::Reauthenticating;
        }
    }

    /// The page's `reauthenticate` is over.
    pub(in crate::core) fn reauthenticated(&mut self, resolved: bool) {
        let state = &mut *self.state;
        if !core::mem::take(&mut state.exchanges.reauthenticating) {
            return;
        }
        state.exchanges.asked_up_to = Some(state.last_request);
        if resolved {
            for exchange in &mut state.exchanges.list {
                if exchange.phase == Phase::Reauthenticating {
                    exchange.phase = Phase::Confirming;
                }
            }
            // The page may have signed somebody in by a request of its own: a read that begins now tells.
            self.question_urgently();
        } else {
            let waits = |exchange: &Exchange| exchange.phase == Phase::Reauthenticating;
            while let Some(place) = self.state.exchanges.list.iter().position(waits) {
                self.hand_on(place);
            }
        }
    }

    /// The session read of that number has failed: who waited for it with a 401 gets that; and who waited for a later one, where the
    /// deployment has named a time before which none is made.
    pub(in crate::core) fn hand_on_unsettled(&mut self, read: RequestId) {
        let is_forbidden = self.state.reads.backoff.retry_after_left_ms(self.now) > 0;
        let read = if is_forbidden { self.state.last_request.next() } else { read };
        self.settle_each(read, |_, _| Verdict::HandOn);
    }

    /// Ends the calls of a request with the 401 that it was answered.
    fn hand_on(&mut self, place: usize) {
        let failure = refused();
        let Some(exchange) = self.state.exchanges.list.get(place) else { return };
        let outcome = match exchange.request {
            Request::Fetch(_) => Ok(Outcome::Response),
            _ => Err(failure),
        };
        if exchange.request == Request::Roles && self.state.is_of_the_epoch(exchange.id) {
            self.catalogue_failed(&failure);
        }
        self.settle_exchange(place, outcome);
    }

    /// Nobody is signed in, as far as is known.
    fn has_ended(&self) -> bool {
        matches!(self.state.belief, Belief::Unauthenticated { .. })
    }
}

/// What a call ends with, where nobody is signed in for it.
fn refused() -> Failure {
    Failure::answered(Code::Unauthenticated, 401)
}

//! What becomes of a 401 (`identity-api.md` 5.5, 7). There is one shared session read, one `reauthenticate` for all who wait,
//! and one retry each. A request is tried again for its own user only.

use crate::api::login::TokenPolicy;
use crate::api::{Code, Failure};
use crate::core::effect::{Effect, Need, NeedReason, Outcome, Request};
use crate::core::ids::RequestId;
use crate::core::state::{Belief, Exchange, Owed, Phase};
use crate::core::turn::Turn;
use crate::core::view::Reason;

impl Turn<'_> {
    pub(in crate::core) fn unauthorized(&mut self, mut exchange: Exchange) {
        let state = &*self.state;
        exchange.phase = Phase::Settling;
        // The session is known to have ended: decide now, unless a read that is still to come may find a sign-in.
        let met_known_end = self.has_ended()
            && Some(exchange.id) < state.reads.newest_believed
            && !state.exchanges.wait_for_a_read();
        // The user has signed in again since.
        let is_outdated = self.is_signed_in() && !self.is_of_this_epoch(&exchange);
        if state.exchanges.reauthenticating {
            exchange.phase = Phase::Reauthenticating;
            self.state.exchanges.put(exchange);
        } else if met_known_end || is_outdated {
            self.settle_exchange(exchange);
        } else if !self.may_be_helped() {
            self.hand_on(&exchange);
            self.state.reads.owe(Owed::Spaced);
        } else {
            self.state.exchanges.put(exchange);
        }
    }

    /// Whether a read can help. A page that asks again and again while nobody is signed in must not make the deployment
    /// answer twice each time.
    fn may_be_helped(&self) -> bool {
        let state = &*self.state;
        let ends_with_it =
            self.has_ended() && !state.policy.reauthenticates && !state.exchanges.wait_for_a_read();
        // `Retry-After` forbids a read now.
        !ends_with_it && state.reads.backoff.retry_after_left_ms(self.now) == 0
    }

    /// After the session read of that number: decides what becomes of the requests that waited for it.
    pub(in crate::core) fn settle_exchanges(&mut self, read: RequestId) {
        if self.state.reads.in_question_after.is_some() && !self.state.reads.backoff.has_failed() {
            // Since that read began, it has come into question who is signed in. A later read decides.
            return;
        }
        // Where `Retry-After` forbids a later read, no request waits for one.
        let is_held = self.state.reads.backoff.retry_after_left_ms(self.now) > 0;
        let waits =
            |exchange: &Exchange| exchange.settled_after().is_some_and(|after| after < read || is_held);
        let waiting = self.state.exchanges.take(&waits);
        let refused = |exchange: &Exchange| exchange.bearer && self.is_of_this_epoch(exchange);
        if self.is_signed_in() && waiting.iter().any(refused) && !self.state.credentials.carries_reads() {
            // The cookie is valid and the token was refused: the token is of no use any more.
            self.state.credentials.drop_token();
        }
        for exchange in waiting {
            self.settle_exchange(exchange);
        }
    }

    fn settle_exchange(&mut self, exchange: Exchange) {
        let user = self.state.belief.user_id();
        if matches!(exchange.phase, Phase::Held { .. }) {
            let is_found = match user {
                Some(_) => self.is_signed_in(),
                // Under a guard nobody is shown, though the read may have found somebody.
                None => self.has_ended() && self.state.reads.newcomer_after.is_none(),
            };
            return if is_found && exchange.user == user {
                self.dispatch(exchange);
            } else {
                self.settle_all(&exchange.calls, Err(Failure::of(Code::Superseded)));
            };
        }
        if matches!(exchange.phase, Phase::Doubted { .. }) {
            return self.settle_doubted(&exchange);
        }
        let confirming = matches!(exchange.phase, Phase::Confirming { .. });
        if self.is_signed_in() {
            // A retry needs a difference: a new epoch, or a token gained or dropped.
            let renewed =
                !self.is_of_this_epoch(&exchange) || exchange.bearer != self.carries_bearer(exchange.request);
            let is_own = exchange.user == user;
            if confirming && (is_own || exchange.user.is_none()) || renewed && is_own {
                return self.retry(exchange);
            }
            // If the page keeps no token, no sign-in brings one.
            let keeps_tokens = self.state.policy.token == TokenPolicy::Memory;
            if !confirming && is_own && !exchange.bearer && keeps_tokens {
                return self.ask(exchange, NeedReason::Bearer);
            }
        } else if self.has_ended() && !confirming && self.was_of(&exchange) {
            return self.ask(exchange, NeedReason::Ended);
        }
        self.hand_on_or_wait(exchange);
    }

    /// If the read finds the same user, it answers the call, too.
    pub(in crate::core) fn settle_doubted(&mut self, exchange: &Exchange) {
        let is_own = self.state.belief.user_id() == exchange.user;
        let outcome = match self.state.belief {
            Belief::Authenticated { doubt: Some(failure), .. }
            | Belief::Unknown { error: Some(failure), .. } => Err(failure),
            Belief::Authenticated { .. } | Belief::Unauthenticated { .. } if is_own => Ok(Outcome::Published),
            _ => Err(Failure::of(Code::Superseded)),
        };
        self.settle_all(&exchange.calls, outcome);
    }

    /// Whether the session that has ended was the request's own. Nobody is asked to sign in for another's request.
    fn was_of(&self, exchange: &Exchange) -> bool {
        exchange.user.is_none() || exchange.user == self.state.belief.last_user_id()
    }

    /// Calls the page's `reauthenticate`. Not if there is none, after a sign-out, or if one has ended in vain since the
    /// request was sent.
    fn ask(&mut self, mut exchange: Exchange, reason: NeedReason) {
        let state = &mut *self.state;
        let signed_out = matches!(state.belief, Belief::Unauthenticated { reason: Reason::SignedOut, .. });
        // Nobody waits for a catalogue that the engine reads by itself.
        let is_awaited = !exchange.calls.is_empty();
        if !state.policy.reauthenticates
            || !is_awaited
            || signed_out
            || Some(exchange.id) <= state.exchanges.asked_in_vain
        {
            return self.hand_on_or_wait(exchange);
        }
        exchange.phase = Phase::Reauthenticating;
        state.exchanges.put(exchange);
        if !state.exchanges.reauthenticating {
            state.exchanges.reauthenticating = true;
            let user = state.belief.last_user_id();
            self.act(Effect::Reauthenticate(Need { reason, user }));
        }
    }

    /// The page's `reauthenticate` is over.
    pub(in crate::core) fn reauthenticated(&mut self, resolved: bool) {
        let state = &mut *self.state;
        if !core::mem::take(&mut state.exchanges.reauthenticating) {
            return;
        }
        if !resolved || !state.belief.is_authenticated() {
            state.exchanges.asked_in_vain = Some(state.last_request);
        }
        let after = state.last_request;
        let waiting = state.exchanges.take(&|exchange| exchange.phase == Phase::Reauthenticating);
        if resolved {
            // The page may have signed somebody in by a request of its own: a read that begins now tells.
            self.expect_a_newcomer();
            self.state.reads.owe(Owed::Urgent);
        }
        for mut exchange in waiting {
            if resolved {
                exchange.phase = Phase::Confirming { after };
                self.state.exchanges.put(exchange);
            } else {
                self.hand_on(&exchange);
            }
        }
    }

    fn retry(&mut self, mut exchange: Exchange) {
        exchange.is_last_try = true;
        self.dispatch(exchange);
    }

    /// Hands the 401 on. While a `reauthenticate` runs, the request waits for that instead.
    fn hand_on_or_wait(&mut self, mut exchange: Exchange) {
        if self.state.exchanges.reauthenticating {
            exchange.phase = Phase::Reauthenticating;
            self.state.exchanges.put(exchange);
        } else {
            self.hand_on(&exchange);
        }
    }

    /// Ends the calls of a request with the 401 that it was answered.
    fn hand_on(&mut self, exchange: &Exchange) {
        let failure = Failure::of_status(401);
        let outcome = match exchange.request {
            Request::Fetch(_) => Ok(Outcome::Response),
            _ => Err(failure),
        };
        if exchange.request == Request::Roles && self.is_of_this_epoch(exchange) {
            // An earlier request may have been refused to another user.
            let is_final = self.is_certain() && Some(exchange.id) > self.state.reads.anothers_until;
            self.state.catalogue.fail(&failure, is_final, self.now);
        }
        self.settle_all(&exchange.calls, outcome);
    }

    /// Somebody is signed in, by the newest answer.
    fn is_signed_in(&self) -> bool {
        self.state.belief.is_authenticated() && self.is_certain()
    }

    /// Nobody is signed in, by the newest answer.
    fn has_ended(&self) -> bool {
        matches!(self.state.belief, Belief::Unauthenticated { .. }) && self.is_certain()
    }

    /// The newest read did not fail, and nothing has put it into question since.
    fn is_certain(&self) -> bool {
        let reads = &self.state.reads;
        !reads.backoff.has_failed() && reads.in_question_after.is_none()
    }
}

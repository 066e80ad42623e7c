//! Requests beside the session's own: permissions, roles, the single sign-on configuration and the page's own
//! fetches; and how a 401 to one of them is settled (`identity-api.md` 5.5, 7).

use super::effect::{Effect, Need, NeedReason, Outcome, Request, RequestId};
use super::event::{Answer, CallId};
use super::publication::{Reason, Status};
use super::schedule::Owed;
use super::step::Step;
use crate::api::{Code, Failure, PermissionsAnswer, Role};
use std::sync::Arc;

/// One request and the calls that wait for it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Exchange {
    request: Request,
    calls: Vec<CallId>,
    id: RequestId,
    /// The epoch that it was sent in, and who was signed in.
    epoch: u32,
    user: Option<i64>,
    /// A bearer token went along.
    bearer: bool,
    /// Whatever it is answered is handed on.
    final_try: bool,
    phase: Phase,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Phase {
    Sent,
    /// Answered 401: a session read that begins after it was sent will tell what that means.
    Settling,
    /// Waits for the page to sign its user in again.
    Reauthenticating,
    /// The page says that it did: a session read will tell.
    Confirming,
}

impl Exchange {
    /// Whether its answer says something of the one who is signed in, for the session to show.
    pub(super) fn is_of_the_identity(&self) -> bool {
        matches!(self.request, Request::Permissions | Request::Roles)
    }

    fn waits_for_a_read(&self) -> bool {
        matches!(self.phase, Phase::Settling | Phase::Confirming)
    }
}

impl Step<'_> {
    pub(super) fn exchange_called(&mut self, call: CallId, request: Request, replayable: bool) {
        if request == Request::Roles && self.state.roles.is_some() {
            return self.settle(call, Ok(Outcome::Published));
        }
        let epoch = self.state.epoch;
        let alike = |exchange: &&mut Exchange| exchange.request == request && exchange.epoch == epoch;
        if let Some(exchange) = self.state.exchanges.iter_mut().find(alike) {
            exchange.calls.push(call);
            return;
        }
        let exchange = Exchange {
            request,
            calls: vec![call],
            id: RequestId(0),
            epoch,
            user: None,
            bearer: false,
            // While the page signs its user in again, a call may be part of that: it must not wait for it.
            final_try: !replayable || self.state.reauthenticating,
            phase: Phase::Sent,
        };
        self.dispatch(exchange);
    }

    /// Sends, or sends again, with the bearer token where one is held and the endpoint asks for one.
    fn dispatch(&mut self, mut exchange: Exchange) {
        exchange.epoch = self.state.epoch;
        exchange.user = self.state.user();
        exchange.bearer = self.state.token.is_some() && exchange.request != Request::SsoConfig;
        exchange.phase = Phase::Sent;
        exchange.id = self.send(exchange.request, exchange.bearer);
        self.state.exchanges.push(exchange);
    }

    pub(super) fn exchange_answered(&mut self, id: RequestId, answer: Answer) {
        let sent = |exchange: &Exchange| exchange.id == id && exchange.phase == Phase::Sent;
        let Some(position) = self.state.exchanges.iter().position(sent) else { return };
        let mut exchange = self.state.exchanges.swap_remove(position);
        if is_unauthorized(&answer) && !exchange.final_try {
            // It met the end that is known already, unless a read that others wait for finds another sign-in.
            let newest = self.state.newest_answer;
            let known = exchange.id < newest && self.has_ended() && !self.exchanges_wait_for_a_read();
            exchange.phase = Phase::Settling;
            self.state.exchanges.push(exchange);
            if known {
                self.settle_exchanges(newest);
            }
            return;
        }
        let of_this_epoch = exchange.epoch == self.state.epoch;
        let outcome = match answer {
            Answer::Permissions(Ok(_)) | Answer::Roles(Ok(_)) if !of_this_epoch => {
                Err(Failure::of(Code::Superseded))
            }
            Answer::Permissions(Ok(permissions)) => {
                if !self.show_permissions(id, permissions) {
                    // Only a session read can tell whose they are, and only one that begins now.
                    self.give_up_reading();
                    self.state.refreshers.append(&mut exchange.calls);
                    return;
                }
                Ok(Outcome::Published)
            }
            Answer::Roles(Ok(roles)) => {
                self.show_roles(roles);
                Ok(Outcome::Published)
            }
            Answer::SsoConfig(Ok(())) => Ok(Outcome::SsoConfig),
            Answer::Fetch(Ok(status)) => {
                if matches!(status, 401 | 403) {
                    // The session may have ended, or the role may have changed.
                    self.state.owe(Owed::Spaced);
                }
                Ok(Outcome::Response)
            }
            Answer::Permissions(Err(failure))
            | Answer::Roles(Err(failure))
            | Answer::SsoConfig(Err(failure))
            | Answer::Fetch(Err(failure)) => Err(failure),
            Answer::Session(_) | Answer::Login(_) | Answer::Logout(_) => return,
        };
        self.settle_all(&exchange.calls, outcome);
    }

    /// Shows the features of an answer that is certainly about the one who is shown: same epoch, same role.
    fn show_permissions(&mut self, id: RequestId, answer: PermissionsAnswer) -> bool {
        if id < self.state.newest_answer {
            return self.state.status == Status::Authenticated;
        }
        match &mut self.state.identity {
            Some(identity)
                if self.state.status == Status::Authenticated
                    && identity.user.user_type == answer.user_type =>
            {
                identity.features = answer.features;
                self.state.newest_answer = id;
                true
            }
            _ => false,
        }
    }

    fn show_roles(&mut self, roles: Vec<Role>) {
        // Asked for twice, and answered twice: the first one is kept for as long as the user stays the same.
        self.state.roles.get_or_insert_with(|| Arc::new(roles));
    }

    /// Decides, after a session read of that number, what becomes of the requests that were answered 401.
    pub(super) fn settle_exchanges(&mut self, read: RequestId) {
        let ended = self.has_ended();
        let state = &mut *self.state;
        let signed_in = state.failures == 0 && state.status == Status::Authenticated;
        let reauthenticates = state.policy.reauthenticates && state.reason != Some(Reason::SignedOut);
        let waits = |exchange: &Exchange| exchange.waits_for_a_read() && exchange.id < read;
        let refused = state.exchanges.iter().any(|exchange| waits(exchange) && exchange.epoch == state.epoch);
        if signed_in && refused && !state.token_carries {
            // Signed in by the cookie, and the token is not taken: it is of no use any more.
            state.token = None;
        }
        for mut exchange in self.take_exchanges(waits) {
            let confirming = exchange.phase == Phase::Confirming;
            let bearer_dropped = exchange.bearer && self.state.token.is_none();
            // Never as somebody else; and as the same user only where something is different from before.
            let renewed = exchange.epoch != self.state.epoch || bearer_dropped;
            if signed_in && (confirming || (renewed && exchange.user == self.state.user())) {
                exchange.final_try = true;
                self.dispatch(exchange);
            } else if ended && reauthenticates && exchange.id > self.state.not_reauthenticated {
                exchange.phase = Phase::Reauthenticating;
                self.state.exchanges.push(exchange);
                if !self.state.reauthenticating {
                    self.state.reauthenticating = true;
                    let user = self.state.identity.as_ref().map(|identity| Arc::clone(&identity.user));
                    self.act(Effect::Reauthenticate(Need { reason: NeedReason::Ended, user }));
                }
            } else {
                self.hand_on(&exchange);
            }
        }
    }

    /// The page's `reauthenticate` is over: everything that waited for it is tried once more.
    pub(super) fn reauthenticated(&mut self, resolved: bool) {
        self.state.reauthenticating = false;
        if self.state.status != Status::Authenticated {
            // What began before has met the end that the page was asked about: it is not asked twice.
            self.state.not_reauthenticated = self.state.last_request;
        }
        for mut exchange in self.take_exchanges(|exchange| exchange.phase == Phase::Reauthenticating) {
            exchange.final_try = true;
            if !resolved {
                self.hand_on(&exchange);
            } else if self.state.status == Status::Authenticated {
                self.dispatch(exchange);
            } else {
                // Signed in some other way, perhaps: a read that begins now tells.
                exchange.id = self.state.last_request;
                exchange.phase = Phase::Confirming;
                self.state.exchanges.push(exchange);
            }
        }
    }

    /// Nobody is signed in, as far as anyone could tell.
    fn has_ended(&self) -> bool {
        self.state.failures == 0 && self.state.status == Status::Unauthenticated
    }

    /// Ends the calls of a request with the 401 that it was answered.
    fn hand_on(&mut self, exchange: &Exchange) {
        let outcome = match exchange.request {
            Request::Fetch(_) => Ok(Outcome::Response),
            _ => Err(Failure::of_status(401)),
        };
        self.settle_all(&exchange.calls, outcome);
    }

    /// Whether a request waits for a session read that has yet to begin.
    pub(super) fn exchanges_wait_for_a_read(&self) -> bool {
        self.state.exchanges.iter().any(Exchange::waits_for_a_read)
    }

    /// Takes one call off the request that it waits for; the last one aborts it.
    pub(super) fn abort_exchange(&mut self, call: CallId) {
        for exchange in &mut self.state.exchanges {
            if let Some(position) = exchange.calls.iter().position(|waiting| *waiting == call) {
                exchange.calls.swap_remove(position);
                self.settle_failed(call, Code::Aborted);
                break;
            }
        }
        self.give_up_exchanges(Code::Aborted, |exchange| exchange.calls.is_empty());
    }

    /// Ends every request that `which` picks, and fails its calls.
    pub(super) fn give_up_exchanges(&mut self, code: Code, which: impl Fn(&Exchange) -> bool) {
        for exchange in self.take_exchanges(which) {
            if exchange.phase == Phase::Sent {
                self.act(Effect::Cancel { id: exchange.id });
            }
            self.settle_all(&exchange.calls, Err(Failure::of(code)));
        }
    }

    fn take_exchanges(&mut self, which: impl Fn(&Exchange) -> bool) -> Vec<Exchange> {
        let mut taken = Vec::new();
        let mut position = 0;
        while let Some(exchange) = self.state.exchanges.get(position) {
            if which(exchange) {
                taken.push(self.state.exchanges.swap_remove(position));
            } else {
                position += 1;
            }
        }
        taken
    }
}

/// Token missing, invalid or expired (`identity-api.md` 7).
fn is_unauthorized(answer: &Answer) -> bool {
    match answer {
        Answer::Fetch(result) => *result == Ok(401),
        Answer::Permissions(Err(failure)) | Answer::Roles(Err(failure)) => failure.status == Some(401),
        _ => false,
    }
}

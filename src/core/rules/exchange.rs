//! Requests beside the session's own: permissions, roles, the single sign-on configuration and the page's own. Which of them
//! carry the bearer token is in `rules/bearer.rs`; what an answer of an older epoch is worth in `rules/epoch.rs`.

use crate::api::{Code, Failure, PermissionsAnswer};
use crate::core::effect::{Effect, Outcome, Request};
use crate::core::event::Answer;
use crate::core::ids::{CallId, RequestId};
use crate::core::state::{Belief, Exchange, Owed, Phase, SigningIn, Traffic, Who};
use crate::core::turn::Turn;

impl Turn<'_> {
    /// `is_last_try`: its answer is handed on, even a 401.
    pub(in crate::core) fn exchange_called(&mut self, call: CallId, request: Request, is_last_try: bool) {
        if request == Request::Roles && self.state.catalogue.roles.is_some() {
            return self.settle(call, Ok(Outcome::Published));
        }
        let epoch = self.state.epoch;
        let alike = |exchange: &&mut Exchange| {
            exchange.request == request && exchange.epoch == epoch && exchange.is_last_try == is_last_try
        };
        if let Some(exchange) = self.state.exchanges.list.iter_mut().find(alike) {
            exchange.calls.push(call);
            return;
        }
        let exchange = Exchange {
            request,
            calls: vec![call],
            id: RequestId::default(),
            epoch,
            user: self.owner(),
            bearer: false,
            is_last_try,
            phase: Phase::Sent,
        };
        if self.state.reads.newcomer_after.is_some() && request != Request::SsoConfig {
            let after = self.state.reads.in_question_after.unwrap_or_default();
            self.hold_exchange(exchange, after);
        } else {
            self.dispatch(exchange);
        }
    }

    /// Holds a request until a session read is answered that begins after request `after`. If a `Retry-After` forbids that
    /// read, the calls are `superseded`.
    fn hold_exchange(&mut self, mut exchange: Exchange, after: RequestId) {
        if self.state.reads.backoff.retry_after_left_ms(self.now) > 0 {
            return self.settle_all(&exchange.calls, Err(Failure::of(Code::Superseded)));
        }
        exchange.phase = Phase::Held { after };
        self.state.exchanges.put(exchange);
    }

    /// Whose page it is: who is signed in, or was until the session ended; before anything is known, who was shown before
    /// this engine.
    pub(in crate::core) fn owner(&self) -> Option<i64> {
        match (&self.state.belief, self.state.announced.who) {
            (Belief::Unknown { withheld: None, .. }, Who::SignedIn { user }) => Some(user),
            _ => self.state.belief.last_user_id(),
        }
    }

    /// Sends. While a sign-in is under way the browser may have the newcomer's cookie before the page has the answer: a user's
    /// request waits for a read.
    pub(in crate::core) fn dispatch(&mut self, mut exchange: Exchange) {
        if let Traffic::SigningIn(SigningIn { id, .. }) = self.state.traffic
            && exchange.user.is_some()
            && exchange.request != Request::SsoConfig
        {
            return self.hold_exchange(exchange, id);
        }
        exchange.epoch = self.state.epoch;
        exchange.bearer = self.carries_bearer(exchange.request);
        exchange.phase = Phase::Sent;
        exchange.id = self.send(exchange.request);
        self.state.exchanges.put(exchange);
    }

    pub(in crate::core) fn exchange_answered(&mut self, id: RequestId, answer: Answer) {
        let sent = |exchange: &Exchange| exchange.id == id && exchange.phase == Phase::Sent;
        let list = &mut self.state.exchanges.list;
        let Some(position) = list.iter().position(sent) else { return };
        let mut exchange = list.swap_remove(position);
        if is_unauthorized(&answer) && !exchange.is_last_try {
            return self.unauthorized(exchange);
        }
        let of_this_epoch = self.is_of_this_epoch(&exchange);
        let outcome = match answer {
            Answer::Permissions(Ok(_)) | Answer::Roles(Ok(_)) if !of_this_epoch => {
                Err(Failure::of(Code::Superseded))
            }
            // It may be another user's.
            Answer::Roles(Ok(_)) if self.state.reads.last_in_question_after >= Some(id) => {
                Err(Failure::of(Code::Superseded))
            }
            Answer::Permissions(Ok(permissions)) => {
                if !self.show_permissions(id, permissions) {
                    if self.state.reads.backoff.retry_after_left_ms(self.now) > 0 {
                        // The deployment has asked not to be read yet.
                        return self.settle_doubted(&exchange);
                    }
                    // Only a session read can tell whose they are, and only one that begins now.
                    exchange.phase = Phase::Doubted { after: self.state.last_request };
                    return self.state.exchanges.put(exchange);
                }
                Ok(Outcome::Published)
            }
            Answer::Roles(Ok(roles)) => {
                self.state.catalogue.keep(roles);
                Ok(Outcome::Published)
            }
            Answer::SsoConfig(Ok(())) => Ok(Outcome::SsoConfig),
            Answer::Fetch(Ok(status)) => {
                if matches!(status, 401 | 403) {
                    // The session may have ended, or the role may have changed.
                    self.state.reads.owe(Owed::Spaced);
                }
                Ok(Outcome::Response)
            }
            Answer::Roles(Err(failure)) => {
                if of_this_epoch {
                    // It may have been refused to another user.
                    let is_final = self.state.reads.last_in_question_after < Some(id);
                    self.state.catalogue.fail(&failure, is_final, self.now);
                }
                Err(failure)
            }
            Answer::Permissions(Err(failure))
            | Answer::SsoConfig(Err(failure))
            | Answer::Fetch(Err(failure)) => Err(failure),
            Answer::Session(_) | Answer::Login(_) | Answer::Logout(_) => return,
        };
        self.settle_all(&exchange.calls, outcome);
    }

    /// Shows the features of an answer that is certainly about the user who is shown: same epoch, same role. Returns false if
    /// that is not certain; true, without showing anything, if a later answer was believed already.
    fn show_permissions(&mut self, id: RequestId, answer: PermissionsAnswer) -> bool {
        if self.state.reads.is_in_question(id) {
            return false;
        }
        let Belief::Authenticated { known, .. } = &mut self.state.belief else { return false };
        if Some(id) < self.state.reads.newest_believed {
            return true;
        }
        if known.identity.user.role != answer.role {
            return false;
        }
        known.identity.features = answer.features;
        self.state.reads.newest_believed = Some(id);
        true
    }

    /// Takes one call off the request that it waits for; the last one aborts it.
    pub(in crate::core) fn abort_exchange(&mut self, call: CallId) {
        for exchange in &mut self.state.exchanges.list {
            if let Some(position) = exchange.calls.iter().position(|waiting| *waiting == call) {
                exchange.calls.swap_remove(position);
                self.settle_failed(call, Code::Aborted);
                break;
            }
        }
        let is_watched = self.state.catalogue.is_watched;
        self.give_up_exchanges(Code::Aborted, &|exchange| {
            exchange.calls.is_empty() && !(is_watched && exchange.request == Request::Roles)
        });
    }

    /// Ends every request that `which` picks, and fails its calls.
    #[inline(never)]
    pub(in crate::core) fn give_up_exchanges(&mut self, code: Code, which: &dyn Fn(&Exchange) -> bool) {
        for exchange in self.state.exchanges.take(which) {
            if exchange.phase == Phase::Sent {
                self.act(Effect::Cancel { id: exchange.id });
            }
            self.settle_all(&exchange.calls, Err(Failure::of(code)));
        }
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

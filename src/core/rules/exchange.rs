//! Requests beside the session's own: permissions, roles, the single sign-on configuration and the page's own. When they leave is in
//! `rules/question.rs`, which of them carry the bearer token in `rules/bearer.rs`.

use crate::api::{Code, Failure, PermissionsAnswer};
use crate::core::effect::{Effect, Outcome, Request};
use crate::core::event::Answer;
use crate::core::ids::{CallId, RequestId};
use crate::core::state::{Belief, Exchange, Phase};
use crate::core::turn::Turn;

impl Turn<'_> {
    /// `is_last_try`: its answer is handed on, even a 401.
    pub(in crate::core) fn exchange_called(
        &mut self,
        call: CallId,
        request: Request,
        is_last_try: bool,
        keepalive: bool,
    ) {
        if request == Request::Roles && self.state.catalogue.roles.is_some() && !self.requests_wait() {
            return self.settle(call, Ok(Outcome::Published));
        }
        let alike =
            |exchange: &&mut Exchange| exchange.request == request && exchange.is_last_try == is_last_try;
        let list = &mut self.state.exchanges.list;
        match list.iter_mut().find(alike) {
            Some(exchange) => exchange.calls.push(call),
            None => list.push(Exchange { is_last_try, keepalive, ..Exchange::new(request, vec![call]) }),
        }
    }

    pub(in crate::core) fn exchange_answered(&mut self, id: RequestId, answer: Result<Answer, Failure>) {
        let sent = |exchange: &&mut Exchange| exchange.id == id && exchange.phase == Phase::Sent;
        let list = &mut self.state.exchanges.list;
        let Some((place, exchange)) = list.iter_mut().enumerate().find(|(_, exchange)| sent(exchange)) else {
            return;
        };
        if is_unauthorized(exchange, &answer) && !exchange.is_last_try {
            exchange.phase = Phase::Unauthorized;
            return self.unauthorized(place);
        }
        let request = exchange.request;
        let outcome = match answer {
            Ok(Answer::Permissions(ref permissions)) if !self.show_permissions(id, permissions) => {
                // Only a session read can tell, and only one that begins now.
                if let Some(exchange) = self.state.exchanges.list.get_mut(place) {
                    exchange.phase = Phase::Doubted;
                }
                return self.give_up_reading();
            }
            Ok(Answer::Permissions(_)) => Ok(Outcome::Published),
            Ok(Answer::Roles(roles)) => {
                self.state.catalogue.keep(roles);
                Ok(Outcome::Published)
            }
            Ok(Answer::SsoConfig) => Ok(Outcome::SsoConfig),
            Ok(Answer::Fetch(status)) => {
                if matches!(status, 401 | 403) {
                    self.read_after_refusal();
                }
                Ok(Outcome::Response)
            }
            Err(failure) => {
                if request == Request::Roles {
                    self.catalogue_failed(&failure);
                }
                Err(failure)
            }
            Ok(Answer::Session(_) | Answer::Login(_) | Answer::Logout) => return,
        };
        self.settle_exchange(place, outcome);
    }

    /// Ends the calls of a request.
    pub(in crate::core) fn settle_exchange(&mut self, place: usize, outcome: Result<Outcome, Failure>) {
        if place < self.state.exchanges.list.len() {
            let exchange = self.state.exchanges.list.remove(place);
            self.settle_all(&exchange.calls, outcome);
        }
    }

    /// Shows the features, if they are certainly those of the user who is shown: of the same role.
    fn show_permissions(&mut self, id: RequestId, answer: &PermissionsAnswer) -> bool {
        let Belief::Authenticated { known, .. } = &mut self.state.belief else { return false };
        if known.user.role != answer.role {
            return false;
        }
        // A read that was asked for later may have told them.
        if id > known.features_of {
            (known.features, known.features_of) = (answer.features, id);
            // An earlier one is asked for anew.
            if self.state.traffic.reading().is_some_and(|reading| reading.id < id) {
                self.give_up_reading();
            }
        }
        true
    }

    /// Takes one call off the request that it waits for; the last one aborts it.
    pub(in crate::core) fn abort_exchange(&mut self, call: CallId) {
        for exchange in &mut self.state.exchanges.list {
            if let Some(position) = exchange.calls.iter().position(|waiting| *waiting == call) {
                exchange.calls.remove(position);
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
fn is_unauthorized(exchange: &Exchange, answer: &Result<Answer, Failure>) -> bool {
    match answer {
        Ok(answer) => *answer == Answer::Fetch(401),
        Err(failure) => failure.status == Some(401) && !exchange.is_anyones(),
    }
}

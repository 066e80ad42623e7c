//! The one question: who is signed in? What opens it, and what it means: `docs/design.md`, "The question". A read answers it
//! (`rules/session_read.rs`).

use crate::api::{Code, Failure};
use crate::core::effect::{Effect, Request};
use crate::core::state::{Exchange, Phase, Traffic};
use crate::core::turn::Turn;

impl Turn<'_> {
    pub(in crate::core) fn question(&mut self) {
        self.state.in_question = true;
        self.give_up_reading();
        self.ask_anew();
        for exchange in &mut self.state.exchanges.list {
            // It may have been refused before what opens the question.
            if exchange.is_of_the_identity() && exchange.phase == Phase::Unauthorized {
                exchange.phase = Phase::Waiting;
            }
        }
        self.state.reads.backoff.due_by(0);
    }

    /// The read that answers leaves although nobody looks at the page.
    pub(in crate::core) fn question_urgently(&mut self) {
        self.question();
        self.state.reads.is_urgent = true;
    }

    /// Somebody may have signed in, and no message says so: the other tabs are told of a change that the read finds.
    pub(in crate::core) fn question_and_set_aside(&mut self) {
        self.set_aside();
        self.state.reads.after_message = false;
        self.question_urgently();
    }

    /// What a sign-in here has left waits until a read has answered. Somebody may be there again: the `Date` of a sign-out counts no more.
    pub(in crate::core) fn set_aside(&mut self) {
        self.state.dates.signed_out_ms = 0;
        self.state.credentials.set_aside();
    }

    pub(in crate::core) fn is_in_question(&self) -> bool {
        self.state.in_question
    }

    /// Permissions and roles that are under way may be answered for another user by now: they are cancelled, and sent again once a read
    /// has answered. What no call waits for is begun again by itself.
    pub(in crate::core) fn ask_anew(&mut self) {
        self.give_up_exchanges(Code::Aborted, &|exchange| exchange.calls.is_empty());
        let mut cancelled = Vec::new();
        for exchange in &mut self.state.exchanges.list {
            if exchange.is_of_the_identity() && exchange.phase == Phase::Sent {
                exchange.phase = Phase::Waiting;
                cancelled.push(exchange.id);
            }
        }
        for id in cancelled {
            self.act(Effect::Cancel { id });
        }
    }

    /// Whether requests wait: the browser's cookie may be somebody else's by now, or is about to be.
    pub(in crate::core) fn requests_wait(&self) -> bool {
        let state = &*self.state;
        self.is_in_question() || state.lock.stands() || matches!(state.traffic, Traffic::SigningIn(_))
    }

    /// Sends the requests that need not wait, in the order of their calls.
    pub(in crate::core) fn send_waiting(&mut self) {
        if let Some(failure) = self.waits_in_vain() {
            self.fail_waiting(failure);
        }
        let waits = self.requests_wait();
        for place in 0..self.state.exchanges.list.len() {
            let Some(exchange) = self.state.exchanges.list.get(place) else { return };
            let request = exchange.request;
            if exchange.phase != Phase::Waiting || (waits && request != Request::SsoConfig) {
                continue;
            }
            let (bearer, id) = (self.carries_bearer(request), self.send(request));
            if let Some(exchange) = self.state.exchanges.list.get_mut(place) {
                (exchange.phase, exchange.bearer, exchange.id) = (Phase::Sent, bearer, id);
            }
        }
    }

    /// The failure of what requests wait for, where the next try is not made for their sake: a sign-out that failed, or a read that
    /// `Retry-After` forbids.
    fn waits_in_vain(&self) -> Option<Failure> {
        let state = &*self.state;
        match (&state.lock.own, &state.traffic) {
            (_, Traffic::SigningIn(_)) => None,
            (Some(_), Traffic::SigningOut(_)) => None,
            (Some(own), _) => own.backoff.failure(),
            (None, _) => state
                .reads
                .backoff
                .failure()
                .filter(|_| self.is_in_question() && state.reads.backoff.retry_after_left_ms(self.now) > 0)
                .filter(|_| state.traffic.reading().is_none() && !state.reads.is_urgent),
        }
    }

    /// What requests wait for has failed: they end with that failure.
    pub(in crate::core) fn fail_waiting(&mut self, failure: Failure) {
        let waited = self.is_in_question() || self.state.lock.stands();
        let waits = |exchange: &Exchange| match exchange.phase {
            Phase::Waiting => waited && exchange.request != Request::SsoConfig,
            Phase::Doubted | Phase::Confirming => true,
            _ => false,
        };
        for exchange in self.state.exchanges.take(&waits) {
            self.settle_all(&exchange.calls, Err(failure));
        }
    }
}

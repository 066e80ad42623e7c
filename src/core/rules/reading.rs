//! A session read (`identity-api.md` 4.2): the calls that wait for one, when the next is due, and its begin and end. What its answer means:
//! `rules/session_read.rs`.

use crate::api::Failure;
use crate::core::effect::{Effect, Outcome, Request};
use crate::core::ids::CallId;
use crate::core::retry_delay::offline_delay_ms;
use crate::core::state::{Caller, Reading, SessionRequest};
use crate::core::transition::Transition;

impl Transition<'_> {
    /// Enters a call that waits for a read. The read leaves by `rules/schedule.rs`.
    pub fn read_called(&mut self, call: CallId) {
        self.state.reads.callers.push(Caller { call, called_ms: self.now.ms });
    }

    /// Sends a session read.
    pub fn begin_read(&mut self) {
        let id = self.send(Request::Session);
        let began_ms = self.now.ms;
        let reads = &mut self.state.reads;
        self.state.in_flight = SessionRequest::Reading(Reading {
            id,
            began_ms,
            after_message: core::mem::take(&mut reads.after_message),
        });
        reads.begin(began_ms);
    }

    /// Makes a read due, `minIntervalMs` after the one before.
    pub fn read_spaced(&mut self) {
        let left_ms = self.state.reads.left_ms(self.state.policy.min_interval_ms, self.now);
        self.state.reads.backoff.due_by(self.now.plus_ms(left_ms));
    }

    /// Makes a read due, because a request was refused: the session may have ended, or the role may have changed. A read that failed is made
    /// again in its own time.
    pub fn read_after_refusal(&mut self) {
        let backoff = self.state.reads.backoff;
        if !backoff.has_failed() || backoff.due_in_ms(self.now).is_none() {
            self.read_spaced();
        }
    }

    /// Puts off the next try of a read that has failed, where the browser says that it is offline, which may be wrong; but to no later than
    /// the page polls.
    pub fn put_off_retry(&mut self) {
        if self.state.page.cut_off {
            let polls_ms = self.state.policy.polls_every_ms().unwrap_or(u64::MAX);
            let at_ms = self.now.plus_ms(offline_delay_ms(self.now.random).min(polls_ms));
            self.state.reads.backoff.put_off(at_ms);
        }
    }

    /// Aborts the read under way. It is made again.
    pub fn give_up_reading(&mut self) {
        if let Some(Reading { id, .. }) = self.state.in_flight.reading() {
            self.state.in_flight = SessionRequest::Idle;
            self.act(Effect::Cancel { id });
            self.state.reads.backoff.due_by(0);
        }
    }

    /// Ends the calls that this read answers: those made no later than `asked_ms`, when it was sent. Returns whether there were any.
    pub fn settle_callers(&mut self, asked_ms: u64, outcome: Result<Outcome, Failure>) -> bool {
        let waited = self.state.reads.callers.len();
        let is_answered = |caller: &Caller| caller.called_ms <= asked_ms;
        while let Some(place) = self.state.reads.callers.iter().position(is_answered) {
            let caller = self.state.reads.callers.remove(place);
            self.settle(caller.call, outcome);
        }
        self.state.reads.callers.len() < waited
    }

    /// Ends every call that waits for a read.
    pub fn fail_callers(&mut self, failure: Failure) {
        for caller in core::mem::take(&mut self.state.reads.callers) {
            self.settle(caller.call, Err(failure));
        }
    }
}

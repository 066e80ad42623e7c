//! Session reads (`identity-api.md` 4.2): the calls that wait for a read, when the next read is due, and its begin and end.
//! `rules/session_read.rs` takes the answer.

use crate::api::Failure;
use crate::core::effect::{Effect, Outcome, Request};
use crate::core::ids::CallId;
use crate::core::retry_delay::offline_delay_ms;
use crate::core::state::{Caller, Reading, SessionRequest};
use crate::core::transition::Transition;

impl Transition<'_> {
    /// Adds a call that waits for a read. `rules/schedule.rs` sends the read.
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

    /// Makes a read due, `minIntervalMs` after the begin of the newest read, or now if that is over.
    pub fn read_spaced(&mut self) {
        let left_ms = self.state.reads.left_ms(self.state.policy.min_interval_ms, self.now);
        self.state.reads.backoff.due_by(self.now.plus_ms(left_ms));
    }

    /// Makes a read due, because a request was refused: the session may have ended, or the role may have changed. After a failed read the next
    /// try is due already.
    pub fn read_after_refusal(&mut self) {
        let backoff = self.state.reads.backoff;
        if !backoff.has_failed() || backoff.due_in_ms(self.now).is_none() {
            self.read_spaced();
        }
    }

    /// Puts off the next try of a failed read while the browser says that it is offline; at most until the page polls, for the browser may be
    /// wrong.
    pub fn put_off_retry(&mut self) {
        if self.state.page.cut_off {
            let polls_ms = self.state.policy.polls_every_ms().unwrap_or(u64::MAX);
            let at_ms = self.now.plus_ms(offline_delay_ms(self.now.random).min(polls_ms));
            self.state.reads.backoff.put_off(at_ms);
        }
    }

    /// Aborts the read under way, and makes another due.
    pub fn give_up_reading(&mut self) {
        if let Some(Reading { id, .. }) = self.state.in_flight.reading() {
            self.state.in_flight = SessionRequest::Idle;
            self.act(Effect::Cancel { id });
            self.state.reads.backoff.due_by(0);
        }
    }

    /// Ends the calls that were made no later than `sent_ms`, when their read was sent. Returns whether there were any.
    pub fn settle_callers(&mut self, sent_ms: u64, outcome: Result<Outcome, Failure>) -> bool {
        let count_before = self.state.reads.callers.len();
        let is_answered = |caller: &Caller| caller.called_ms <= sent_ms;
        while let Some(place) = self.state.reads.callers.iter().position(is_answered) {
            let caller = self.state.reads.callers.remove(place);
            self.settle(caller.call, outcome);
        }
        self.state.reads.callers.len() < count_before
    }

    /// Rejects every call that waits for a read.
    pub fn fail_callers(&mut self, failure: Failure) {
        for caller in core::mem::take(&mut self.state.reads.callers) {
            self.settle(caller.call, Err(failure));
        }
    }
}

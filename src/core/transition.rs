//! A step under way: the state, the time, and what is to be done. The rules are its methods, spread over `rules/`.

use super::clock::Now;
use super::effect::{Effect, Outcome};
use super::ids::CallId;
use super::publication::SessionEvent;
use super::state::State;
use crate::api::{Code, Failure};

pub(super) struct Transition<'a> {
    pub state: &'a mut State,
    pub now: Now,
    effects: Vec<Effect>,
    settled: Vec<Effect>,
    pub session_events: Vec<SessionEvent>,
    /// Whether a sign-in of this page has just succeeded.
    pub signed_in_here: bool,
    /// Whether the other tabs are told of a change that this step finds.
    pub broadcasts_change: bool,
    /// Whether the page has called: more calls of the same task may follow then.
    pub is_call: bool,
}

impl<'a> Transition<'a> {
    pub fn new(state: &'a mut State, now: Now) -> Self {
        Self {
            state,
            now,
            effects: Vec::new(),
            settled: Vec::new(),
            session_events: Vec::new(),
            signed_in_here: false,
            broadcasts_change: false,
            is_call: false,
        }
    }

    /// Returns what is to be done, in order: calls end last.
    pub fn effects(mut self) -> Vec<Effect> {
        self.effects.append(&mut self.settled);
        self.effects
    }

    // Not inlined, so that the code for pushing is there once: every page loads it.
    #[inline(never)]
    pub fn act(&mut self, effect: Effect) {
        self.effects.push(effect);
    }

    #[inline(never)]
    pub fn settle(&mut self, call: CallId, outcome: Result<Outcome, Failure>) {
        self.settled.push(Effect::Settle { call, outcome });
    }

    #[inline(never)]
    pub fn settle_failed(&mut self, call: CallId, code: Code) {
        self.settle(call, Err(Failure::of(code)));
    }

    #[inline(never)]
    pub fn settle_all(&mut self, calls: &[CallId], outcome: Result<Outcome, Failure>) {
        for call in calls {
            self.settle(*call, outcome);
        }
    }
}

//! A step under way: the state, the time, and the effects so far. The rules are its methods, in the files of `rules/`.

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
    /// The ends of calls, which come after all other effects.
    settled: Vec<Effect>,
    /// The events for the page's listeners.
    pub session_events: Vec<SessionEvent>,
    /// Whether a sign-in of this page has succeeded in this step.
    pub signed_in_here: bool,
    /// Whether the other tabs are told if this step finds a change.
    pub broadcasts_change: bool,
    /// Whether the event is a call of the page: more calls may follow in the same task.
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

    /// Returns the effects in order: the ends of calls come last.
    pub fn effects(mut self) -> Vec<Effect> {
        self.effects.append(&mut self.settled);
        self.effects
    }

    /// Adds an effect.
    // Not inlined, so that the code exists once: every page loads it.
    #[inline(never)]
    pub fn act(&mut self, effect: Effect) {
        self.effects.push(effect);
    }

    /// Ends a call with this outcome.
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

//! A session on the bench: the state machine that ships, a clock that is set by hand, and its effects carried out as
//! a shell would.
//!
//! What must hold in every step, `tests/witness` states and checks.
//!
//! [`page`] is what happens to it, [`time`] the time, [`deployment`] what it is answered, [`sight`] what can be
//! seen of it.

mod deployment;
mod page;
mod sight;
mod time;

pub use page::{ELSEWHERE, MESSAGES, named};

use super::answers::{ADA, session_of, sign_in_of};
use crate::api::{Failure, SessionAnswer};
use crate::core::{CallId, Effect, Event, Now, Outcome, Policy, Request, RequestId, State, replay, step};
use std::collections::BTreeMap;

pub const SECOND: u64 = 1_000;
pub const MINUTE: u64 = 60 * SECOND;
pub const HOUR: u64 = 60 * MINUTE;

/// Half of every jittered span.
const MIDDLE: u32 = 1 << 31;

pub struct Session {
    state: State,
    now: Now,
    in_flight: Vec<Sent>,
    given_up: Vec<Sent>,
    wake_at_ms: Option<u64>,
    calls: Vec<CallId>,
    settled: BTreeMap<u32, Result<Outcome, Failure>>,
    /// Of everything since the test last did something.
    effects: Vec<Effect>,
    /// Features that are shown otherwise since then.
    changes: Vec<(String, Option<bool>)>,
}

/// A request as it left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sent {
    pub id: RequestId,
    pub request: Request,
    pub bearer: bool,
}

/// How a session comes to its test.
impl Session {
    /// When each begins.
    pub const BEGINNING_MS: u64 = 1_790_000_000_000;

    /// Not begun: visible, online.
    pub fn new(policy: Policy) -> Self {
        Self::on_page(policy, true, true)
    }

    pub fn on_page(policy: Policy, visible: bool, online: bool) -> Self {
        Self {
            state: State::new(policy, visible, online),
            now: Now { ms: Self::BEGINNING_MS, wall_ms: Self::BEGINNING_MS, random: MIDDLE },
            in_flight: Vec::new(),
            given_up: Vec::new(),
            wake_at_ms: None,
            calls: Vec::new(),
            settled: BTreeMap::new(),
            effects: Vec::new(),
            changes: Vec::new(),
        }
    }

    /// Begun, its first read under way.
    pub fn started() -> Self {
        Self::started_with(Policy::default())
    }

    pub fn started_with(policy: Policy) -> Self {
        let mut session = Self::new(policy);
        session.starts();
        session
    }

    /// Begun, and its first read answered so, a minute ago.
    pub fn that_read(answer: SessionAnswer) -> Self {
        Self::with_that_read(Policy::default(), answer)
    }

    pub fn with_that_read(policy: Policy, answer: SessionAnswer) -> Self {
        let mut session = Self::started_with(policy);
        session.reads(answer);
        session.passes(MINUTE);
        session
    }

    /// Ada signed in on this page a minute ago; the cookie was kept, and the token is held.
    pub fn signed_in() -> Self {
        Self::signed_in_with(Policy::default())
    }

    pub fn signed_in_with(policy: Policy) -> Self {
        let mut session = Self::with_that_read(policy, SessionAnswer::Unauthenticated);
        session.login();
        session.signs_in(sign_in_of(ADA));
        session.reads(session_of(ADA));
        session.passes(MINUTE);
        session
    }
}

/// One step, carried out.
impl Session {
    pub fn happens(&mut self, event: Event) {
        self.effects.clear();
        self.changes.clear();
        self.feed(event);
    }

    fn feed(&mut self, event: Event) {
        let answered = self.notes(&event);
        let before = self.view().features;
        let effects = step(&mut self.state, event, self.now);
        effects.iter().for_each(|effect| self.carry_out(effect, answered));
        self.effects.extend(effects);
        self.changes.extend(sight::changes(before, self.view().features));
    }

    fn replays(&mut self, journal: Vec<(Event, Now)>) {
        self.effects.clear();
        let answered: Vec<RequestId> = journal.iter().filter_map(|(event, _)| answered_id(event)).collect();
        for (event, _) in &journal {
            self.notes(event);
        }
        let last = journal.last().map_or(self.now, |(_, then)| *then);
        self.now = Now { ms: self.now.ms.max(last.ms), wall_ms: self.now.wall_ms.max(last.wall_ms), ..last };
        let effects = replay(&mut self.state, journal, self.now);
        for effect in &effects {
            let is_over = matches!(effect, Effect::Adopt { id, .. } if answered.contains(id));
            assert!(!is_over, "what has come to its end is not begun: {effect:?}");
            self.carry_out(effect, None);
        }
        self.effects = effects;
    }

    /// Notes the call that an event is, or the end of a request.
    fn notes(&mut self, event: &Event) -> Option<Sent> {
        self.calls.extend(event.call());
        match event {
            Event::Answered { id, .. } => self.end_of(*id),
            _ => None,
        }
    }

    fn end_of(&mut self, id: RequestId) -> Option<Sent> {
        let position = self.in_flight.iter().position(|sent| sent.id == id)?;
        Some(self.in_flight.remove(position))
    }

    /// `answered`: the request that came to its end with this event.
    fn carry_out(&mut self, effect: &Effect, answered: Option<Sent>) {
        match effect {
            Effect::Adopt { id, request } => {
                self.carry_out(&Effect::Send { id: *id, request: *request, bearer: false }, answered);
            }
            Effect::Send { id, request, bearer } => {
                self.in_flight.push(Sent { id: *id, request: *request, bearer: *bearer });
            }
            Effect::Cancel { id } => {
                let under_way = self.end_of(*id).or(answered.filter(|sent| sent.id == *id));
                self.given_up.push(under_way.expect("only what is under way can be aborted"));
            }
            Effect::WakeIn { after_ms } => {
                self.wake_at_ms = after_ms.map(|ms| self.now.ms + ms);
            }
            Effect::Settle { call, outcome } => {
                self.settled.insert(call.0, *outcome);
            }
            Effect::Broadcast(_)
            | Effect::Reauthenticate(_)
            | Effect::Publish(_)
            | Effect::WarnOfCachedAnswers => {}
        }
    }
}

fn answered_id(event: &Event) -> Option<RequestId> {
    if let Event::Answered { id, .. } = event { Some(*id) } else { None }
}

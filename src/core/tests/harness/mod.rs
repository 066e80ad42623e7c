//! The test session: the state machine that ships, with a clock that the test sets, and a shell that records the effects.
//!
//! [`page`] has the calls and the events of the page, [`time`] the clock, [`deployment`] the answers, and [`sight`] what a test can look at.

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

/// The random number for which every jittered wait is half of its span.
const MIDDLE: u32 = 1 << 31;

pub struct Session {
    state: State,
    now: Now,
    in_flight: Vec<Sent>,
    given_up: Vec<Sent>,
    wake_at_ms: Option<u64>,
    calls: Vec<CallId>,
    settled: BTreeMap<u32, Result<Outcome, Failure>>,
    /// All effects since the last action of the test.
    effects: Vec<Effect>,
    /// The features that have changed since then: their names, and whether they are enabled; `None` if a feature is not listed any more.
    changes: Vec<(String, Option<bool>)>,
}

/// A request as it was sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sent {
    pub id: RequestId,
    pub request: Request,
    pub bearer: bool,
}

/// Sessions to begin a test with.
impl Session {
    /// The time at which each session begins.
    pub const BEGINNING_MS: u64 = 1_790_000_000_000;

    /// A session that has not started yet, on a page that is visible and online.
    pub fn new(policy: Policy) -> Self {
        Self::with_page(policy, true, true)
    }

    pub fn with_page(policy: Policy, visible: bool, online: bool) -> Self {
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

    /// A session that has started, with its first read under way.
    pub fn started() -> Self {
        Self::started_with(Policy::default())
    }

    pub fn started_with(policy: Policy) -> Self {
        let mut session = Self::new(policy);
        session.start();
        session
    }

    /// A session: its first read had this answer a minute ago.
    pub fn after_read(answer: SessionAnswer) -> Self {
        Self::after_read_with(Policy::default(), answer)
    }

    pub fn after_read_with(policy: Policy, answer: SessionAnswer) -> Self {
        let mut session = Self::started_with(policy);
        session.answer_read(answer);
        session.pass_time(MINUTE);
        session
    }

    /// A session in which Ada signed in a minute ago: the browser has kept the cookie, and the page has the token.
    pub fn signed_in() -> Self {
        Self::signed_in_with(Policy::default())
    }

    pub fn signed_in_with(policy: Policy) -> Self {
        let mut session = Self::after_read_with(policy, SessionAnswer::Unauthenticated);
        session.login();
        session.answer_sign_in(sign_in_of(ADA));
        session.answer_read(session_of(ADA));
        session.pass_time(MINUTE);
        session
    }
}

/// Steps of the core, with their effects carried out.
impl Session {
    pub fn handle(&mut self, event: Event) {
        self.effects.clear();
        self.changes.clear();
        self.feed(event);
    }

    fn feed(&mut self, event: Event) {
        let answered = self.note(&event);
        let before = self.view().features;
        let effects = step(&mut self.state, event, self.now);
        effects.iter().for_each(|effect| self.carry_out(effect, answered));
        self.effects.extend(effects);
        self.changes.extend(sight::changes(before, self.view().features));
    }

    fn handle_journal(&mut self, journal: Vec<(Event, Now)>) {
        self.effects.clear();
        let answered: Vec<RequestId> = journal.iter().filter_map(|(event, _)| answered_id(event)).collect();
        for (event, _) in &journal {
            self.note(event);
        }
        let last = journal.last().map_or(self.now, |(_, then)| *then);
        self.now = Now { ms: self.now.ms.max(last.ms), wall_ms: self.now.wall_ms.max(last.wall_ms), ..last };
        let effects = replay(&mut self.state, journal, self.now);
        for effect in &effects {
            let is_over = matches!(effect, Effect::Adopt { id, .. } if answered.contains(id));
            assert!(!is_over, "a request that has ended is not begun: {effect:?}");
            self.carry_out(effect, None);
        }
        self.effects = effects;
    }

    /// Records a call, or takes out the request that the event ends, and returns that.
    fn note(&mut self, event: &Event) -> Option<Sent> {
        self.calls.extend(event.call());
        match event {
            Event::Answered { id, .. } => self.take_in_flight(*id),
            _ => None,
        }
    }

    fn take_in_flight(&mut self, id: RequestId) -> Option<Sent> {
        let position = self.in_flight.iter().position(|sent| sent.id == id)?;
        Some(self.in_flight.remove(position))
    }

    /// Records one effect. `answered`: the request that ended with this event.
    fn carry_out(&mut self, effect: &Effect, answered: Option<Sent>) {
        match effect {
            Effect::Adopt { id, request } => {
                self.carry_out(&Effect::Send { id: *id, request: *request, bearer: false }, answered);
            }
            Effect::Send { id, request, bearer } => {
                self.in_flight.push(Sent { id: *id, request: *request, bearer: *bearer });
            }
            Effect::Cancel { id } => {
                let under_way = self.take_in_flight(*id).or(answered.filter(|sent| sent.id == *id));
                self.given_up.push(under_way.expect("only a request under way can be aborted"));
            }
            Effect::WakeIn { after_ms } => {
                self.wake_at_ms = after_ms.map(|ms| self.now.ms + ms);
            }
            Effect::Settle { call, outcome } => {
                self.settled.insert(call.0, *outcome);
            }
            Effect::Broadcast(_) | Effect::Reauthenticate(_) | Effect::Publish(_) | Effect::WarnOfCache => {}
        }
    }
}

fn answered_id(event: &Event) -> Option<RequestId> {
    if let Event::Answered { id, .. } = event { Some(*id) } else { None }
}

//! A session on the bench: the state machine that ships, a clock that is set by hand, and its effects carried out as
//! a shell would.
//!
//! Every step is checked for what must hold in all of them, so that each test also tests this.
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
use crate::core::{
    CallId, Effect, Event, Now, Outcome, Policy, Request, RequestId, State, Status, View, replay, step,
};
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
    last_sent: Option<Sent>,
    wake_at_ms: Option<u64>,
    calls: Vec<CallId>,
    settled: BTreeMap<u32, Result<Outcome, Failure>>,
    /// The user of each identity of the page.
    identities: BTreeMap<u32, i64>,
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
            last_sent: None,
            wake_at_ms: None,
            calls: Vec::new(),
            settled: BTreeMap::new(),
            identities: BTreeMap::new(),
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

/// One step, carried out and checked.
impl Session {
    pub fn happens(&mut self, event: Event) {
        self.effects.clear();
        self.changes.clear();
        self.feed(event);
    }

    fn feed(&mut self, event: Event) {
        let answered = self.notes(&event);
        let before = self.view().clone();
        let was_closed = self.is_closed();
        let effects = step(&mut self.state, event, self.now);
        for effect in &effects {
            assert!(
                !was_closed || matches!(effect, Effect::Settle { .. }),
                "a closed session does nothing but answer calls: {effect:?}"
            );
            self.carry_out(effect, answered);
        }
        self.check_publication(&before, &effects);
        self.check_view();
        self.check_requests();
        self.effects.extend(effects);
        self.changes.extend(sight::changes(before.features, self.view().features));
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
        self.check_view();
        self.check_requests();
        self.effects = effects;
    }

    /// Notes the call that an event is, or the end of a request.
    fn notes(&mut self, event: &Event) -> Option<Sent> {
        match event {
            Event::Answered { id, .. } => return self.end_of(*id),
            Event::LoginCalled { call, .. }
            | Event::LogoutCalled { call, .. }
            | Event::RefreshCalled { call }
            | Event::ReadCalled { call }
            | Event::PermissionsCalled { call, .. }
            | Event::RolesCalled { call, .. }
            | Event::SsoConfigCalled { call }
            | Event::FetchCalled { call, .. } => self.calls.push(*call),
            _ => {}
        }
        None
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
                let last = self.last_sent.map(|sent| sent.id);
                assert!(Some(*id) > last, "requests are numbered in the order in which they begin");
                let sent = Sent { id: *id, request: *request, bearer: *bearer };
                self.last_sent = Some(sent);
                self.in_flight.push(sent);
            }
            Effect::Cancel { id } => {
                let under_way = self.end_of(*id).or(answered.filter(|sent| sent.id == *id));
                self.given_up.push(under_way.expect("only what is under way can be aborted"));
            }
            Effect::WakeIn { after_ms } => {
                assert!(after_ms.is_none_or(|ms| ms <= i32::MAX as u64), "timers hold 31 bits");
                self.wake_at_ms = after_ms.map(|ms| self.now.ms + ms);
            }
            Effect::Settle { call, outcome } => {
                let earlier = self.settled.insert(call.0, *outcome);
                assert_eq!(earlier, None, "a call ends once: {call:?}");
            }
            Effect::Broadcast(_)
            | Effect::Reauthenticate(_)
            | Effect::Publish(_)
            | Effect::WarnOfCachedAnswers => {}
        }
    }

    /// What is shown changes by a publication only, and a publication says something new, before any call ends.
    fn check_publication(&self, before: &View, effects: &[Effect]) {
        let mut published = None;
        for (position, effect) in effects.iter().enumerate() {
            if let Effect::Publish(publication) = effect {
                assert!(published.is_none(), "one publication a step");
                published = Some((position, publication));
            }
        }
        let Some((position, publication)) = published else {
            return assert_eq!(before, self.view(), "the view changed without a publication");
        };
        assert_eq!(&publication.view, self.view());
        assert!(publication.view != *before || !publication.session_events.is_empty(), "nothing changed");
        let settles_early = effects[..position].iter().any(|effect| matches!(effect, Effect::Settle { .. }));
        assert!(!settles_early, "a call ended before what it ends with was shown");
    }

    fn check_view(&mut self) {
        let view = self.state.view();
        if let Some(user) = view.user.as_ref().map(|user| user.id) {
            assert_eq!(*self.identities.entry(view.identity).or_insert(user), user, "one user an identity");
        }
        assert!(
            !view.sign_out_pending || view.user.is_none() && !self.is_reading(),
            "a sign-out of this page stands"
        );
        let authenticated = view.status == Status::Authenticated;
        assert_eq!(view.user.is_some(), authenticated, "a user is shown exactly while authenticated");
        assert!(view.features.is_some() == authenticated, "gates are open only while authenticated");
        assert_eq!(view.reason.is_some(), view.status == Status::Unauthenticated);
        if view.stale {
            assert!(view.error.is_some(), "stale, without an error that says why");
            assert_ne!(view.status, Status::Unknown, "what is not known cannot be stale");
        }
    }

    fn check_requests(&self) {
        let count = |is: fn(&Request) -> bool| self.in_flight.iter().filter(|sent| is(&sent.request)).count();
        let reads = count(|request| *request == Request::Session);
        let credentials = count(|request| matches!(request, Request::Login(_) | Request::Logout));
        assert!(reads + credentials <= 1, "{:?} at once", self.in_flight);
        for sent in &self.in_flight {
            let bearerless = matches!(sent.request, Request::Login(_) | Request::Logout | Request::SsoConfig);
            assert!(!(bearerless && sent.bearer), "{:?} takes no bearer", sent.request);
        }
    }
}

fn answered_id(event: &Event) -> Option<RequestId> {
    if let Event::Answered { id, .. } = event { Some(*id) } else { None }
}

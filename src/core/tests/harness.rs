//! A session on the bench: the machine that ships, a clock that is set by hand, and its effects carried out as
//! a shell would.
//!
//! Every step is checked for what must hold in all of them, so that each test also tests this.

use super::answers::{ADA, network, session_of, sign_in_of};
use crate::api::{Code, Failure, PermissionsAnswer, Role, SessionAnswer, SignedIn};
use crate::core::{
    Answer, CallId, Effect, Event, Notice, Now, Outcome, Policy, Publication, Reason, Request, RequestId,
    State, Status, TabMessage, View, step,
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
    last_sent: RequestId,
    wake_at_ms: Option<u64>,
    calls: Vec<CallId>,
    settled: BTreeMap<u32, Result<Outcome, Failure>>,
    stopped: bool,
    /// Of everything since the test last did something.
    effects: Vec<Effect>,
}

/// A request as it left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sent {
    pub id: RequestId,
    pub request: Request,
    pub bearer: bool,
    /// The epoch at the end of the step that sent it.
    pub epoch: u32,
}

/// How a session comes to its test.
impl Session {
    /// Not begun: visible, online.
    pub fn new(policy: Policy) -> Self {
        Self::on_page(policy, true, true)
    }

    pub fn on_page(policy: Policy, visible: bool, online: bool) -> Self {
        Self {
            state: State::new(policy, visible, online),
            now: Now { wall_ms: 1_790_000_000_000, mono_ms: 0, random: MIDDLE },
            in_flight: Vec::new(),
            given_up: Vec::new(),
            last_sent: RequestId(0),
            wake_at_ms: None,
            calls: Vec::new(),
            settled: BTreeMap::new(),
            stopped: false,
            effects: Vec::new(),
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

    /// Ada signed out here a minute ago, and the deployment could not be told.
    pub fn that_failed_to_sign_out() -> Self {
        let mut session = Self::that_read(session_of(ADA));
        session.hides();
        session.logout();
        session.fails_to_sign_out(network());
        session.passes(MINUTE);
        session
    }
}

/// What happens on the page.
impl Session {
    pub fn starts(&mut self) {
        self.happens(Event::Started { initial: None });
    }

    pub fn starts_knowing(&mut self, initial: SessionAnswer) {
        self.happens(Event::Started { initial: Some(initial) });
    }

    pub fn login(&mut self) -> CallId {
        self.calls(|call| Event::LoginCalled { call, complete: true })
    }

    pub fn login_with_empty_password(&mut self) -> CallId {
        self.calls(|call| Event::LoginCalled { call, complete: false })
    }

    pub fn logout(&mut self) -> CallId {
        self.calls(|call| Event::LogoutCalled { call })
    }

    pub fn refresh(&mut self) -> CallId {
        self.calls(|call| Event::RefreshCalled { call })
    }

    pub fn refresh_permissions(&mut self) -> CallId {
        self.calls(|call| Event::PermissionsCalled { call })
    }

    pub fn roles(&mut self) -> CallId {
        self.calls(|call| Event::RolesCalled { call })
    }

    pub fn sso_config(&mut self) -> CallId {
        self.calls(|call| Event::SsoConfigCalled { call })
    }

    pub fn fetch(&mut self) -> CallId {
        self.calls(|call| Event::FetchCalled { call, replayable: true })
    }

    /// With a body that is gone once it was sent.
    pub fn fetch_once(&mut self) -> CallId {
        self.calls(|call| Event::FetchCalled { call, replayable: false })
    }

    /// Calls, with the next number.
    pub fn calls(&mut self, event: impl FnOnce(CallId) -> Event) -> CallId {
        let call = self.next_call();
        self.happens(event(call));
        call
    }

    pub fn next_call(&self) -> CallId {
        CallId(self.calls.len() as u32)
    }

    pub fn aborts(&mut self, call: CallId) {
        self.happens(Event::Aborted { call });
    }

    pub fn shows(&mut self) {
        self.happens(Event::Visible(true));
    }

    pub fn hides(&mut self) {
        self.happens(Event::Visible(false));
    }

    pub fn gets_focus(&mut self) {
        self.happens(Event::Focused);
    }

    pub fn goes_offline(&mut self) {
        self.happens(Event::Online(false));
    }

    pub fn comes_online(&mut self) {
        self.happens(Event::Online(true));
    }

    pub fn is_restored(&mut self) {
        self.happens(Event::Restored);
    }

    pub fn hears(&mut self, message: TabMessage) {
        self.happens(Event::Told(message));
    }

    pub fn reauthenticates(&mut self, resolved: bool) {
        self.happens(Event::Reauthenticated { resolved });
    }

    pub fn closes(&mut self) {
        self.happens(Event::Closed);
    }
}

/// Time.
impl Session {
    /// Both clocks run on; timers that come due meanwhile fire.
    pub fn passes(&mut self, ms: u64) {
        self.effects.clear();
        let end = self.now.mono_ms + ms;
        for _ in 0..100_000 {
            let Some(due) = self.wake_at_ms.filter(|due| *due <= end) else {
                return self.run_to(end);
            };
            self.run_to(due.max(self.now.mono_ms));
            self.wake_at_ms = None;
            self.feed(Event::Woken);
        }
        panic!("a session that is woken for ever");
    }

    /// The machine sleeps: only the wall clock runs on, and no timer fires.
    pub fn sleeps(&mut self, ms: u64) {
        self.now.wall_ms += ms;
    }

    /// Somebody sets the wall clock back.
    pub fn is_set_back(&mut self, ms: u64) {
        self.now.wall_ms -= ms;
    }

    /// A timer fires, due or not.
    pub fn wakes(&mut self) {
        self.wake_at_ms = None;
        self.happens(Event::Woken);
    }

    /// Where in its span every jittered wait lies from now on: 0 at its start, `u32::MAX` at its end.
    pub fn draws(&mut self, random: u32) {
        self.now.random = random;
    }

    /// Wall and monotonic.
    pub fn clocks(&self) -> (u64, u64) {
        (self.now.wall_ms, self.now.mono_ms)
    }

    /// How long until the session wants to be woken.
    pub fn wakes_in_ms(&self) -> Option<u64> {
        self.wake_at_ms.map(|at| at - self.now.mono_ms)
    }

    fn run_to(&mut self, mono_ms: u64) {
        self.now.wall_ms += mono_ms - self.now.mono_ms;
        self.now.mono_ms = mono_ms;
    }
}

/// What the deployment answers to the request under way.
impl Session {
    pub fn reads(&mut self, answer: SessionAnswer) {
        self.is_answered(Request::Session, Answer::Session(Ok(answer)));
    }

    pub fn fails_to_read(&mut self, failure: Failure) {
        self.is_answered(Request::Session, Answer::Session(Err(failure)));
    }

    pub fn signs_in(&mut self, answer: SignedIn) {
        let login = self.sent_login();
        self.is_answered(login, Answer::Login(Ok(answer)));
    }

    pub fn fails_to_sign_in(&mut self, failure: Failure) {
        let login = self.sent_login();
        self.is_answered(login, Answer::Login(Err(failure)));
    }

    pub fn signs_out(&mut self) {
        self.is_answered(Request::Logout, Answer::Logout(Ok(())));
    }

    pub fn fails_to_sign_out(&mut self, failure: Failure) {
        self.is_answered(Request::Logout, Answer::Logout(Err(failure)));
    }

    pub fn gets_permissions(&mut self, answer: Result<PermissionsAnswer, Failure>) {
        self.is_answered(Request::Permissions, Answer::Permissions(answer));
    }

    pub fn gets_roles(&mut self, answer: Result<Vec<Role>, Failure>) {
        self.is_answered(Request::Roles, Answer::Roles(answer));
    }

    pub fn gets_response(&mut self, call: CallId, status: u16) {
        self.is_answered(Request::Fetch(call), Answer::Fetch(Ok(status)));
    }

    pub fn is_answered(&mut self, request: Request, answer: Answer) {
        let id = self.under_way(request).unwrap_or_else(|| panic!("no {request:?} is under way")).id;
        self.is_answered_late(id, answer);
    }

    /// To this very request, under way or not.
    pub fn is_answered_late(&mut self, id: RequestId, answer: Answer) {
        self.happens(Event::Answered { id, answer });
    }

    fn sent_login(&self) -> Request {
        let is_login = |sent: &&Sent| matches!(sent.request, Request::Login(_));
        self.in_flight.iter().find(is_login).expect("no sign-in is under way").request
    }
}

/// What can be seen.
impl Session {
    pub fn view(&self) -> &View {
        self.state.view()
    }

    pub fn status(&self) -> Status {
        self.view().status
    }

    pub fn reason(&self) -> Option<Reason> {
        self.view().reason
    }

    pub fn error(&self) -> Option<Code> {
        self.view().error.map(|failure| failure.code)
    }

    /// The user who is shown.
    pub fn user(&self) -> Option<i64> {
        self.view().user.as_ref().map(|user| user.id)
    }

    /// Whether a gate is open.
    pub fn can(&self, feature: &str) -> bool {
        self.view().features.entries().iter().any(|(name, permission)| name == feature && permission.enabled)
    }

    pub fn epoch(&self) -> u32 {
        self.state.epoch()
    }

    pub fn holds_token(&self) -> bool {
        self.state.token().is_some()
    }

    pub fn is_closed(&self) -> bool {
        self.stopped
    }

    /// The request of that kind that is under way.
    pub fn under_way(&self, request: Request) -> Option<Sent> {
        self.in_flight.iter().find(|sent| sent.request == request).copied()
    }

    pub fn is_reading(&self) -> bool {
        self.under_way(Request::Session).is_some()
    }

    pub fn in_flight(&self) -> &[Sent] {
        &self.in_flight
    }

    /// Requests that nobody waits for any more.
    pub fn given_up(&self) -> &[Sent] {
        &self.given_up
    }

    /// How a call ended, once it has.
    pub fn outcome(&self, call: CallId) -> Option<Result<Outcome, Code>> {
        self.settled.get(&call.0).map(|outcome| outcome.map_err(|failure| failure.code))
    }

    pub fn unsettled(&self) -> Vec<CallId> {
        self.calls.iter().copied().filter(|call| !self.settled.contains_key(&call.0)).collect()
    }
}

/// What came of what the test did last.
impl Session {
    pub fn effects(&self) -> &[Effect] {
        &self.effects
    }

    pub fn sent(&self) -> Vec<Request> {
        self.each(|effect| match effect {
            Effect::Send { request, .. } => Some(*request),
            _ => None,
        })
    }

    pub fn tells(&self) -> Vec<TabMessage> {
        self.each(|effect| match effect {
            Effect::Tell(message) => Some(*message),
            _ => None,
        })
    }

    pub fn asks_to_reauthenticate(&self) -> bool {
        self.effects.contains(&Effect::Reauthenticate)
    }

    pub fn notices(&self) -> Vec<Notice> {
        self.publications().into_iter().flat_map(|publication| publication.notices).collect()
    }

    /// Features that changed, with whether they are enabled now; `None` where they are not listed any more.
    pub fn changes(&self) -> Vec<(String, Option<bool>)> {
        let changes = self.publications().into_iter().flat_map(|publication| publication.changes);
        changes.map(|change| (change.feature, change.current.map(|current| current.enabled))).collect()
    }

    pub fn publications(&self) -> Vec<Publication> {
        self.each(|effect| match effect {
            Effect::Publish(publication) => Some((**publication).clone()),
            _ => None,
        })
    }

    fn each<T>(&self, pick: impl Fn(&Effect) -> Option<T>) -> Vec<T> {
        self.effects.iter().filter_map(pick).collect()
    }
}

/// One step, carried out and checked.
impl Session {
    pub fn happens(&mut self, event: Event) {
        self.effects.clear();
        self.feed(event);
    }

    fn feed(&mut self, event: Event) {
        let answered = match &event {
            Event::Answered { id, .. } => self.end_of(*id),
            Event::LoginCalled { call, .. }
            | Event::LogoutCalled { call }
            | Event::RefreshCalled { call }
            | Event::PermissionsCalled { call }
            | Event::RolesCalled { call }
            | Event::SsoConfigCalled { call }
            | Event::FetchCalled { call, .. } => {
                self.calls.push(*call);
                None
            }
            _ => None,
        };
        let before = self.view().clone();
        let was_stopped = self.stopped;
        let effects = step(&mut self.state, event, self.now);
        for effect in &effects {
            assert!(
                !was_stopped || matches!(effect, Effect::Settle { .. }),
                "a closed session does nothing but answer calls: {effect:?}"
            );
            self.carry_out(effect, answered);
        }
        self.check_publication(&before, &effects);
        self.check_view();
        self.check_requests();
        self.effects.extend(effects);
    }

    fn end_of(&mut self, id: RequestId) -> Option<Sent> {
        let position = self.in_flight.iter().position(|sent| sent.id == id)?;
        Some(self.in_flight.remove(position))
    }

    /// `answered`: the request that came to its end with this event.
    fn carry_out(&mut self, effect: &Effect, answered: Option<Sent>) {
        match effect {
            Effect::Send { id, request, bearer } => {
                assert!(*id > self.last_sent, "requests are numbered in the order in which they begin");
                self.last_sent = *id;
                let epoch = self.state.epoch();
                self.in_flight.push(Sent { id: *id, request: *request, bearer: *bearer, epoch });
            }
            Effect::Cancel { id } => {
                let under_way = self.end_of(*id).or(answered.filter(|sent| sent.id == *id));
                self.given_up.push(under_way.expect("only what is under way can be aborted"));
            }
            Effect::WakeIn { after_ms } => {
                assert!(after_ms.is_none_or(|ms| ms <= i32::MAX as u64), "timers hold 31 bits");
                self.wake_at_ms = after_ms.map(|ms| self.now.mono_ms + ms);
            }
            Effect::Settle { call, outcome } => {
                let earlier = self.settled.insert(call.0, *outcome);
                assert_eq!(earlier, None, "a call ends once: {call:?}");
            }
            Effect::Stop => {
                self.stopped = true;
                self.wake_at_ms = None;
            }
            Effect::Tell(_) | Effect::Reauthenticate | Effect::Publish(_) => {}
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
            return assert_eq!(before, self.view(), "what is shown changed and nobody was told");
        };
        assert_eq!(&publication.view, self.view());
        assert!(publication.view != *before || !publication.notices.is_empty(), "nothing changed");
        let settles_early = effects[..position].iter().any(|effect| matches!(effect, Effect::Settle { .. }));
        assert!(!settles_early, "a call ended before what it ends with was shown");
    }

    fn check_view(&self) {
        let view = self.view();
        let authenticated = view.status == Status::Authenticated;
        assert_eq!(view.user.is_some(), authenticated, "a user is shown exactly while authenticated");
        assert!(
            authenticated || view.features.entries().is_empty(),
            "gates are open only while authenticated"
        );
        assert_eq!(view.reason.is_some(), view.status == Status::Unauthenticated);
        if view.stale {
            assert!(view.error.is_some(), "stale, and nobody can say why");
            assert_ne!(view.status, Status::Unknown, "what is not known cannot be stale");
        }
    }

    fn check_requests(&self) {
        let count = |is: fn(&Request) -> bool| self.in_flight.iter().filter(|sent| is(&sent.request)).count();
        let reads = count(|request| *request == Request::Session);
        let credentials = count(|request| matches!(request, Request::Login(_) | Request::Logout));
        // A sign-out outlives the session that was closed.
        assert!(reads + credentials <= 1, "{:?} at once", self.in_flight);
        for sent in &self.in_flight {
            let bearerless = matches!(sent.request, Request::Login(_) | Request::Logout | Request::SsoConfig);
            assert!(!(bearerless && sent.bearer), "{:?} takes no bearer", sent.request);
        }
    }
}

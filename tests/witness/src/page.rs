//! One page: the shipped state machine, and the state that a shell keeps.

use super::deployment::{Person, SessionId, session_of};
use super::rule::{Broken, Rule};
use super::wire::Exchange;
use super::witness::{Seen, Witness};
use platform_session::api::Failure;
use platform_session::core::{
    Answer, CallId, Effect, Event, Now, PageEvent, Policy, Publication, RequestId, State, Status, TabMessage,
    View, replay, step,
};

/// The numbers of the two requests that the entry sends.
pub const FIRST_READ: RequestId = RequestId(1);
pub const SIGN_OUT: RequestId = RequestId(2);

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Page {
    state: State,
    policy: Policy,
    pub engine: Engine,
    pub witness: Witness,
    /// Whether the page is frozen: no timer, answer or message reaches it.
    pub frozen: bool,
    /// Whether the page is frozen in the back/forward cache.
    pub cached: bool,
    /// Whether the tab was closed.
    pub gone: bool,
    pub closed: bool,
    pub visible: bool,
    pub online: bool,
    /// How many sign-in windows are open.
    pub sign_in_windows: u32,
    /// Whether the page watches something that depends on the role catalogue.
    pub watches_roles: bool,
    /// Whether the page's `reauthenticate` is under way.
    pub reauthenticating: bool,
    pub wake_at_ms: Option<u64>,
    pub last_sent: RequestId,
    pub waiting: Vec<CallId>,
    pub calls: u32,
    /// The sign-ins with credentials that have not been sent yet.
    pub logins: Vec<Credentials>,
    /// The sign-out that was called before the engine runs.
    pub sign_out: Option<CalledSignOut>,
}

/// A sign-out on a page where no engine runs yet. The entry has sent it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CalledSignOut {
    pub name: u32,
    /// Whether the sign-out is neither confirmed nor superseded by a sign-in.
    pub is_due: bool,
    /// The newest request of the sign-out, if it has ended, with its failure: the engine gets it once it runs.
    pub end: Option<(Exchange, Option<Failure>)>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Engine {
    /// No script of the page runs yet. Its document may have preloaded the session.
    Unborn,
    /// The engine does not run yet. The journal holds what has happened since the page began.
    Waits(Vec<(Seen, Now)>),
    Runs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Credentials {
    pub call: CallId,
    pub person: Person,
    pub called_ms: u64,
    /// Since when the sign-in waits for earlier sign-outs. At the earliest since the engine runs.
    pub waits_since_ms: u64,
}

impl Page {
    /// A visible, online page before its script has begun.
    pub fn new(policy: Policy) -> Self {
        Self {
            state: State::new(policy, true, true),
            policy,
            engine: Engine::Unborn,
            witness: Witness::default(),
            frozen: false,
            cached: false,
            gone: false,
            closed: false,
            visible: true,
            online: true,
            sign_in_windows: 0,
            watches_roles: false,
            reauthenticating: false,
            wake_at_ms: None,
            last_sent: RequestId(0),
            waiting: Vec::new(),
            calls: 0,
            logins: Vec::new(),
            sign_out: None,
        }
    }

    /// Updates what the shell itself knows.
    pub fn note_event(&mut self, event: &Event) {
        if let Event::Page(event) = event {
            self.note_page_event(*event);
        }
    }

    fn note_page_event(&mut self, event: PageEvent) {
        match event {
            PageEvent::Hidden => self.visible = false,
            PageEvent::Visible => self.visible = true,
            PageEvent::Offline => self.online = false,
            PageEvent::Online => self.online = true,
            PageEvent::WindowOpened => self.sign_in_windows = self.sign_in_windows.saturating_add(1),
            PageEvent::WindowGone => self.sign_in_windows = self.sign_in_windows.saturating_sub(1),
            PageEvent::CatalogueWatched => self.watches_roles = true,
            PageEvent::CatalogueUnwatched => self.watches_roles = false,
            PageEvent::Reauthenticated | PageEvent::NotReauthenticated => self.reauthenticating = false,
            PageEvent::Woken => self.wake_at_ms = None,
            PageEvent::Closed => self.closed = true,
            PageEvent::Focused
            | PageEvent::Leaving
            | PageEvent::Unloading
            | PageEvent::Restored
            | PageEvent::Resumed => {}
        }
    }

    /// Adds to the journal what happens before the engine runs.
    pub fn record(&mut self, seen: Seen, now: Now) {
        self.note_event(&seen.event);
        if let (Event::Message(TabMessage::SignedIn), Some(sign_out)) = (&seen.event, &mut self.sign_out) {
            sign_out.is_due = false;
        }
        let Engine::Waits(journal) = &mut self.engine else { return };
        journal.push((seen, now));
    }

    /// Feeds one event to the state machine, and carries out the effects that stay on the page. Returns all effects. `late`: the event is an answer to an aborted request.
    pub fn step_with(&mut self, event: &Event, late: bool, now: Now, broken: &mut Broken) -> Vec<Effect> {
        let before = self.state.clone();
        let was_closed = self.closed;
        self.note_event(event);
        let effects = step(&mut self.state, event.clone(), now);
        if let Event::Answered { id, stamp, .. } = event
            && late
        {
            // Any other answer must have the same effects.
            let mut again = before.clone();
            let other_answer = Event::Answered { id: *id, answer: Ok(Answer::Fetch(200)), stamp: *stamp };
            let other = step(&mut again, other_answer, now);
            broken.add(Rule::GivenUp, other != effects || again.view() != self.view());
        }
        broken.add(Rule::Publication, !publishes_correctly(before.view(), self.view(), &effects));
        self.carry_out(&effects, was_closed, now, broken);
        effects
    }

    /// Runs the engine, which replays the journal. Returns its effects, and whether it has adopted the first read.
    pub fn run_engine(
        &mut self,
        journal: &[(Seen, Now)],
        now: Now,
        broken: &mut Broken,
    ) -> (Vec<Effect>, bool) {
        let events = journal.iter().map(|(seen, then)| (seen.event.clone(), *then)).collect();
        let effects = replay(&mut self.state, events, now);
        self.engine = Engine::Runs;
        let published = effects.iter().filter(|effect| matches!(effect, Effect::Publish(_))).count();
        broken.add(Rule::Journal, published != 1);
        let adopts_request = |number| {
            let is_adopted = |effect: &Effect| matches!(effect, Effect::Adopt { id, .. } if *id == number);
            effects.iter().any(is_adopted) && !effects.contains(&Effect::Cancel { id: number })
        };
        let adopts = adopts_request(FIRST_READ);
        broken.add(Rule::Journal, adopts_request(SIGN_OUT) != self.sign_out.is_some());
        let is_of_first_read = |effect: &Effect| {
            matches!(effect, Effect::Adopt { id: FIRST_READ, .. } | Effect::Cancel { id: FIRST_READ })
        };
        let effects: Vec<_> = effects.into_iter().filter(|effect| !is_of_first_read(effect)).collect();
        for login in &mut self.logins {
            login.waits_since_ms = now.ms;
        }
        self.carry_out(&effects, self.closed, now, broken);
        (effects, adopts)
    }

    fn carry_out(&mut self, effects: &[Effect], was_closed: bool, now: Now, broken: &mut Broken) {
        for effect in effects {
            let only_settles = matches!(effect, Effect::Settle { .. });
            broken.add(Rule::Closed, was_closed && !only_settles);
            self.note_effect(effect, now, broken);
        }
        // The page's `reauthenticate` ends with the identity.
        self.reauthenticating &= self.view().reauthenticating;
        broken.add(Rule::View, !is_consistent(self.view()));
        broken.add(Rule::Closed, self.closed && (self.view().user.is_some() || self.token().is_some()));
    }

    fn note_effect(&mut self, effect: &Effect, now: Now, broken: &mut Broken) {
        match effect {
            Effect::Send { id, .. } | Effect::Adopt { id, .. } => {
                broken.add(Rule::Requests, *id <= self.last_sent);
                self.last_sent = *id;
            }
            Effect::WakeIn { after_ms } => {
                broken.add(Rule::Requests, after_ms.is_some_and(|ms| ms > i32::MAX as u64));
                self.wake_at_ms = after_ms.map(|after| now.ms.saturating_add(after));
            }
            Effect::Reauthenticate(_) => {
                broken.add(Rule::Calls, self.reauthenticating);
                self.reauthenticating = true;
            }
            Effect::Settle { call, .. } => {
                let waiting_before = self.waiting.len();
                self.waiting.retain(|waiting| waiting != call);
                self.logins.retain(|login| login.call != *call);
                broken.add(Rule::Calls, self.waiting.len() + 1 != waiting_before);
            }
            Effect::Cancel { .. } | Effect::Broadcast(_) | Effect::Publish(_) | Effect::WarnOfCache => {}
        }
    }

    /// Numbers a call that is about to be made, and notes that it waits.
    pub fn begin_call(&mut self) -> CallId {
        let call = CallId(self.calls);
        self.calls += 1;
        self.waiting.push(call);
        call
    }

    pub fn view(&self) -> &View {
        self.state.view()
    }

    pub fn policy(&self) -> &Policy {
        &self.policy
    }

    /// Whether a sign-out that is sent now has `keepalive`.
    pub fn sends_sign_out_with_keepalive(&self) -> bool {
        self.state.sends_sign_out_with_keepalive()
    }

    /// The session of the token that the page holds.
    pub fn token(&self) -> Option<SessionId> {
        self.state.token().and_then(session_of)
    }

    /// Whether timers, answers and messages reach the page.
    pub fn is_reached(&self) -> bool {
        !self.frozen && !self.gone && self.engine != Engine::Unborn
    }
}

/// Whether the view has a user and features exactly while authenticated, and a reason exactly while unauthenticated.
fn is_consistent(view: &View) -> bool {
    let authenticated = view.status == Status::Authenticated;
    view.user.is_some() == authenticated
        && view.features.is_some() == authenticated
        && view.reason.is_some() == (view.status == Status::Unauthenticated)
        && (!view.stale || view.error.is_some() && view.status != Status::Unknown)
}

/// Whether a step publishes at most once, only a change, and before calls settle.
fn publishes_correctly(before: &View, after: &View, effects: &[Effect]) -> bool {
    let mut published: Option<&Publication> = None;
    let mut settled = false;
    for effect in effects {
        match effect {
            Effect::Publish(publication) => {
                if published.is_some() || settled {
                    return false;
                }
                published = Some(publication);
            }
            Effect::Settle { .. } => settled = true,
            _ => {}
        }
    }
    let Some(publication) = published else { return before == after };
    let is_same_catalogue = before.roles == after.roles && before.roles_refusal == after.roles_refusal;
    publication.view == *after
        && (after != before || !publication.session_events.is_empty())
        && (is_same_catalogue || publication.roles_changed)
}

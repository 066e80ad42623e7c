//! One page: the state machine that ships, and what a shell keeps beside it.

use super::clocks::Clocks;
use super::deployment::{Person, SessionId, SignOutId, Tick, session_of};
use super::rule::{Broken, Rule};
use super::wire::Word;
use super::witness::Witness;
use platform_session::api::Features;
use platform_session::core::{
    Answer, CallId, Effect, Event, Now, Policy, Publication, RequestId, State, Status, View, step,
};

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Page {
    state: State,
    pub witness: Witness,
    /// Neither its timers nor anything else reaches it.
    pub frozen: bool,
    /// It is on its way out, or its session is.
    pub going: bool,
    /// Frozen in the back/forward cache.
    pub cached: bool,
    /// Its tab was closed.
    pub gone: bool,
    pub closed: bool,
    pub visible: bool,
    pub online: bool,
    /// A window is open in which people sign in.
    pub sign_in_window: bool,
    /// The page's `reauthenticate` is under way.
    pub reauthenticating: bool,
    pub wake_at_ms: Option<u64>,
    pub last_sent: RequestId,
    pub waiting: Vec<CallId>,
    pub calls: u32,
    /// Credentials that have not left yet.
    pub logins: Vec<Credentials>,
    /// Calls that wait for a sign-out.
    pub logouts: Vec<CallId>,
    /// A try of the newest sign-out called here has failed: whatever is told of it from here on is told again.
    pub sign_out_failed: bool,
    /// When one was called here last, by the monotonic clock.
    pub sign_out_called_ms: Option<u64>,
    /// The newest request that told of one.
    pub newest_sign_out: Option<RequestId>,
    /// When it heard last that somebody has signed in, while such a sign-out was on its way.
    pub heard_sign_in: Option<Tick>,
    /// Sign-outs of other tabs that it heard of in the last three seconds, and not that they are over.
    pub heard: Vec<(SignOutId, Clocks)>,
    /// Sign-outs called here that are not known to have been judged.
    pub sign_outs: Vec<SignOutId>,
    /// The sign-outs that other tabs were told of and not yet that they are over: one for each word, in order.
    pub told: Vec<SignOutId>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Credentials {
    pub call: CallId,
    pub person: Person,
    pub called: Tick,
    pub called_at: Clocks,
}

impl Page {
    /// Visible, online, and not begun.
    pub fn new(policy: Policy) -> Self {
        Self {
            state: State::new(policy, true, true),
            witness: Witness::default(),
            frozen: false,
            going: false,
            cached: false,
            gone: false,
            closed: false,
            visible: true,
            online: true,
            sign_in_window: false,
            reauthenticating: false,
            wake_at_ms: None,
            last_sent: RequestId(0),
            waiting: Vec::new(),
            calls: 0,
            logins: Vec::new(),
            logouts: Vec::new(),
            sign_out_failed: false,
            sign_out_called_ms: None,
            newest_sign_out: None,
            heard_sign_in: None,
            heard: Vec::new(),
            sign_outs: Vec::new(),
            told: Vec::new(),
        }
    }

    /// One step, carried out as far as it stays on the page. `late`: the event answers a request that was given up.
    pub fn happens(&mut self, event: &Event, late: bool, now: Now, broken: &mut Broken) -> Vec<Effect> {
        let before = self.state.clone();
        let was_closed = self.closed;
        match event {
            Event::Visible(visible) => self.visible = *visible,
            Event::Online(online) => self.online = *online,
            Event::SignInWindow(open) => self.sign_in_window = *open,
            Event::Woken => self.wake_at_ms = None,
            Event::Reauthenticated { .. } => self.reauthenticating = false,
            Event::Closed => self.closed = true,
            _ => {}
        }
        let effects = step(&mut self.state, event.clone(), now);
        if let Event::Answered { id, .. } = event
            && late
        {
            // Whatever else it had said would have come to the same.
            let mut again = before.clone();
            let other = step(&mut again, Event::Answered { id: *id, answer: Answer::Fetch(Ok(200)) }, now);
            broken.add(Rule::GivenUp, other != effects || again != self.state);
        }
        for effect in &effects {
            let only_settles = matches!(effect, Effect::Settle { .. });
            broken.add(Rule::Closed, was_closed && !only_settles);
            self.carries_out(effect, now, broken);
        }
        broken.add(Rule::Publication, !is_published(before.view(), self.view(), &effects));
        broken.add(Rule::View, !is_sound(self.view()));
        broken.add(Rule::Closed, self.closed && (self.view().user.is_some() || self.token().is_some()));
        effects
    }

    fn carries_out(&mut self, effect: &Effect, now: Now, broken: &mut Broken) {
        match effect {
            Effect::Send { id, .. } => {
                broken.add(Rule::Requests, *id <= self.last_sent);
                self.last_sent = *id;
            }
            Effect::WakeIn { after_ms } => {
                broken.add(Rule::Requests, after_ms.is_some_and(|ms| ms > i32::MAX as u64));
                self.wake_at_ms = after_ms.map(|after| now.mono_ms.saturating_add(after));
            }
            Effect::Reauthenticate(_) => {
                broken.add(Rule::Calls, self.reauthenticating);
                self.reauthenticating = true;
            }
            Effect::Settle { call, .. } => {
                let waited = self.waiting.len();
                self.waiting.retain(|waiting| waiting != call);
                self.logins.retain(|login| login.call != *call);
                self.logouts.retain(|waiting| waiting != call);
                broken.add(Rule::Calls, self.waiting.len() + 1 != waited);
            }
            Effect::Stop => (self.wake_at_ms, self.reauthenticating) = (None, false),
            Effect::Cancel { .. } | Effect::Broadcast(_) | Effect::Publish(_) => {}
        }
    }

    /// The number of a call that is about to be made.
    pub fn begins_call(&mut self) -> CallId {
        let call = CallId(self.calls);
        self.calls += 1;
        self.waiting.push(call);
        call
    }

    /// Which sign-out a word is about that the page says to the other tabs.
    pub fn says(&mut self, word: Word) -> Option<SignOutId> {
        match word {
            Word::SignedOut => {
                self.told.extend(self.sign_outs.last());
                self.sign_outs.last().copied()
            }
            Word::SignOutOver if !self.told.is_empty() => Some(self.told.remove(0)),
            _ => None,
        }
    }

    pub fn view(&self) -> &View {
        self.state.view()
    }

    pub fn policy(&self) -> &Policy {
        self.state.policy()
    }

    /// Whether a sign-out that leaves now is sent to outlive the page.
    pub fn sign_out_outlives(&self) -> bool {
        self.state.sign_out_outlives()
    }

    /// The session that the token held here belongs to: what a bearer header would carry.
    pub fn token(&self) -> Option<SessionId> {
        self.state.token().and_then(session_of)
    }

    /// Whether a sign-out for which no caller waits might end somebody who has come since it was called.
    pub fn may_end_a_newcomer(&self) -> bool {
        self.sign_in_window || self.witness.has_newcomer_since_sign_out()
    }

    /// Whether anything reaches it.
    pub fn is_reached(&self) -> bool {
        !self.frozen && !self.gone
    }
}

/// A user exactly while authenticated, open gates only then, and a reason exactly while unauthenticated.
fn is_sound(view: &View) -> bool {
    let authenticated = view.status == Status::Authenticated;
    view.user.is_some() == authenticated
        && (authenticated || view.features == Features::default())
        && view.reason.is_some() == (view.status == Status::Unauthenticated)
        && (!view.stale || view.error.is_some() && view.status != Status::Unknown)
}

/// One publication at most, of something new; calls end after it.
fn is_published(before: &View, after: &View, effects: &[Effect]) -> bool {
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
    publication.view == *after && (after != before || !publication.session_events.is_empty())
}

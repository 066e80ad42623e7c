//! Handles one event, or what happened before the engine ran.

use super::clock::Now;
use super::command::Command;
use super::effect::{Effect, Request};
use super::event::{Answer, Event, Stamp};
use super::ids::{CallId, RequestId};
use super::page_event::PageEvent;
use super::publication::{Publication, SessionEvent};
use super::state::{SessionRequest, State};
use super::tab_message::Broadcast;
use super::transition::Transition;
use crate::api::Failure;

/// Handles one event: changes the state, and answers with the effects to carry out, in order.
pub fn step(state: &mut State, event: Event, now: Now) -> Vec<Effect> {
    let mut transition = Transition::new(state, now);
    transition.is_call = event.call().is_some();
    if transition.state.closed {
        transition.refuse(&event);
    } else {
        // A tab that was frozen reads first: the session may be another by now.
        if event != Event::Page(PageEvent::Resumed) {
            transition.check_ends();
        }
        transition.check_locks();
        transition.handle(event);
        // An answer may be so late that what it brings has ended already.
        transition.check_ends();
        transition.schedule();
        transition.warn_of_end();
        transition.publish();
        transition.wake_for_next();
    }
    transition.effects()
}

/// Takes what happened before the engine ran, each event at its time, and answers with what is to be done now: what came to its end
/// meanwhile is not begun, and what is shown is published once.
pub fn replay(state: &mut State, journal: Vec<(Event, Now)>, now: Now) -> Vec<Effect> {
    state.page.replaying = true;
    let mut all = Vec::new();
    let mut answered = Vec::new();
    for (event, then) in journal.into_iter().chain([(Event::Replayed, now)]) {
        if let Event::Answered { id, .. } = &event {
            answered.push(*id);
        }
        all.append(&mut step(state, event, then));
    }
    let mut effects = Vec::new();
    let (mut wake, mut settled) = (None, Vec::new());
    let (mut roles_changed, mut session_events) = (false, Vec::<SessionEvent>::new());
    for effect in all {
        match effect {
            Effect::Adopt { id, .. } | Effect::Cancel { id } if answered.contains(&id) => {}
            // That sign-out was called again: it is not over.
            Effect::Broadcast(Broadcast::SignOutOver(id)) if state.lock.is_own(id) => {}
            Effect::Publish(mut publication) => {
                roles_changed |= publication.roles_changed;
                session_events.append(&mut publication.session_events);
            }
            // Each wake-up takes the place of the one before.
            Effect::WakeIn { .. } => wake = Some(effect),
            Effect::Settle { .. } => settled.push(effect),
            other => effects.push(other),
        }
    }
    let view = state.view().clone();
    // A user who came and went meanwhile was never shown.
    session_events.retain(|event| match event {
        SessionEvent::SignedIn => view.user.is_some(),
        SessionEvent::SignedOut(_) => view.user.is_none(),
        _ => true,
    });
    effects.push(Effect::Publish(Box::new(Publication { view, roles_changed, session_events })));
    effects.extend(wake);
    effects.append(&mut settled);
    effects
}

impl Transition<'_> {
    fn handle(&mut self, event: Event) {
        match event {
            Event::Started { initial } => self.started(initial),
            Event::Replayed => self.replayed(),
            Event::LoginCalled { call, complete } => self.login_called(call, complete),
            Event::LogoutCalled { call, id } => self.logout_called(call, id),
            Event::Asked { command, call, within } => self.asked(command, call, within),
            Event::FetchCalled { call, replayable, within, keepalive } => {
                self.request_called(call, Request::Fetch(call), !replayable || within, keepalive);
            }
            Event::Answered { id, answer, stamp } => self.answered(id, answer, stamp),
            Event::Page(event) => self.page_event(event),
            Event::Message(message) => self.tab_message(message),
        }
    }

    fn asked(&mut self, command: Command, call: CallId, within: bool) {
        match command {
            Command::Refresh => self.refresh_called(call),
            Command::Read => self.read_called(call),
            Command::RefreshPermissions => self.request_called(call, Request::Permissions, within, false),
            Command::Roles => self.request_called(call, Request::Roles, within, false),
            Command::SsoConfig => self.request_called(call, Request::SsoConfig, false, false),
            Command::Abort => self.aborted(call),
        }
    }

    /// Finds the request of an answer by its number, and lets the rule for that kind of request take the answer. An answer to what was given
    /// up matches nothing, and is dropped.
    fn answered(
        &mut self,
        id: RequestId,
        answer: Result<Answer, Failure>,
        Stamp { date_ms, preloaded_ms }: Stamp,
    ) {
        let request = self.state.in_flight.take(id);
        if request.is_idle() {
            // No request of the session's own has this number: it is one beside those (`state/pending_request.rs`), or was given up.
            return self.request_answered(id, answer);
        }
        if let SessionRequest::Reading(reading) = &request
            && self.read_again_if_unclear(reading, &answer, date_ms)
        {
            return;
        }
        let answer = answer.and_then(|answer| self.checked_for_its_date(answer, date_ms));
        match request {
            SessionRequest::Reading(reading) => self.session_answered(reading, answer, preloaded_ms),
            SessionRequest::SigningIn(signing_in) => self.login_answered(signing_in, answer),
            SessionRequest::SigningOut(signing_out) => self.logout_answered(signing_out, answer),
            SessionRequest::Idle => {}
        }
    }

    /// Takes in that the engine runs: requests leave only now, with what came after them in view. A sign-in's three seconds begin now, as the
    /// answer to the sign-out before it is taken only now.
    fn replayed(&mut self) {
        self.state.page.replaying = false;
        self.wait_anew();
    }
}

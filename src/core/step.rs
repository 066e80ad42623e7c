//! Handles one event (`step`), or all events from before the engine ran (`replay`).

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

/// Handles one event: changes the state, and returns the effects to carry out, in order.
pub fn step(state: &mut State, event: Event, now: Now) -> Vec<Effect> {
    let mut transition = Transition::new(state, now);
    transition.is_call = event.call().is_some();
    if transition.state.closed {
        transition.refuse(&event);
    } else {
        // A tab that was frozen reads first: another session may have begun meanwhile.
        if event != Event::Page(PageEvent::Resumed) {
            transition.end_expired_session();
        }
        transition.end_expired_locks();
        transition.handle(event);
        // An answer may be so late that its session has ended already.
        transition.end_expired_session();
        transition.schedule();
        transition.warn_of_end();
        transition.publish();
        transition.wake_for_next();
    }
    transition.effects()
}

/// Handles the events from before the engine ran, each at its own time, and returns the effects to carry out now. A request that has ended
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
            // The sign-out was called again later, so it is not over.
            Effect::Broadcast(Broadcast::SignOutOver(id)) if state.lock.is_own(id) => {}
            Effect::Publish(mut publication) => {
                roles_changed |= publication.roles_changed;
                session_events.append(&mut publication.session_events);
            }
            // Only the last timer counts.
            Effect::WakeIn { .. } => wake = Some(effect),
            Effect::Settle { .. } => settled.push(effect),
            other => effects.push(other),
        }
    }
    let view = state.view().clone();
    // The page was never shown a user who signed in and out meanwhile.
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
            Command::Abort => self.abort_called(call),
        }
    }

    /// Passes an answer to the rule for its kind of request, which is found by its number. An answer to a request that was given up is dropped.
    fn answered(
        &mut self,
        id: RequestId,
        answer: Result<Answer, Failure>,
        Stamp { date_ms, preloaded_ms }: Stamp,
    ) {
        let request = self.state.in_flight.take(id);
        if request.is_idle() {
            // The read, the sign-in or the sign-out under way has another number: this is a pending request (`state/pending_request.rs`), or it
            // was given up.
            return self.request_answered(id, answer);
        }
        if let SessionRequest::Reading(reading) = &request
            && self.read_again_if_unclear(reading, &answer, date_ms)
        {
            return;
        }
        let answer = answer.and_then(|answer| self.refuse_older_answer(answer, date_ms));
        match request {
            SessionRequest::Reading(reading) => self.session_answered(reading, answer, preloaded_ms),
            SessionRequest::SigningIn(signing_in) => self.login_answered(signing_in, answer),
            SessionRequest::SigningOut(signing_out) => self.logout_answered(signing_out, answer),
            SessionRequest::Idle => {}
        }
    }

    /// Takes in the end of the replay: requests are sent only now. The time that a sign-in waits for an earlier sign-out begins now, because the
    /// engine takes the answer to that sign-out only now.
    fn replayed(&mut self) {
        self.state.page.replaying = false;
        self.restart_sign_in_wait();
    }
}

//! Handles one event.

use super::clock::Now;
use super::effect::{Effect, Request};
use super::event::{Answer, Event};
use super::ids::RequestId;
use super::state::{State, Traffic};
use super::turn::Turn;
use crate::api::Code;

/// Handles one event: changes the state, and answers with the effects to carry out, in order.
pub fn step(state: &mut State, event: Event, now: Now) -> Vec<Effect> {
    let mut turn = Turn::new(state, now);
    if turn.state.closed {
        turn.refuse(&event);
    } else {
        turn.check_ends();
        turn.handle(event);
        // An answer may be so late that what it brings has ended already.
        turn.check_ends();
        turn.check_guard();
        turn.check_waiting_sign_in();
        turn.warn_of_end();
        turn.schedule();
        turn.publish();
        turn.wake_for_next();
    }
    turn.effects()
}

impl Turn<'_> {
    fn handle(&mut self, event: Event) {
        match event {
            Event::Started { initial, before, ages } => self.started(initial, before, ages),
            Event::LoginCalled { call, complete } => self.login_called(call, complete),
            Event::LogoutCalled { call, age_ms } => self.logout_called(call, age_ms),
            Event::RefreshCalled { call } => self.refresh_called(call),
            Event::ReadCalled { call } => self.read_called(call),
            Event::PermissionsCalled { call, within } => {
                self.exchange_called(call, Request::Permissions, within);
            }
            Event::RolesCalled { call, within } => self.exchange_called(call, Request::Roles, within),
            Event::SsoConfigCalled { call } => self.exchange_called(call, Request::SsoConfig, false),
            Event::FetchCalled { call, replayable, within } => {
                self.exchange_called(call, Request::Fetch(call), !replayable || within);
            }
            Event::Aborted { call } => self.aborted(call),
            Event::Answered { id, answer } => self.answered(id, answer),
            // Every step checks what has come due, so there is nothing else to do.
            Event::Woken => self.state.wake_at_ms = None,
            Event::Visible(visible) => self.visible(visible),
            Event::Focused => self.focused(),
            Event::Online(online) => self.online(online),
            Event::Leaving => {
                self.leaving();
                self.going();
            }
            Event::Unloading => {
                self.refuse_waiting_sign_in(Code::Superseded);
                self.going();
            }
            Event::Restored => self.restored(),
            Event::Heard(message) => self.heard(message),
            Event::Reauthenticated { resolved } => self.reauthenticated(resolved),
            Event::CatalogueWatched(watched) => self.state.catalogue.is_watched = watched,
            Event::SignInWindow(open) => self.sign_in_window(open),
            Event::Closed => self.close(),
        }
    }

    /// An answer is matched by its request's number. One to what was given up matches nothing, and is dropped
    /// (`rules/epoch.rs`).
    fn answered(&mut self, id: RequestId, answer: Answer) {
        match (self.state.traffic.take(id), answer) {
            (Traffic::Reading(reading), Answer::Session(result)) => self.session_answered(reading, result),
            (Traffic::SigningIn(signing_in), Answer::Login(result)) => {
                self.login_answered(signing_in, result)
            }
            (Traffic::SigningOut(signing_out), Answer::Logout(result)) => {
                self.logout_answered(signing_out, result);
            }
            (_, answer) => self.exchange_answered(id, answer),
        }
    }
}

//! Publishes what is shown, and the events that the page gets.

use crate::api::{Code, Failure};
use crate::core::effect::Effect;
use crate::core::publication::{Publication, SessionEvent};
use crate::core::state::{AnnouncedState, AuthState, State};
use crate::core::tab_message::Broadcast;
use crate::core::transition::Transition;
use crate::core::view::{Reason, View};

impl Transition<'_> {
    /// Publishes, if the view has changed, or there is an event for the page's listeners.
    pub fn publish(&mut self) {
        let view = view_of(self.state);
        let before = self.state.announced.state;
        let mut session_events = self.announce(&view);
        session_events.append(&mut self.session_events);
        let shown = &self.state.shown;
        // The first state that a page finds is no change.
        let is_other_user = before != AnnouncedState::Nothing && before != self.state.announced.state;
        let is_same_user_changed =
            shown.user.is_some() && (view.user != shown.user || view.features != shown.features);
        let roles_changed = view.roles != shown.roles || view.roles_refusal != shown.roles_refusal;
        let is_update = view != *shown || !session_events.is_empty();
        // Sent before this page's listeners run, which may take long: until the message arrives, the other tabs may show the wrong user, and
        // send that user's requests.
        if self.broadcasts_change && (is_other_user || is_same_user_changed) {
            self.act(Effect::Broadcast(Broadcast::Changed));
        }
        if is_update {
            self.state.shown = view.clone();
            self.act(Effect::Publish(Box::new(Publication { view, roles_changed, session_events })));
        }
    }

    /// Returns the event for the page, if a user has signed in or out since the last announcement.
    fn announce(&mut self, view: &View) -> Vec<SessionEvent> {
        let before = self.state.announced.state;
        let mut session_events = Vec::new();
        if let Some(user) = view.user {
            // A user that a page finds at its first read has not signed in just now.
            let is_new =
                before != AnnouncedState::Nothing && before != AnnouncedState::SignedIn { user: user.id };
            if is_new || self.signed_in_here {
                session_events.push(SessionEvent::SignedIn);
            }
            self.state.announced.state = AnnouncedState::SignedIn { user: user.id };
        } else if let Some(reason) = view.reason {
            let has_signed_out = match before {
                AnnouncedState::Nothing => reason == Reason::SignedOut,
                AnnouncedState::SignedIn { .. } => true,
                AnnouncedState::SignedOut(_) => false,
            };
            if has_signed_out {
                session_events.push(SessionEvent::SignedOut(reason));
            }
            self.state.announced.state = AnnouncedState::SignedOut(reason);
        }
        session_events
    }
}

fn view_of(state: &State) -> View {
    let mut view = View {
        identity: state.identity.number,
        status: state.auth_state.status(),
        roles: state.catalogue.roles,
        roles_refusal: state.catalogue.refusal,
        sign_out_pending: state.lock.own.is_some(),
        reauthenticating: state.pending.reauthenticating,
        ..View::default()
    };
    match &state.auth_state {
        AuthState::Unknown { error, .. } => view.error = *error,
        AuthState::Authenticated { known, error } => {
            view.user = Some(known.user);
            view.company = known.company;
            view.features = Some(known.features);
            view.expires_at_ms = state.credentials.shown_end_ms();
            (view.stale, view.error) = (error.is_some(), *error);
        }
        AuthState::Unauthenticated { reason, cookie_refused, error, .. } => {
            view.reason = Some(*reason);
            view.stale = error.is_some();
            view.error = error.or(cookie_refused.then(|| Failure::of(Code::CookieRefused)));
        }
    }
    view
}

//! What is shown, and which events the page gets.

use crate::api::{Code, Failure};
use crate::core::effect::Effect;
use crate::core::publication::{Publication, SessionEvent};
use crate::core::state::{AuthState, State, Who};
use crate::core::tab_message::Broadcast;
use crate::core::transition::Transition;
use crate::core::view::{Reason, View};

impl Transition<'_> {
    /// Publishes, if something changed: a view that differs, or an event for the page's listeners.
    pub fn publish(&mut self) {
        let view = view_of(self.state);
        let before = self.state.announced.who;
        let mut session_events = self.announce(&view);
        session_events.append(&mut self.session_events);
        let shown = &self.state.shown;
        // What a page finds first is no change.
        let is_another = before != Who::Nothing && before != self.state.announced.who;
        let is_changed = shown.user.is_some() && (view.user != shown.user || view.features != shown.features);
        let roles_changed = view.roles != shown.roles || view.roles_refusal != shown.roles_refusal;
        let is_update = view != *shown || !session_events.is_empty();
        // Sent before this page's listeners run, which may take long. Until then the other tabs may show, or send
        // requests as, the wrong user.
        if self.broadcasts_change && (is_another || is_changed) {
            self.act(Effect::Broadcast(Broadcast::Changed));
        }
        if is_update {
            self.state.shown = view.clone();
            self.act(Effect::Publish(Box::new(Publication { view, roles_changed, session_events })));
        }
    }

    /// Returns the event for the page, where a user has signed in or out since the last announcement.
    fn announce(&mut self, view: &View) -> Vec<SessionEvent> {
        let before = self.state.announced.who;
        let mut session_events = Vec::new();
        if let Some(user) = view.user {
            // The first thing known of a page is how it is, not something that happened.
            let known = before == Who::Nothing || before == Who::SignedIn { user: user.id };
            if !known || self.signed_in_here {
                session_events.push(SessionEvent::SignedIn);
            }
            self.state.announced.who = Who::SignedIn { user: user.id };
        } else if let Some(reason) = view.reason {
            let happened = match before {
                Who::Nothing => reason == Reason::SignedOut,
                Who::SignedIn { .. } => true,
                Who::SignedOut(_) => false,
            };
            if happened {
                session_events.push(SessionEvent::SignedOut(reason));
            }
            self.state.announced.who = Who::SignedOut(reason);
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

//! Requests beside the session's own: permissions, roles, the single sign-on configuration and the page's own. When they leave is in
//! `rules/waiting.rs`, which of them carry the bearer token in `rules/bearer.rs`.

use crate::api::{Failure, PermissionsAnswer};
use crate::core::effect::{Outcome, Request};
use crate::core::event::Answer;
use crate::core::ids::{CallId, RequestId};
use crate::core::state::{AuthState, PendingRequest, Phase};
use crate::core::transition::Transition;

impl Transition<'_> {
    /// Enters the request. It leaves at the end of this step, or of the one that ends what it waits for (`rules/waiting.rs`, `send_waiting`).
    /// `is_last_try`: its answer is handed on, even a 401. `keepalive`: once sent, it is not aborted as its identity ends.
    pub fn request_called(&mut self, call: CallId, request: Request, is_last_try: bool, keepalive: bool) {
        if request == Request::Roles && self.state.catalogue.roles.is_some() && !self.requests_wait() {
            // The catalogue is known.
            return self.settle(call, Ok(Outcome::Done));
        }
        // Two calls for the same share one request. One of the page's own is the same as no other.
        let alike =
            |pending: &&mut PendingRequest| pending.request == request && pending.is_last_try == is_last_try;
        let list = &mut self.state.pending.list;
        match list.iter_mut().find(alike) {
            Some(pending) => pending.calls.push(call),
            None => list.push(PendingRequest {
                is_last_try,
                keepalive,
                ..PendingRequest::new(request, vec![call])
            }),
        }
    }

    /// Takes the answer to a request beside the session's own. An answer to one of the session's own goes to `rules/session_read.rs`,
    /// `sign_in.rs` or `sign_out.rs` (`step.rs`, `answered`). A 401 is judged in `rules/unauthorized.rs`.
    pub fn request_answered(&mut self, id: RequestId, answer: Result<Answer, Failure>) {
        let sent = |pending: &&mut PendingRequest| pending.id == id && pending.phase == Phase::Sent;
        let list = &mut self.state.pending.list;
        let Some((place, pending)) = list.iter_mut().enumerate().find(|(_, pending)| sent(pending)) else {
            return;
        };
        if is_unauthorized(pending, &answer) && !pending.is_last_try {
            pending.phase = Phase::Unauthorized;
            return self.unauthorized(place);
        }
        let request = pending.request;
        let outcome = match answer {
            Ok(Answer::Permissions(ref permissions)) if !self.show_permissions(id, permissions) => {
                // The permissions are another role's. Which role the user has, only a session read can tell that begins now.
                if let Some(pending) = self.state.pending.list.get_mut(place) {
                    pending.phase = Phase::Doubted;
                }
                return self.give_up_reading();
            }
            Ok(Answer::Permissions(_) | Answer::SsoConfig) => Ok(Outcome::Done),
            Ok(Answer::Roles(roles)) => {
                self.state.catalogue.keep(roles);
                Ok(Outcome::Done)
            }
            Ok(Answer::Fetch(status)) => {
                if matches!(status, 401 | 403) {
                    self.read_after_refusal();
                }
                Ok(Outcome::Response)
            }
            Err(failure) => {
                if request == Request::Roles {
                    self.catalogue_failed(&failure);
                }
                Err(failure)
            }
            Ok(Answer::Session(_) | Answer::Login(_) | Answer::Logout) => return,
        };
        self.settle_request(place, outcome);
    }

    /// Shows the features, if they are certainly those of the user who is shown: of the same role.
    fn show_permissions(&mut self, id: RequestId, answer: &PermissionsAnswer) -> bool {
        let AuthState::Authenticated { known, .. } = &mut self.state.auth_state else { return false };
        if known.user.role != answer.role {
            return false;
        }
        // A read that was sent after this request may have told newer ones.
        if id > known.features_of {
            (known.features, known.features_of) = (answer.features, id);
            // A read under way that was sent before it would bring older ones: it is sent again.
            if self.state.in_flight.reading().is_some_and(|reading| reading.id < id) {
                self.give_up_reading();
            }
        }
        true
    }
}

/// Whether the deployment refused the request because the token is missing, invalid or expired (`identity-api.md` 7). The configuration of
/// single sign-on needs no token: its 401 is a failure like any other.
fn is_unauthorized(pending: &PendingRequest, answer: &Result<Answer, Failure>) -> bool {
    match answer {
        Ok(answer) => *answer == Answer::Fetch(401),
        Err(failure) => failure.status == Some(401) && !pending.is_identity_independent(),
    }
}

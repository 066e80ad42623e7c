//! Calls and answers of requests other than session reads, sign-ins and sign-outs: permissions, roles, the single sign-on configuration, and
//! the page's own requests. `rules/waiting.rs` sends them.

use crate::api::{Failure, PermissionsAnswer};
use crate::core::effect::{Outcome, Request};
use crate::core::event::Answer;
use crate::core::ids::{CallId, RequestId};
use crate::core::state::{AuthState, PendingRequest, Phase};
use crate::core::transition::Transition;

impl Transition<'_> {
    /// Adds a request. It is sent at the end of this step, or of a later step in which it need not wait any more (`rules/waiting.rs`,
    /// `send_waiting`). `is_last_try`: its answer is delivered, even a 401. `keepalive`: once sent, it is not aborted when its identity ends.
    pub fn request_called(&mut self, call: CallId, request: Request, is_last_try: bool, keepalive: bool) {
        if request == Request::Roles && self.state.catalogue.roles.is_some() && !self.requests_wait() {
            // The catalogue is known.
            return self.settle(call, Ok(Outcome::Done));
        }
        // Two calls for the same permissions or roles share one request. A `Fetch` has its call's number, so it equals no other request.
        let is_equal =
            |pending: &&mut PendingRequest| pending.request == request && pending.is_last_try == is_last_try;
        let list = &mut self.state.pending.list;
        match list.iter_mut().find(is_equal) {
            Some(pending) => pending.calls.push(call),
            None => list.push(PendingRequest {
                is_last_try,
                keepalive,
                ..PendingRequest::new(request, vec![call])
            }),
        }
    }

    /// Takes the answer to a pending request; drops it, if none with this number is under way. `rules/unauthorized.rs` judges a 401.
    pub fn request_answered(&mut self, id: RequestId, answer: Result<Answer, Failure>) {
        let is_answered = |pending: &PendingRequest| pending.id == id && pending.phase == Phase::Sent;
        let list = &mut self.state.pending.list;
        let Some((place, pending)) = list.iter_mut().enumerate().find(|(_, pending)| is_answered(pending))
        else {
            return;
        };
        if is_unauthorized(pending, &answer) && !pending.is_last_try {
            pending.phase = Phase::Unauthorized;
            return self.unauthorized(place);
        }
        let request = pending.request;
        let outcome = match answer {
            Ok(Answer::Permissions(ref permissions)) if !self.show_permissions(id, permissions) => {
                // The permissions are of another role than the shown user's. Only a session read that begins now tells the user's role.
                if let Some(pending) = self.state.pending.list.get_mut(place) {
                    pending.phase = Phase::OtherRole;
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

    /// Shows the features, if they have the role of the user who is shown. Returns whether they have.
    fn show_permissions(&mut self, id: RequestId, answer: &PermissionsAnswer) -> bool {
        let AuthState::Authenticated { known, .. } = &mut self.state.auth_state else { return false };
        if known.user.role != answer.role {
            return false;
        }
        // If the shown features are from a later request, they are newer, and stay.
        if id > known.features_from {
            (known.features, known.features_from) = (answer.features, id);
            // A read under way that was sent before this request could bring older features: it is sent again.
            if self.state.in_flight.reading().is_some_and(|reading| reading.id < id) {
                self.give_up_reading();
            }
        }
        true
    }
}

/// Whether the deployment refused the request because the token is missing, invalid or expired (`identity-api.md` 7). The configuration of
/// single sign-on needs no token: a 401 to it is an ordinary failure.
fn is_unauthorized(pending: &PendingRequest, answer: &Result<Answer, Failure>) -> bool {
    match answer {
        Ok(answer) => *answer == Answer::Fetch(401),
        Err(failure) => failure.status == Some(401) && !pending.is_identity_independent(),
    }
}

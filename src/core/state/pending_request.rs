//! Pending requests: all requests that neither read nor change the session (`session_request.rs`). They are for permissions, roles, and the
//! single sign-on configuration, and the page's own.

use crate::core::effect::Request;
use crate::core::ids::{CallId, RequestId};

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct PendingRequests {
    /// The requests, in the order of their calls.
    pub list: Vec<PendingRequest>,
    /// Whether the page's `reauthenticate` is under way.
    pub reauthenticating: bool,
    /// The newest request when a `reauthenticate` last ended. Requests up to this number do not call `reauthenticate` again.
    pub reauthenticated_up_to: Option<RequestId>,
}

/// One request, and the calls that wait for it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PendingRequest {
    pub request: Request,
    pub calls: Vec<CallId>,
    /// The number with which the request was sent last.
    pub id: RequestId,
    /// Whether the request was sent with the bearer token.
    pub bearer: bool,
    /// Whether the answer is delivered to the calls, even a 401.
    pub is_last_try: bool,
    /// Whether the request goes on, once sent, after its identity has ended.
    pub keepalive: bool,
    pub phase: Phase,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// To be sent, perhaps again: `rules/waiting.rs`, `send_waiting`.
    Waiting,
    Sent,
    /// Answered with the permissions of another role than the shown user's. A session read that begins later will tell the user's role.
    OtherRole,
    /// Answered 401. A session read that begins later will tell what that means.
    Unauthorized,
    /// Waits for the page to sign its user in again.
    Reauthenticating,
    /// `reauthenticate` has resolved. The next answered read will tell which user is signed in.
    Confirming,
}

impl PendingRequest {
    pub fn new(request: Request, calls: Vec<CallId>) -> Self {
        Self {
            request,
            calls,
            id: RequestId::default(),
            bearer: false,
            is_last_try: false,
            keepalive: false,
            phase: Phase::Waiting,
        }
    }

    /// Whether the answer belongs to the signed-in user or that user's role, and is shown.
    pub fn belongs_to_identity(&self) -> bool {
        matches!(self.request, Request::Permissions | Request::Roles)
    }

    /// Whether the answer is the same for every user.
    pub fn is_identity_independent(&self) -> bool {
        self.request == Request::SsoConfig
    }

    /// Returns the number after which a session read must have been sent for its answer to decide on this request; `None`: it waits for no read.
    pub fn settled_after(&self) -> Option<RequestId> {
        match self.phase {
            Phase::Unauthorized | Phase::OtherRole => Some(self.id),
            Phase::Confirming => Some(RequestId::default()),
            Phase::Waiting | Phase::Sent | Phase::Reauthenticating => None,
        }
    }
}

impl PendingRequests {
    /// Removes and returns the requests that `which` selects, in order.
    #[inline(never)]
    pub fn take(&mut self, which: &dyn Fn(&PendingRequest) -> bool) -> Vec<PendingRequest> {
        let mut taken = Vec::new();
        while let Some(place) = self.list.iter().position(which) {
            taken.push(self.list.remove(place));
        }
        taken
    }
}

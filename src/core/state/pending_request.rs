//! Requests beside the session's own: permissions, roles, the single sign-on configuration and the page's own.

use crate::core::effect::Request;
use crate::core::ids::{CallId, RequestId};

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct PendingRequests {
    /// The requests, in the order of their calls.
    pub list: Vec<PendingRequest>,
    /// Whether the page's `reauthenticate` is under way.
    pub reauthenticating: bool,
    /// The newest request when a `reauthenticate` last ended. Requests up to that one do not call `reauthenticate` again.
    pub reauthenticated_up_to: Option<RequestId>,
}

/// One request, and the calls that wait for it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PendingRequest {
    pub request: Request,
    pub calls: Vec<CallId>,
    /// The number with which it was sent last.
    pub id: RequestId,
    /// Whether a bearer token went along.
    pub bearer: bool,
    /// Whether its answer is handed on, even a 401.
    pub is_last_try: bool,
    /// Whether it goes on, once sent, after its identity has ended.
    pub keepalive: bool,
    pub phase: Phase,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// To be sent, perhaps again: `rules/waiting.rs`, `send_waiting`.
    Waiting,
    Sent,
    /// Answered, but for another role than the one that is shown. A session read that begins after this request tells.
    Doubted,
    /// Answered 401: a session read that begins after this request will tell what that means.
    Unauthorized,
    /// Waits for the page to sign its user in again.
    Reauthenticating,
    /// `reauthenticate` has resolved: the next answered read tells who is signed in.
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

    /// Whether the session shows its answer as that of the user who is signed in.
    pub fn belongs_to_identity(&self) -> bool {
        matches!(self.request, Request::Permissions | Request::Roles)
    }

    /// Whether its answer does not depend on the signed-in user.
    pub fn is_identity_independent(&self) -> bool {
        self.request == Request::SsoConfig
    }

    /// Returns the request after which a session read must have begun, to decide what becomes of this one.
    pub fn settled_after(&self) -> Option<RequestId> {
        match self.phase {
            Phase::Unauthorized | Phase::Doubted => Some(self.id),
            Phase::Confirming => Some(RequestId::default()),
            Phase::Waiting | Phase::Sent | Phase::Reauthenticating => None,
        }
    }
}

impl PendingRequests {
    /// Takes the requests that `which` picks, in order.
    #[inline(never)]
    pub fn take(&mut self, which: &dyn Fn(&PendingRequest) -> bool) -> Vec<PendingRequest> {
        let mut taken = Vec::new();
        while let Some(place) = self.list.iter().position(which) {
            taken.push(self.list.remove(place));
        }
        taken
    }
}

//! Calls that a page makes beside those for the session: for permissions, roles, and requests of its own.

use platform_session::core::{CallId, Event, Request, RequestId};

/// A call of the page's own, for permissions, roles or a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Other {
    pub(super) call: CallId,
    /// Calls for permissions share a request, as do those for roles. `None`: a request of the call's own.
    pub(super) shared: Option<Shared>,
    /// It is not sent again.
    pub(super) is_last_try: bool,
    pub(super) was_sent: bool,
    pub(super) stands: Stands,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Shared {
    Permissions,
    Roles,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Stands {
    UnderWay(RequestId),
    /// For a read that leaves after this request.
    Waits(RequestId),
    /// For nothing that a read tells.
    Answered,
}

impl Other {
    /// A call that is under way already is not sent along.
    pub(super) fn is_sent_with(&self, request: &Request, event: &Event) -> bool {
        if called(event).is_some_and(|call| call != self.call) {
            return false;
        }
        let asks = match request {
            Request::Permissions => self.shared == Some(Shared::Permissions),
            Request::Roles => self.shared == Some(Shared::Roles),
            Request::Fetch(call) => self.shared.is_none() && self.call == *call,
            _ => false,
        };
        asks && !matches!(self.stands, Stands::UnderWay(_))
    }
}

/// A call for permissions, roles or a request of the page's own.
pub(super) fn called(event: &Event) -> Option<CallId> {
    match event {
        Event::PermissionsCalled { call, .. }
        | Event::RolesCalled { call, .. }
        | Event::FetchCalled { call, .. } => Some(*call),
        _ => None,
    }
}

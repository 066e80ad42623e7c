//! What can happen to a session: the inputs of `step`. What the page's listeners get is in `publication.rs`. Where else a new
//! input goes: CONTRIBUTING.md, "Places that must agree".

use super::ids::{CallId, RequestId};
use super::tab_message::{SignOutId, TabMessage};
use crate::api::{Failure, Handle, PermissionsAnswer, SessionAnswer, SignedIn};

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Event {
    /// The session begins: once, first. `initial`: what a server read for this page, which is shown already.
    Started {
        initial: Option<SessionAnswer>,
    },
    /// All that happened before the engine ran has been taken, each at its time: see `step.rs`, `replay`.
    Replayed,
    /// The page calls. `complete`: neither email nor password is empty.
    LoginCalled {
        call: CallId,
        complete: bool,
    },
    /// `id`: of the sign-out that stands, or a new one. Before the engine runs, the entry has sent it.
    LogoutCalled {
        call: CallId,
        id: SignOutId,
    },
    /// The page wants to know who is signed in: it ends the lock of a sign-out of this page that failed.
    RefreshCalled {
        call: CallId,
    },
    /// Reads the session. Unlike `RefreshCalled`, it ends no lock.
    ReadCalled {
        call: CallId,
    },
    /// `within`: called through the session that `reauthenticate` was given, so it does not wait for `reauthenticate`.
    PermissionsCalled {
        call: CallId,
        within: bool,
    },
    RolesCalled {
        call: CallId,
        within: bool,
    },
    SsoConfigCalled {
        call: CallId,
    },
    /// `replayable`: its body can be sent a second time. `keepalive`: it goes on without its identity.
    FetchCalled {
        call: CallId,
        replayable: bool,
        within: bool,
        keepalive: bool,
    },
    /// The caller's `AbortSignal` fired.
    Aborted {
        call: CallId,
    },
    /// A request has ended, with an answer or without.
    Answered {
        id: RequestId,
        answer: Result<Answer, Failure>,
        stamp: Stamp,
    },
    /// The time asked for by `Effect::WakeIn` has come.
    Woken,
    /// The page became visible, or hidden.
    Visible(bool),
    Focused,
    Online(bool),
    /// The page may go into the back/forward cache.
    Leaving,
    /// The page is being unloaded.
    Unloading,
    /// The page came back from the back/forward cache.
    Restored,
    /// The tab was frozen, and runs again. What other tabs have said meanwhile may come later.
    Resumed,
    /// A message of another tab has arrived.
    Message(TabMessage),
    /// Whether the page watches something that depends on the role catalogue.
    CatalogueWatched(bool),
    /// Whether a window is open in which the page lets its user sign in.
    SignInWindow(bool),
    /// The page's `reauthenticate` came to its end.
    Reauthenticated {
        resolved: bool,
    },
    Closed,
}

impl Event {
    /// The call of the page that it is.
    pub fn call(&self) -> Option<CallId> {
        match self {
            Self::LoginCalled { call, .. }
            | Self::LogoutCalled { call, .. }
            | Self::RefreshCalled { call }
            | Self::ReadCalled { call }
            | Self::PermissionsCalled { call, .. }
            | Self::RolesCalled { call, .. }
            | Self::SsoConfigCalled { call }
            | Self::FetchCalled { call, .. } => Some(*call),
            _ => None,
        }
    }
}

/// How old an answer is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Stamp {
    /// When the deployment made it, by its own clock (`Date`), in milliseconds since 1970; `None`: the page may not know.
    pub date_ms: Option<u64>,
    /// How long before this page sent the request the document had sent it, in milliseconds: `<link rel="preload">`.
    pub preloaded_ms: u64,
}

/// What the deployment says to a request that went well, by its endpoint.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Answer {
    Session(SessionAnswer),
    Login(SignedIn),
    Logout,
    Permissions(PermissionsAnswer),
    Roles(Handle),
    /// JavaScript keeps what it says.
    SsoConfig,
    /// The status of a request of the page's own; 0 where the answer does not come from the deployment's APIs.
    Fetch(u16),
}

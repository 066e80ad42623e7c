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
    /// `id`: a new name for the sign-out.
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
    /// `replayable`: its body can be sent a second time. `outlives`: it goes on without its identity (`keepalive`).
    FetchCalled {
        call: CallId,
        replayable: bool,
        within: bool,
        outlives: bool,
    },
    /// The caller's `AbortSignal` fired.
    Aborted {
        call: CallId,
    },
    /// A request has ended, with an answer or without.
    Answered {
        id: RequestId,
        answer: Answer,
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

/// How old an answer is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Stamp {
    /// When the deployment made it, by its own clock (`Date`), in milliseconds since 1970; `None`: the page may not know.
    pub date_ms: Option<u64>,
    /// How long before this page sent the request the document had sent it, in milliseconds: `<link rel="preload">`.
    pub preloaded_ms: u64,
}

/// How a request ended, each with what its endpoint answers.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Answer {
    Session(Result<SessionAnswer, Failure>),
    Login(Result<SignedIn, Failure>),
    Logout(Result<(), Failure>),
    Permissions(Result<PermissionsAnswer, Failure>),
    Roles(Result<Handle, Failure>),
    /// The shell keeps what it says.
    SsoConfig(Result<(), Failure>),
    /// The status of a request of the page's own; 0 where the answer does not come from the deployment's APIs.
    Fetch(Result<u16, Failure>),
}

impl Answer {
    /// The failure, where it is one.
    pub fn failure_mut(&mut self) -> Option<&mut Failure> {
        match self {
            Self::Session(Err(failure))
            | Self::Login(Err(failure))
            | Self::Logout(Err(failure))
            | Self::Permissions(Err(failure))
            | Self::Roles(Err(failure))
            | Self::SsoConfig(Err(failure))
            | Self::Fetch(Err(failure)) => Some(failure),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::Code;

    /// The shell adds to it what the headers say.
    #[test]
    fn whatever_failed_has_its_failure_within_reach() {
        let failure = Failure::of(Code::Network);
        let failed = [
            Answer::Session(Err(failure)),
            Answer::Login(Err(failure)),
            Answer::Logout(Err(failure)),
            Answer::Permissions(Err(failure)),
            Answer::Roles(Err(failure)),
            Answer::SsoConfig(Err(failure)),
            Answer::Fetch(Err(failure)),
        ];
        for mut answer in failed {
            answer.failure_mut().unwrap().retry_after_ms = Some(1_000);
            assert_eq!(answer.failure_mut().unwrap().retry_after_ms, Some(1_000));
        }
        assert_eq!(Answer::Logout(Ok(())).failure_mut(), None);
    }
}

//! What can happen to a session: the inputs of `step`. What the page's listeners get is in `session_event.rs`. Where else a new
//! input goes: CONTRIBUTING.md, "Places that must agree".

use super::ids::{CallId, RequestId};
use super::tab_message::TabMessage;
use crate::api::{Failure, Kept, PermissionsAnswer, SessionAnswer, SignedIn};

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Event {
    /// The session begins: once, first. `initial` is what is shown already: a server read it for this page, or the entry.
    Started {
        initial: Option<SessionAnswer>,
        before: Before,
        ages: Ages,
    },
    /// The page calls. `complete`: neither email nor password is empty.
    LoginCalled {
        call: CallId,
        complete: bool,
    },
    /// `age_ms`: how long the call has waited for this engine.
    LogoutCalled {
        call: CallId,
        age_ms: u32,
    },
    /// The page wants to know who is signed in: a sign-out of this page that failed is given up, and whoever is signed in
    /// is shown.
    RefreshCalled {
        call: CallId,
    },
    /// Reads the session. Unlike `RefreshCalled`, it does not give up a pending sign-out.
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
    /// `replayable`: its body can be sent a second time.
    FetchCalled {
        call: CallId,
        replayable: bool,
        within: bool,
    },
    /// The caller's `AbortSignal` fired.
    Aborted {
        call: CallId,
    },
    /// A request has ended, with an answer or without.
    Answered {
        id: RequestId,
        answer: Answer,
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
    Heard(TabMessage),
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

/// What is known of the page from before this engine: from the entry, or from an engine that was lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Before {
    /// Who was shown last, unless somebody has signed out since.
    pub user: Option<i64>,
    /// A sign-out that was called, and that the deployment has not confirmed.
    pub sign_out: Option<EarlierSignOut>,
    /// Another user may have signed in, and no other user has been shown since.
    pub newcomer_unseen: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct EarlierSignOut {
    /// Who was signed in; `None`: it was not known.
    pub user: Option<i64>,
    /// How often the other tabs were told of it.
    pub told: u32,
}

/// How old is what a session begins with, in milliseconds. The module may have taken long to load.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Ages {
    /// Since `initial` was handed over, or asked for.
    pub initial_ms: u64,
    /// Since the entry's first read began, which the engine takes up; 0 where there is none.
    pub first_read_ms: u64,
}

/// How a request ended, each with what its endpoint answers.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Answer {
    Session(Result<SessionAnswer, Failure>),
    Login(Result<SignedIn, Failure>),
    Logout(Result<(), Failure>),
    Permissions(Result<PermissionsAnswer, Failure>),
    Roles(Result<Kept, Failure>),
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

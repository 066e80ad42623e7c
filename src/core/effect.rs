//! The effects of a step, which the shell carries out (`session/shell.rs`, `carry_out`).

use super::ids::{CallId, RequestId};
use super::publication::Publication;
use super::tab_message::Broadcast;
use crate::api::{Body, Failure, named};

/// One thing for the shell to do. A step gives its effects in the order in which they are to be carried out: those of its rules, in their
/// order; then what is shown; then the timer; and last the calls that end.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Effect {
    /// Send a request; if `bearer`, with the session's token (`State::token`). The shell reports its end by `Event::Answered`, also a failure.
    Send { id: RequestId, request: Request, bearer: bool },
    /// Await a request that the entry has sent before the engine ran: the first read, or a sign-out.
    Adopt { id: RequestId, request: Request },
    /// Abort a request. Its answer is not awaited any more.
    Cancel { id: RequestId },
    /// Set the timer, in place of an earlier one, and send `PageEvent::Woken` when it fires; `None`: only clear it.
    WakeIn { after_ms: Option<u64> },
    /// Send a message to the other tabs.
    Broadcast(Broadcast),
    /// Call the page's `reauthenticate`.
    Reauthenticate(Need),
    /// Show the publication, and notify the listeners.
    Publish(Box<Publication>),
    /// Warn on the console that a service worker or a cache keeps answers of the Identity API.
    WarnOfCache,
    /// End a call.
    Settle { call: CallId, outcome: Result<Outcome, Failure> },
}

/// The arguments of the page's `reauthenticate`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Need {
    pub reason: NeedReason,
    /// The id of the current identity's user; `None`: no user was shown yet.
    pub user: Option<i64>,
}

named! {
    pub enum NeedReason {
        /// The session is over.
        Ended = "ended",
        /// The user is signed in by the cookie, and the deployment wants a bearer token that this page does not hold.
        Bearer = "bearer",
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Request {
    Session,
    /// A sign-in, with the credentials that came with this call.
    Login(CallId),
    Logout,
    Permissions,
    Roles,
    SsoConfig,
    /// The page's own request, which came with this call.
    Fetch(CallId),
}

impl Request {
    /// Returns the kind of body that the answer has.
    pub fn body(self) -> Body {
        match self {
            Self::Session => Body::Session,
            Self::Login(_) => Body::SignIn,
            Self::Logout => Body::SignOut,
            Self::Permissions => Body::Permissions,
            Self::Roles => Body::Roles,
            Self::SsoConfig => Body::SsoConfig,
            Self::Fetch(_) => Body::Own,
        }
    }
}

/// The value of a call that succeeded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// JavaScript has the value already.
    Done,
    /// The newest response to the page's own request.
    Response,
}

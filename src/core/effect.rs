//! What a step asks the shell to do.

use super::ids::{CallId, RequestId};
use super::publication::Publication;
use super::tab_message::Broadcast;
use crate::api::{Body, Failure, named};

/// One thing for the shell to do. A step gives its effects in the order in which they are to be carried out: requests, then what is shown,
/// then the timer, and last the calls that end.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Effect {
    /// Begin a request, with the token that the session has (`State::token`) where `bearer`. Its end comes back as
    /// `Event::Answered`, whatever happens.
    Send { id: RequestId, request: Request, bearer: bool },
    /// Await a request that the entry has begun, before the engine ran: the first read, or a sign-out.
    Adopt { id: RequestId, request: Request },
    /// Abort a request. Its answer is not awaited any more.
    Cancel { id: RequestId },
    /// Send `PageEvent::Woken` after so many milliseconds, in place of any earlier such effect; `None`: not at all.
    WakeIn { after_ms: Option<u64> },
    /// Send a message to the other tabs.
    Broadcast(Broadcast),
    /// Call the page's `reauthenticate`.
    Reauthenticate(Need),
    /// Show this, and notify the listeners.
    Publish(Box<Publication>),
    /// Say on the console that a service worker or a cache keeps answers of the Identity API.
    WarnOfCachedAnswers,
    /// End a call.
    Settle { call: CallId, outcome: Result<Outcome, Failure> },
}

/// What the page's `reauthenticate` is asked for.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Need {
    pub reason: NeedReason,
    /// The id of the user who was, or is, signed in; `None`: no user was known.
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
    /// Returns what the body of its answer is read as.
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

/// What a call that went well ends with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// Nothing to hand over: JavaScript has the result.
    Done,
    /// The newest answer to the page's own request is handed over.
    Response,
}

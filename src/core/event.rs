//! The inputs of `step`: calls, answers, and what else happens to a session. `publication.rs` has the events for the page's listeners.
//! CONTRIBUTING.md, "Places that must agree", says where else a new input goes.

use super::command::Command;
use super::ids::{CallId, RequestId};
use super::page_event::PageEvent;
use super::tab_message::{MessageName, SignOutId, TabMessage};
use crate::api::{Failure, Handle, PermissionsAnswer, SessionAnswer, SignedIn};

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Event {
    /// The session begins: once, first. `initial`: what a server read for this page, which is shown already.
    Started { initial: Option<SessionAnswer> },
    /// The events from before the engine ran have all been handled: `step.rs`, `replay`.
    Replayed,
    /// The page signs in. `complete`: neither email nor password is empty.
    LoginCalled { call: CallId, complete: bool },
    /// The page signs out. `id`: the name of this page's unconfirmed sign-out, or a new name. A sign-out that was called before the engine ran was
    /// sent by the entry.
    LogoutCalled { call: CallId, id: SignOutId },
    /// A call without arguments, or the abort of a call. `within`: made through the session that the page's `reauthenticate` was given, so the
    /// call does not wait for `reauthenticate`.
    Asked { command: Command, call: CallId, within: bool },
    /// The page sends a request of its own. `replayable`: it may be sent again, for its body can be, and the page has set no credentials itself.
    /// `within`: as in `Asked`. `keepalive`: once sent, the request is not aborted when its identity ends.
    FetchCalled { call: CallId, replayable: bool, within: bool, keepalive: bool },
    /// A request has ended, with an answer or without.
    Answered { id: RequestId, answer: Result<Answer, Failure>, stamp: Stamp },
    /// Something has happened to the page.
    Page(PageEvent),
    /// A message of another tab has arrived.
    Message(TabMessage),
}

/// The number of the first page event. JavaScript has one list of numbers for messages and page events, which begins with the messages.
const FIRST_PAGE_EVENT: u32 = MessageName::ALL.len() as u32;

impl Event {
    /// Returns the message, or the page event, with this number. `id`: the name of the sign-out that a message is about.
    pub fn of_number(number: u32, id: SignOutId) -> Option<Self> {
        match number.checked_sub(FIRST_PAGE_EVENT) {
            None => MessageName::of_number(number).map(|name| Self::Message(name.message(id))),
            Some(number) => PageEvent::of_number(number).map(Self::Page),
        }
    }

    /// Returns the number of the call, if the event is one.
    // Inlined, because that makes the code of `step` smaller: every page loads it.
    #[inline(always)]
    pub fn call(&self) -> Option<CallId> {
        match self {
            Self::Asked { command: Command::Abort, .. } => None,
            Self::LoginCalled { call, .. }
            | Self::LogoutCalled { call, .. }
            | Self::Asked { call, .. }
            | Self::FetchCalled { call, .. } => Some(*call),
            Self::Started { .. }
            | Self::Replayed
            | Self::Answered { .. }
            | Self::Page(_)
            | Self::Message(_) => None,
        }
    }
}

/// The age of an answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Stamp {
    /// When the deployment made it, by its own clock (`Date`), in milliseconds since 1970; `None`: the page may not know.
    pub date_ms: Option<u64>,
    /// How many milliseconds before this page's request the document's `<link rel="preload">` had asked for the answer; 0 without a preload.
    pub preloaded_ms: u64,
}

/// A successful answer of the deployment, by endpoint.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Answer {
    Session(SessionAnswer),
    Login(SignedIn),
    Logout,
    Permissions(PermissionsAnswer),
    Roles(Handle),
    /// JavaScript keeps the configuration.
    SsoConfig,
    /// The status of the answer to the page's own request; 0 if the answer does not come from the deployment's APIs.
    Fetch(u16),
}

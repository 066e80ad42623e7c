//! What can happen to a session: the inputs of `step`. What the page's listeners get is in `publication.rs`. Where else a new
//! input goes: CONTRIBUTING.md, "Places that must agree".

use super::command::Command;
use super::ids::{CallId, RequestId};
use super::page_event::PageEvent;
use super::tab_message::{MessageName, SignOutId, TabMessage};
use crate::api::{Failure, Handle, PermissionsAnswer, SessionAnswer, SignedIn};

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Event {
    /// The session begins: once, first. `initial`: what a server read for this page, which is shown already.
    Started { initial: Option<SessionAnswer> },
    /// All that happened before the engine ran has been taken, each at its time: see `step.rs`, `replay`.
    Replayed,
    /// The page signs in. `complete`: neither email nor password is empty.
    LoginCalled { call: CallId, complete: bool },
    /// The page signs out. `id`: the name of this page's unconfirmed sign-out, or of a new one. Before the engine runs, the entry has sent it.
    LogoutCalled { call: CallId, id: SignOutId },
    /// A call that brings nothing along, or the abort of a call. `within`: called through the session that `reauthenticate` was given, so it
    /// does not wait for `reauthenticate`.
    Asked { command: Command, call: CallId, within: bool },
    /// The page makes a request of its own. `replayable`: its body can be sent a second time. `keepalive`: once sent, it is not aborted as its
    /// identity ends.
    FetchCalled { call: CallId, replayable: bool, within: bool, keepalive: bool },
    /// A request has ended, with an answer or without.
    Answered { id: RequestId, answer: Result<Answer, Failure>, stamp: Stamp },
    /// Something has happened to the page.
    Page(PageEvent),
    /// A message of another tab has arrived.
    Message(TabMessage),
}

/// In JavaScript, messages and page events share one list: page events have the numbers that follow those of the messages.
const FIRST_PAGE_EVENT: u32 = MessageName::ALL.len() as u32;

impl Event {
    /// Returns the message, or the page event, with this number. `id`: the name of the sign-out that a message is about.
    pub fn of_number(number: u32, id: SignOutId) -> Option<Self> {
        match number.checked_sub(FIRST_PAGE_EVENT) {
            None => MessageName::of_number(number).map(|name| Self::Message(name.message(id))),
            Some(number) => PageEvent::of_number(number).map(Self::Page),
        }
    }

    /// Returns the call of the page that the event is.
    // Inlined, for the code of `step` is smaller so: every page loads it.
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

//! The messages that the tabs of one origin send each other. A message has no data but the name of a sign-out.

use crate::api::named;

/// The name of a sign-out, by which the message of its end is matched with the message of its begin: a random number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SignOutId(pub u32);

named! {
    /// The name of a message (`pkg/entry/channel.ts`).
    pub enum MessageName {
        SignedIn = "signed-in",
        SignedOut = "signed-out",
        Changed = "changed",
        SignOutOver = "sign-out-over",
    }
}

/// A message from another tab.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TabMessage {
    SignedIn,
    /// A sign-out was called. It may not have reached the deployment yet.
    SignedOut(SignOutId),
    /// Another user may be signed in, or the user's data may have changed.
    Changed,
    /// The lock of this sign-out has ended on its own page.
    SignOutOver(SignOutId),
}

impl MessageName {
    /// Returns the message of this name. `id`: the name of its sign-out, for messages that have one.
    pub fn message(self, id: SignOutId) -> TabMessage {
        match self {
            Self::SignedIn => TabMessage::SignedIn,
            Self::SignedOut => TabMessage::SignedOut(id),
            Self::Changed => TabMessage::Changed,
            Self::SignOutOver => TabMessage::SignOutOver(id),
        }
    }
}

/// A message that the core sends to the other tabs. The entry itself sends that a sign-out was called (`pkg/entry/link.ts`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Broadcast {
    SignedIn,
    Changed,
    SignOutOver(SignOutId),
}

impl Broadcast {
    /// Returns the name of the message, and the name of its sign-out, if it has one.
    pub fn names(self) -> (MessageName, Option<SignOutId>) {
        match self {
            Self::SignedIn => (MessageName::SignedIn, None),
            Self::Changed => (MessageName::Changed, None),
            Self::SignOutOver(id) => (MessageName::SignOutOver, Some(id)),
        }
    }
}

//! What the tabs of one origin send each other. A message carries no data but the name of a sign-out.

use crate::api::named;

/// Names a sign-out, so that its end finds its beginning: a random number, made for it and for nothing else.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SignOutId(pub u32);

named! {
    /// What a message is called (`pkg/entry/channel.ts`).
    pub enum MessageName {
        SignedIn = "signed-in",
        SignedOut = "signed-out",
        Changed = "changed",
        SignOutOver = "sign-out-over",
    }
}

/// What another tab sends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TabMessage {
    SignedIn,
    /// A sign-out was called. It may not have reached the deployment yet.
    SignedOut(SignOutId),
    /// The session may be another than it was: read it again.
    Changed,
    /// That sign-out's lock has ended on its page, for whatever reason.
    SignOutOver(SignOutId),
}

impl MessageName {
    /// Returns the message of this name. `id`: the name of the sign-out that it is about, if it is about one.
    pub fn message(self, id: SignOutId) -> TabMessage {
        match self {
            Self::SignedIn => TabMessage::SignedIn,
            Self::SignedOut => TabMessage::SignedOut(id),
            Self::Changed => TabMessage::Changed,
            Self::SignOutOver => TabMessage::SignOutOver(id),
        }
    }
}

/// What the core sends the other tabs. That a sign-out was called, the entry tells them at once (`pkg/entry/link.ts`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Broadcast {
    SignedIn,
    Changed,
    SignOutOver(SignOutId),
}

impl Broadcast {
    /// Returns the message's name, and that of the sign-out that it is about.
    pub fn names(self) -> (MessageName, Option<SignOutId>) {
        match self {
            Self::SignedIn => (MessageName::SignedIn, None),
            Self::Changed => (MessageName::Changed, None),
            Self::SignOutOver(id) => (MessageName::SignOutOver, Some(id)),
        }
    }
}

//! What the tabs of one origin send each other. A message carries no data but the name of a sign-out.

/// Names a sign-out, so that its end finds its beginning: a random number, made for it and for nothing else.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SignOutId(pub u32);

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

/// What the core sends the other tabs. That a sign-out was called, the entry sends at once (`pkg/entry/link.ts`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Broadcast {
    SignedIn,
    Changed,
    SignOutOver(SignOutId),
}

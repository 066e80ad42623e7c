//! The actions of a world: what may happen next.

use super::deployment::Person;
use super::wire::TabIndex;
use platform_session::api::{Code, Failure};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// A deed on the page of a tab.
    Does(TabIndex, Deed),
    // At the deployment.
    ChangeRole,
    ChangeFeatures,
    Deactivate,
    Expire,
    // On the wire: the number is the place among the things under way.
    Arrives(u8),
    /// A request is lost before it came to the deployment, or its answer on the way back.
    Lost(u8),
    /// The headers came, and the body did not.
    BreaksOff(u8),
    /// The deployment, or what stands before it, answers with a failure.
    Fails(u8, Fails),
    /// A read is answered from what a service worker kept: an answer to an earlier read, with its `Date`.
    Cached(u8),
    /// A message of a tab beyond these, and what it tells of.
    Hears(TabIndex, Elsewhere),
    // Time, in milliseconds. While it passes, timers fire.
    Passes(u64),
    /// Only the wall clock goes on.
    Sleeps(u64),
}

/// The things that happen in tabs beyond these.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Elsewhere {
    SignsIn,
    /// That tab's sign-out never comes to the deployment.
    SignsOut,
    Changes,
    /// The end of the first sign-out that this page has heard of, or of one that it has not heard of.
    SignOutOver,
}

/// The deeds of people on a page, and of the browser with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deed {
    SignIn(Person),
    /// A sign-in by means of the page's own: the browser's cookie changes, and no tab is told.
    SignInElsewhere(Person),
    /// A sign-in without email or password.
    SignInWithNothing,
    SignOut,
    Refresh,
    Read,
    Permissions,
    Roles,
    SsoConfig,
    Fetch {
        replayable: bool,
        keepalive: bool,
    },
    WatchCatalogue(bool),
    /// The signal of one of the calls that wait fires.
    Abort(u8),
    /// The page's `reauthenticate`, if it is under way, resolves or rejects.
    Reauthenticated(bool),
    TimerFires,
    /// The page wakes by a timer that it did not ask for.
    Woken,
    Hide,
    Show,
    Focus,
    /// Visible and focused in one tick.
    Look,
    Offline,
    Online,
    /// A window opens in which people sign in, or is gone.
    SignInWindow(bool),
    Freeze,
    Thaw,
    /// The page goes into the back/forward cache.
    Leave,
    /// The page comes back from there: what was under way is lost.
    Return,
    /// The page comes back from there before the browser cut what was under way.
    ReturnUncut,
    Close,
    /// The tab is closed: of what is under way only what outlives it goes on.
    Go,
    /// The page begins; its document has asked for the session.
    Begin,
    /// The page's engine runs: it takes the journal.
    Run,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fails {
    Network,
    Timeout,
    Invalid,
    Forbidden,
    Unavailable { retry_after_ms: Option<u32> },
}

impl From<Fails> for Failure {
    fn from(fails: Fails) -> Self {
        match fails {
            Fails::Network => Self::of(Code::Network),
            Fails::Timeout => Self::of(Code::Timeout),
            Fails::Invalid => Self::invalid(200),
            Fails::Forbidden => Self::of_status(403),
            Fails::Unavailable { retry_after_ms } => Self { retry_after_ms, ..Self::of_status(503) },
        }
    }
}

//! The actions of a world: what may happen next.

use super::deployment::Person;
use super::wire::TabIndex;
use platform_session::api::{Code, Failure};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// A deed on the page in a tab.
    Does(TabIndex, Deed),
    // At the deployment.
    ChangeRole,
    ChangeFeatures,
    Deactivate,
    Expire,
    // On the wire. The number is an index into `World::wire`, modulo its length.
    /// A request arrives at the deployment, or an answer or message at its page.
    Arrives(u8),
    /// A request is lost on its way to the deployment, or its answer on the way back.
    Lost(u8),
    /// The headers of an answer arrive, but not its body.
    BreaksOff(u8),
    /// The deployment, or a proxy in front of it, answers with a failure.
    Fails(u8, Fails),
    /// A service worker answers a read with the cached answer to an earlier read.
    Cached(u8),
    /// A tab outside this world sends a message to the page.
    Hears(TabIndex, Elsewhere),
    // Time, in milliseconds. While it passes, timers fire.
    Passes(u64),
    /// Time passes while no timers fire.
    Sleeps(u64),
}

/// What happens in tabs outside this world.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Elsewhere {
    SignsIn,
    /// The sign-out of that tab never reaches the deployment.
    SignsOut,
    Changes,
    /// The end of the oldest sign-out that the page knows of, or of an unknown one.
    SignOutOver,
}

/// What users do on a page, and what the browser does to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deed {
    SignIn(Person),
    /// A sign-in by a request of the page itself: the browser's cookie changes, and no tab gets a message.
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
    /// The signal of a waiting call is aborted: the index into `Page::waiting`, modulo its length.
    Abort(u8),
    /// The page's `reauthenticate`, if it is under way, resolves or rejects.
    Reauthenticated(bool),
    TimerFires,
    /// A timer fires that the page has not set.
    Woken,
    Hide,
    Show,
    Focus,
    /// The page is hidden, shown and focused.
    Look,
    Offline,
    Online,
    /// A sign-in window opens, or is gone.
    SignInWindow(bool),
    Freeze,
    Thaw,
    /// The page goes into the back/forward cache.
    Leave,
    /// The page comes back from there. The browser has cut its requests.
    Return,
    /// The page comes back from there with its requests still under way.
    ReturnUncut,
    Close,
    /// The tab is closed: only its `keepalive` requests go on.
    Go,
    /// The script of the page begins. Its document may have preloaded the session.
    Begin,
    /// The engine of the page begins to run, and replays the journal.
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

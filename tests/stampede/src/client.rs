//! The interface between the simulation and one client with a session.

use platform_session::core::Now;

/// What happens to a client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Happening {
    /// The page is loaded, with the option `initial`, which the client verifies by a read.
    Loaded,
    /// The user looks at the page.
    Focused,
    /// The client's timer fires.
    Woken,
    /// The client's request has ended, with a session or a fault.
    Answered(Result<(), Fault>),
}

/// Why a request has failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The connection was refused.
    Refused,
    /// No answer arrived before the client's deadline.
    Timeout,
    /// The answer was 503, perhaps with `Retry-After`.
    Unavailable { retry_after_ms: Option<u32> },
}

/// What a client does after something has happened to it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reaction {
    /// It sends a session read. Never while a read is under way.
    pub read: bool,
    /// It sets its timer, which replaces any earlier one.
    pub wake: Option<Wake>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wake {
    After(u64),
    Never,
}

pub trait Client {
    fn react(&mut self, happening: Happening, now: Now) -> Reaction;
}

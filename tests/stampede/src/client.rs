//! One client with a session, as the simulation sees it.

use platform_session::core::Now;

/// What happens to a client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Happening {
    /// The client's page is loaded. Its server has read the session for it already, and the client confirms that.
    Loaded,
    /// The user looks at the client's page.
    Focused,
    /// The time has come at which the client asked to be woken.
    Woken,
    /// The client's request was answered: by a session, or not.
    Answered(Result<(), Fault>),
}

/// Why there is no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The connection was refused.
    Refused,
    /// Nothing came before the client's own deadline.
    Timeout,
    /// 503, with what `Retry-After` asked for.
    Unavailable { retry_after_ms: Option<u32> },
}

/// What a client wants after something has happened to it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wish {
    /// Send one session read. It is never wished for while one is under way.
    pub read: bool,
    /// Be woken after so many milliseconds, in place of any earlier such wish.
    pub wake: Option<Wake>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wake {
    After(u64),
    Never,
}

pub trait Client {
    fn happens(&mut self, happening: Happening, now: Now) -> Wish;
}

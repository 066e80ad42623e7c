//! The page, as far as it decides whether something is read.

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Page {
    pub visible: bool,
    /// Whether the browser says that it is online (`navigator.onLine`): a hint, which is false for ever on some machines.
    pub online: bool,
    /// Whether the browser says that it is offline, and no read has been answered since.
    pub cut_off: bool,
    /// Whether the page is in the back/forward cache, or on the way there or back.
    pub away: bool,
    /// Whether the page is away, or is being unloaded: a request that is sent now may end with it.
    pub leaving_page: bool,
    /// How many windows are open in which the page lets its user sign in.
    pub sign_in_windows: u32,
    /// Whether what happened before the engine ran is being taken: nothing has left yet that the entry did not send.
    pub replaying: bool,
}

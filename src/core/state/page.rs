//! The state of the page, which decides when requests are sent.

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Page {
    pub visible: bool,
    /// Whether the browser says that it is online (`navigator.onLine`): a hint, which is false for ever on some machines.
    pub online: bool,
    /// Whether the browser says that it is offline, and no read has succeeded since.
    pub cut_off: bool,
    /// Whether the page is in the back/forward cache, or on the way there or back.
    pub away: bool,
    /// Whether the page is in the cache, or is being unloaded: a request that is sent now may end with the page.
    pub leaving_page: bool,
    /// How many windows are open in which the user signs in; a redirect of the page counts, too.
    pub sign_in_windows: u32,
    /// Whether the journal of what happened before the engine ran is being replayed (`step.rs`): until its end nothing is sent.
    pub replaying: bool,
}

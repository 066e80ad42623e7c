//! What happens to the page and its session, beside calls, answers and messages of other tabs. It brings nothing along.

use crate::api::named;

named! {
    /// An event of the page, told by the entry (`pkg/entry/page-events.ts`, `pkg/entry/create-session.ts`) or the engine's JavaScript
    /// (`pkg/engine/engine.ts`). What follows from each: `rules/page.rs`.
    pub enum PageEvent {
        Hidden = "hidden",
        Visible = "visible",
        Focused = "focused",
        Offline = "offline",
        Online = "online",
        /// The page may go into the back/forward cache.
        Leaving = "leaving",
        /// The page is being unloaded.
        Unloading = "unloading",
        /// The page came back from the back/forward cache.
        Restored = "restored",
        /// The tab was frozen, and runs again. What other tabs have said meanwhile may come later.
        Resumed = "resumed",
        /// A window opened in which the page lets its user sign in.
        WindowOpened = "window-opened",
        WindowGone = "window-gone",
        /// The page watches something that depends on the role catalogue.
        CatalogueWatched = "catalogue-watched",
        CatalogueUnwatched = "catalogue-unwatched",
        /// The page's `reauthenticate` resolved.
        Reauthenticated = "reauthenticated",
        /// The page's `reauthenticate` rejected.
        NotReauthenticated = "not-reauthenticated",
        /// The time asked for by `Effect::WakeIn` has come.
        Woken = "woken",
        Closed = "closed",
    }
}

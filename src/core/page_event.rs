//! The events of the page and its session that are not calls, answers or messages of other tabs. They have no arguments.

use crate::api::named;

named! {
    /// An event of the page, from the entry (`page-events.ts`, `create-session.ts` and `link.ts` in `pkg/entry`) or the engine's JavaScript
    /// (`pkg/engine/engine.ts`). `rules/page.rs` handles them.
    pub enum PageEvent {
        Hidden = "hidden",
        Visible = "visible",
        Focused = "focused",
        Offline = "offline",
        Online = "online",
        /// The page is left, perhaps for the back/forward cache.
        Leaving = "leaving",
        /// The page is being unloaded.
        Unloading = "unloading",
        /// The page came back from the back/forward cache.
        Restored = "restored",
        /// The tab was frozen, and runs again. Messages that other tabs have sent meanwhile may come later.
        Resumed = "resumed",
        /// A window, or the page itself, is led to the identity provider.
        WindowOpened = "window-opened",
        /// That window, or the page, is back or closed.
        WindowGone = "window-gone",
        /// The page listens to a value that depends on the role catalogue.
        CatalogueWatched = "catalogue-watched",
        CatalogueUnwatched = "catalogue-unwatched",
        /// The page's `reauthenticate` resolved.
        Reauthenticated = "reauthenticated",
        /// The page's `reauthenticate` rejected.
        NotReauthenticated = "not-reauthenticated",
        /// The timer that `Effect::WakeIn` set has fired.
        Woken = "woken",
        /// The page called `close()`.
        Closed = "closed",
    }
}

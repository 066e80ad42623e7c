//! What happens around a session, as JavaScript tells it.

use super::event::Event;
use super::tab_message::{Broadcast, SignOutId, TabMessage};
use crate::api::named;

named! {
    /// An event of the page (`pkg/entry/page-events.ts`), or a message of another tab (`pkg/entry/channel.ts`). What each means: `Event`.
    pub enum Happening {
        // Messages first: `pkg/entry/channel.ts` takes their numbers for positions in its list of messages.
        SignedIn = "signed-in",
        SignedOut = "signed-out",
        Changed = "changed",
        SignOutOver = "sign-out-over",
        Hidden = "hidden",
        Visible = "visible",
        Focused = "focused",
        Offline = "offline",
        Online = "online",
        Leaving = "leaving",
        Unloading = "unloading",
        Restored = "restored",
        Resumed = "resumed",
        WindowOpened = "window-opened",
        WindowGone = "window-gone",
        CatalogueWatched = "catalogue-watched",
        CatalogueUnwatched = "catalogue-unwatched",
        Reauthenticated = "reauthenticated",
        NotReauthenticated = "not-reauthenticated",
        Woken = "woken",
        Closed = "closed",
    }
}

impl Happening {
    /// `id`: the name of the sign-out that it is about, if it is about one.
    pub fn event(self, id: SignOutId) -> Event {
        match self {
            Self::SignedIn => Event::Message(TabMessage::SignedIn),
            Self::SignedOut => Event::Message(TabMessage::SignedOut(id)),
            Self::Changed => Event::Message(TabMessage::Changed),
            Self::SignOutOver => Event::Message(TabMessage::SignOutOver(id)),
            Self::Hidden => Event::Visible(false),
            Self::Visible => Event::Visible(true),
            Self::Focused => Event::Focused,
            Self::Offline => Event::Online(false),
            Self::Online => Event::Online(true),
            Self::Leaving => Event::Leaving,
            Self::Unloading => Event::Unloading,
            Self::Restored => Event::Restored,
            Self::Resumed => Event::Resumed,
            Self::WindowOpened => Event::SignInWindow(true),
            Self::WindowGone => Event::SignInWindow(false),
            Self::CatalogueWatched => Event::CatalogueWatched(true),
            Self::CatalogueUnwatched => Event::CatalogueWatched(false),
            Self::Reauthenticated => Event::Reauthenticated { resolved: true },
            Self::NotReauthenticated => Event::Reauthenticated { resolved: false },
            Self::Woken => Event::Woken,
            Self::Closed => Event::Closed,
        }
    }

    /// What the other tabs get of this page, and the name of the sign-out that it is about.
    pub fn of_broadcast(message: Broadcast) -> (Self, Option<SignOutId>) {
        match message {
            Broadcast::SignedIn => (Self::SignedIn, None),
            Broadcast::Changed => (Self::Changed, None),
            Broadcast::SignOutOver(id) => (Self::SignOutOver, Some(id)),
        }
    }
}

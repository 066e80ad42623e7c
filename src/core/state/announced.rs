//! The state that was announced to the page's listeners by events.

use crate::core::view::Reason;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Announced {
    /// The newest state that listeners know.
    pub state: AnnouncedState,
    /// Whether `cookie-refused` was dispatched; once for each session.
    pub cookie_refused: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum AnnouncedState {
    #[default]
    Nothing,
    SignedIn {
        user: i64,
    },
    SignedOut(Reason),
}

//! What was announced to the listeners.

use crate::core::view::Reason;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Announced {
    /// Who is signed in, as last announced.
    pub who: Who,
    /// Whether it was announced that the browser refuses the cookie: once for each session.
    pub cookie_refused: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Who {
    #[default]
    Nothing,
    SignedIn {
        user: i64,
    },
    SignedOut(Reason),
}

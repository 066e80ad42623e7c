//! What the listeners were told.

use crate::core::view::Reason;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Announced {
    /// Who is signed in, as the listeners heard it last.
    pub who: Who,
    /// Whether they heard that the browser refuses the cookie. They hear it once for each engine.
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

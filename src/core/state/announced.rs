//! What the listeners were told.

use crate::core::view::Reason;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Announced {
    /// The last of who is signed in.
    pub who: Who,
    /// That the browser keeps no cookie: once a page.
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

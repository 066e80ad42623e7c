//! What the listeners were last told about who is signed in.

use crate::core::view::Reason;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Announced {
    Nothing,
    SignedIn { user: i64 },
    SignedOut(Reason),
}

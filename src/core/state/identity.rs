//! The current identity: `session.identity` (`pkg/index.d.ts`, `Identity`).

/// The period in which the page shows one user's data. It goes on after the session has ended, if the same user signs in again.
/// `rules/identity.rs` ends it, and begins the next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct PageIdentity {
    /// Counts the identities of this session.
    pub number: u32,
    /// The id of the identity's user; `None` until a user is shown.
    pub user: Option<i64>,
}

//! The current identity: `session.identity` (`pkg/index.d.ts`, `Identity`).

/// Begins with the page, or where the one before it ended. A session that merely ended leaves it: the same user who signs in again
/// goes on with it. What ends it: `rules/identity.rs`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct PageIdentity {
    /// Counts the identities of this session.
    pub number: u32,
    /// The first user who is shown fills it in.
    pub user: Option<i64>,
}

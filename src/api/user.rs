//! The user (`identity-api.md` 2.1). What a new field touches: `CONTRIBUTING.md`.

use super::handle::Handle;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct User {
    pub id: i64,
    /// The name of the user's role.
    pub role: Handle,
    /// All that is shown of them: that name, email, their own name, and how the account signs in, too.
    pub details: Handle,
}

/// Who is signed in and what they may do: always read, kept and shown together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct UserAndFeatures {
    pub user: User,
    pub features: Handle,
}

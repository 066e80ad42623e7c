//! The user (`identity-api.md` 2.1). `CONTRIBUTING.md` lists what else changes with a new field.

use super::handle::Handle;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct User {
    pub id: i64,
    /// The name of the user's role.
    pub role: Handle,
    /// All that the page is shown of the user: email, name, the role's name, and how the account signs in.
    pub content: Handle,
}

/// The signed-in user and the user's features, which are always read, kept and shown together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct UserAndFeatures {
    pub user: User,
    pub features: Handle,
}

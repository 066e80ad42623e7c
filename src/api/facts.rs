//! The facts in the body of an answer: the values that a session decides on.

use super::handle::Handle;
use super::named;
use super::user::{User, UserAndFeatures};

named! {
    /// The kind of a body, by which JavaScript reads it (`pkg/entry/record.ts`).
    pub enum Body {
        Session = "session-body",
        SignIn = "sign-in-body",
        SignOut = "sign-out-body",
        Permissions = "permissions-body",
        Roles = "roles-body",
        SsoConfig = "sso-config-body",
        /// The body of an answer to the page's own request, which the page reads itself.
        Own = "own-body",
    }
}

/// The facts of one body, which JavaScript has read. A fact that is missing or malformed in the body is `None`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    /// The value of the body's own flag: `authenticated`, `success` or `enabled`.
    pub says: Option<bool>,
    /// The user's id.
    pub user: Option<i64>,
    /// The name of the user's role.
    pub role: Option<Handle>,
    /// The content: all that a session body tells and the core decides nothing on; or the role catalogue.
    pub content: Option<Handle>,
    pub features: Option<Handle>,
    pub company: Option<Handle>,
}

impl Facts {
    /// Returns the user and the features of a sign-in or session body; `None` if one of these is missing.
    pub(super) fn user_and_features(&self) -> Option<UserAndFeatures> {
        let user = User { id: self.user?, role: self.role?, content: self.content? };
        Some(UserAndFeatures { user, features: self.features? })
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// Facts of which none is missing.
    pub fn facts() -> Facts {
        Facts {
            says: Some(true),
            user: Some(7),
            role: Handle::new(2),
            content: Handle::new(4),
            features: Handle::new(3),
            company: Handle::new(5),
        }
    }

    #[test]
    fn without_a_whole_user_or_without_features_there_are_neither() {
        let UserAndFeatures { user, features } = facts().user_and_features().unwrap();
        assert_eq!((user.id, user.role.number(), user.content.number(), features.number()), (7, 2, 4, 3));
        for part in [
            Facts { user: None, ..facts() },
            Facts { role: None, ..facts() },
            Facts { content: None, ..facts() },
            Facts { features: None, ..facts() },
        ] {
            assert_eq!(part.user_and_features(), None, "{part:?}");
        }
    }
}

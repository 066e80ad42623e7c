//! The user (`identity-api.md` 2.1). What a new field touches: `CONTRIBUTING.md`.

use super::handle::{Handle, handle_field};
use super::node::{Node, integer_field};

/// A user, without the permissions, which [`UserAndFeatures`](super::UserAndFeatures) carries beside it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct User {
    pub id: i64,
    /// The user's role, by the number of its name.
    pub role: Handle,
    /// All that is shown of them: that name, email, their own name, and how the account signs in, too.
    pub details: Handle,
}

/// Reads a user: identifier and role. The entry has checked the rest.
pub fn decode_user<N: Node>(node: &N) -> Option<User> {
    Some(User {
        id: integer_field(node, "id")?,
        role: handle_field(node, "role")?,
        details: handle_field(node, "details")?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_user_needs_identifier_role_and_details() {
        let whole = json!({"id": 7, "role": 2, "details": 3, "token": null, "more": 1});
        let user = decode_user(&whole).unwrap();
        assert_eq!((user.id, user.role.number(), user.details.number()), (7, 2, 3));
        for field in ["id", "role", "details"] {
            let mut part = whole.clone();
            part.as_object_mut().unwrap().remove(field);
            assert_eq!(decode_user(&part), None, "without {field}");
            part[field] = json!([]);
            assert_eq!(decode_user(&part), None, "with a malformed {field}");
        }
    }
}

//! The user (`identity-api.md` 2.1).

use super::kept::{Kept, kept_field};
use super::node::{Node, integer_field};

/// A user, without the permissions, which [`Identity`](super::Identity) carries beside it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct User {
    pub id: i64,
    /// Name of the user's role.
    pub user_type: String,
    /// All that is shown of them: email, name, and how the account signs in, too.
    pub details: Kept,
}

/// Reads a user. Identifier and role decide; whether the rest is well-formed, the entry has found.
pub fn decode_user<N: Node>(node: &N) -> Option<User> {
    Some(User {
        id: integer_field(node, "id")?,
        user_type: node.string("userType")?,
        details: kept_field(node, "details")?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_user_needs_identifier_role_and_details() {
        let whole = json!({"id": 7, "userType": "default", "details": 3, "token": null, "more": 1});
        let user = decode_user(&whole).unwrap();
        assert_eq!((user.id, user.user_type.as_str(), user.details.number()), (7, "default", 3));
        for field in ["id", "userType", "details"] {
            let mut part = whole.clone();
            part.as_object_mut().unwrap().remove(field);
            assert_eq!(decode_user(&part), None, "without {field}");
            part[field] = json!([]);
            assert_eq!(decode_user(&part), None, "with a malformed {field}");
        }
    }
}

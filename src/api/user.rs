//! The user (`identity-api.md` 2.1).

use super::node::{Node, integer_field, string_field};

/// A user, without the permissions, which [`Identity`](super::Identity) carries beside it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct User {
    pub id: i64,
    pub email: String,
    pub name: String,
    /// Name of the user's role.
    pub user_type: String,
    /// How the account signs in; `None` where the deployment did not say.
    pub auth_source: Option<String>,
}

/// Reads a user. Identifier, email, name and role are required; the source of the account opens no gate, so
/// where it is missing or malformed it is simply not known.
pub fn decode_user<N: Node>(node: &N) -> Option<User> {
    Some(User {
        id: integer_field(node, "id")?,
        email: string_field(node, "email")?,
        name: string_field(node, "name")?,
        user_type: string_field(node, "userType")?,
        auth_source: string_field(node, "authSource"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_user_needs_identifier_email_name_and_role() {
        let whole =
            json!({"id": 7, "email": "a@b", "name": "A", "userType": "default", "token": null, "more": 1});
        let user = decode_user(&whole).unwrap();
        assert_eq!((user.id, user.user_type.as_str(), user.auth_source), (7, "default", None));
        for field in ["id", "email", "name", "userType"] {
            let mut part = whole.clone();
            part.as_object_mut().unwrap().remove(field);
            assert_eq!(decode_user(&part), None, "without {field}");
            part[field] = json!([]);
            assert_eq!(decode_user(&part), None, "with a malformed {field}");
        }
    }

    #[test]
    fn the_source_is_read_and_a_malformed_one_is_not_known_and_spoils_nothing() {
        for (source, known) in [(json!("local"), Some("local")), (json!(3), None)] {
            let sent = json!({
                "id": 7, "email": "a@b", "name": "A", "userType": "default", "authSource": source,
            });
            assert_eq!(decode_user(&sent).unwrap().auth_source.as_deref(), known);
        }
    }
}

//! The user and the company (`identity-api.md` 2.1 and 2.3).

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
    /// Present in the sign-in answer only.
    pub company: Option<Company>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Company {
    pub id: i64,
    pub name: String,
    pub address: String,
    pub city: String,
    pub country: String,
    pub postal_code: String,
}

/// Reads a user. Identifier, email, name and role are required; the source of the account and the company
/// open no gate, so where they are missing or malformed they are simply not known.
pub fn decode_user<N: Node>(node: &N) -> Option<User> {
    Some(User {
        id: integer_field(node, "id")?,
        email: string_field(node, "email")?,
        name: string_field(node, "name")?,
        user_type: string_field(node, "userType")?,
        auth_source: string_field(node, "authSource"),
        company: node.field("company").and_then(|company| decode_company(&company)),
    })
}

fn decode_company<N: Node>(node: &N) -> Option<Company> {
    Some(Company {
        id: integer_field(node, "id")?,
        name: string_field(node, "name")?,
        address: string_field(node, "address")?,
        city: string_field(node, "city")?,
        country: string_field(node, "country")?,
        postal_code: string_field(node, "postal_code")?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_user_needs_identifier_email_name_and_role() {
        let whole = json!({"id": 7, "email": "a@b", "name": "A", "userType": "default", "token": null, "more": 1});
        let user = decode_user(&whole).unwrap();
        assert_eq!((user.id, user.user_type.as_str(), user.auth_source, user.company), (7, "default", None, None));
        for field in ["id", "email", "name", "userType"] {
            let mut part = whole.clone();
            part.as_object_mut().unwrap().remove(field);
            assert_eq!(decode_user(&part), None, "without {field}");
            part[field] = json!([]);
            assert_eq!(decode_user(&part), None, "with a malformed {field}");
        }
    }

    #[test]
    fn a_malformed_company_or_source_is_not_known_and_spoils_nothing() {
        let user = decode_user(&json!({
            "id": 7, "email": "a@b", "name": "A", "userType": "default", "authSource": 3, "company": {"id": 1},
        }))
        .unwrap();
        assert_eq!((user.auth_source, user.company), (None, None));
    }

    #[test]
    fn the_company_is_read_whole() {
        let user = decode_user(&json!({
            "id": 7, "email": "a@b", "name": "A", "userType": "default", "authSource": "local",
            "company": {"id": 1, "name": "N", "address": "A", "city": "C", "country": "L", "postal_code": "P"},
        }))
        .unwrap();
        assert_eq!(user.auth_source.as_deref(), Some("local"));
        assert_eq!(user.company.unwrap().postal_code, "P");
    }
}

//! The user and the company (`identity-api.md` 2.1 and 2.3).

use super::node::{Node, integer_field, string_field, string_fields};

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

/// Present in the sign-in answer only.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Company {
    pub id: i64,
    pub name: String,
    pub address: String,
    pub city: String,
    pub country: String,
    pub postal_code: String,
}

/// Reads a user. Identifier, email, name and role are required; the source of the account opens no gate, so
/// where it is missing or malformed it is simply not known.
pub fn decode_user<N: Node>(node: &N) -> Option<User> {
    let id = integer_field(node, "id")?;
    let [email, name, user_type] = string_fields(node, ["email", "name", "userType"])?;
    Some(User { id, email, name, user_type, auth_source: string_field(node, "authSource") })
}

/// Reads the company of a sign-in answer's user. It opens no gate either: what is malformed is not known.
pub fn decode_company<N: Node>(user: &N) -> Option<Company> {
    let node = &user.field("company")?;
    let id = integer_field(node, "id")?;
    let [name, address, city, country, postal_code] =
        string_fields(node, ["name", "address", "city", "country", "postal_code"])?;
    Some(Company { id, name, address, city, country, postal_code })
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
        assert_eq!(decode_company(&whole), None);
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
        let sent = json!({
            "id": 7, "email": "a@b", "name": "A", "userType": "default", "authSource": 3, "company": {"id": 1},
        });
        assert_eq!(decode_user(&sent).unwrap().auth_source, None);
        assert_eq!(decode_company(&sent), None);
    }

    #[test]
    fn the_company_is_read_whole() {
        let sent = json!({
            "id": 7, "email": "a@b", "name": "A", "userType": "default", "authSource": "local",
            "company": {"id": 1, "name": "N", "address": "A", "city": "C", "country": "L", "postal_code": "P"},
        });
        assert_eq!(decode_user(&sent).unwrap().auth_source.as_deref(), Some("local"));
        assert_eq!(decode_company(&sent).unwrap().postal_code, "P");
    }
}

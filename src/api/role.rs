//! `GET /api/roles` (`identity-api.md` 2.4 and 4.7).

use super::failure::Failure;
use super::node::{Node, integer_field, is_true, string_fields};

/// One entry of the role catalogue; a higher rank grants more.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Role {
    pub name: String,
    pub rank: i64,
    pub label: String,
    pub description: String,
}

/// Reads the catalogue. One malformed entry makes the whole answer a failure: a catalogue with holes would
/// answer wrongly who outranks whom.
pub fn decode_roles<N: Node>(status: u16, body: &N) -> Result<Vec<Role>, Failure> {
    match status {
        200 => decode_roles_body(body).ok_or(Failure::invalid(status)),
        _ => Err(Failure::of_status(status)),
    }
}

fn decode_roles_body<N: Node>(body: &N) -> Option<Vec<Role>> {
    let roles = body.field("roles").filter(|_| is_true(body, "success"))?;
    let mut catalogue = Vec::new();
    for role in roles.elements()? {
        catalogue.push(decode_role(&role)?);
    }
    Some(catalogue)
}

fn decode_role<N: Node>(node: &N) -> Option<Role> {
    let rank = integer_field(node, "rank")?;
    let [name, label, description] = string_fields(node, ["name", "label", "description"])?;
    Some(Role { name, rank, label, description })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::Code;
    use serde_json::{Value, json};

    fn role(rank: Value) -> Value {
        json!({"name": "expert", "rank": rank, "label": "Expert", "description": "Knows."})
    }

    #[test]
    fn the_catalogue_is_read_in_its_order() {
        let roles =
            decode_roles(200, &json!({"success": true, "roles": [role(json!(2)), role(json!(1))]})).unwrap();
        assert_eq!(roles.iter().map(|role| role.rank).collect::<Vec<_>>(), [2, 1]);
    }

    #[test]
    fn a_catalogue_with_a_malformed_entry_is_a_failure() {
        for body in [
            json!({"success": true, "roles": [role(json!(1)), role(json!("2"))]}),
            json!({"success": true, "roles": {"0": role(json!(1))}}),
            json!({"success": 1, "roles": []}),
            json!({"success": true}),
        ] {
            assert_eq!(decode_roles(200, &body).unwrap_err().code, Code::InvalidResponse);
        }
        assert_eq!(decode_roles(401, &Value::Null).unwrap_err().code, Code::Unauthenticated);
    }
}

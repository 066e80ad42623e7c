//! `GET /api/roles` (`identity-api.md` 2.4 and 4.7).

use super::failure::Failure;
use super::handle::{Handle, handle_field};
use super::node::{Node, is_true};

/// Reads the answer. The entry reads the catalogue itself: one malformed entry makes the whole answer a failure, for a
/// catalogue with holes would rank roles wrongly.
pub fn decode_roles<N: Node>(status: u16, body: &N) -> Result<Handle, Failure> {
    match status {
        200 if is_true(body, "success") => handle_field(body, "roles").ok_or(Failure::invalid(status)),
        200 => Err(Failure::invalid(status)),
        _ => Err(Failure::of_status(status)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::Code;
    use serde_json::{Value, json};

    #[test]
    fn the_catalogue_is_known_by_its_number() {
        assert_eq!(decode_roles(200, &json!({"success": true, "roles": 3})).ok(), Handle::new(3));
    }

    #[test]
    fn a_catalogue_that_the_entry_could_not_read_is_a_failure() {
        for body in [
            json!({"success": true, "roles": 0}),
            json!({"success": true, "roles": null}),
            json!({"success": true, "roles": []}),
            json!({"success": 1, "roles": 3}),
            json!({"success": true}),
        ] {
            assert_eq!(decode_roles(200, &body).unwrap_err().code, Code::InvalidResponse);
        }
        assert_eq!(decode_roles(401, &Value::Null).unwrap_err().code, Code::Unauthenticated);
    }
}

//! `GET /api/auth/permissions` (`identity-api.md` 4.3). A feature is on only by the boolean `true`:
//! `pkg/entry/features.ts`, `readPermission`, refuses anything else.

use super::failure::Failure;
use super::feature_number::{Features, features_field};
use super::handle::{Handle, handle_field};
use super::node::{Node, is_true};

/// The features of the caller's own role.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PermissionsAnswer {
    pub role: Handle,
    pub features: Features,
}

pub fn decode_permissions<N: Node>(status: u16, body: &N) -> Result<PermissionsAnswer, Failure> {
    match status {
        200 => decode_permissions_body(body).ok_or(Failure::invalid(status)),
        _ => Err(Failure::of_status(status)),
    }
}

fn decode_permissions_body<N: Node>(body: &N) -> Option<PermissionsAnswer> {
    let data = body.field("data").filter(|_| is_true(body, "success"))?;
    Some(PermissionsAnswer {
        role: handle_field(&data, "role")?,
        features: features_field(&data, "features")?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::Code;
    use serde_json::{Value, json};

    #[test]
    fn the_callers_features_are_read() {
        let answer =
            decode_permissions(200, &json!({"success": true, "data": {"role": 2, "features": 3}})).unwrap();
        assert_eq!((answer.role.number(), answer.features), (2, Features::new(3)));
    }

    #[test]
    fn anything_else_is_a_failure() {
        for body in [
            json!({"success": false, "data": {"role": 2, "features": {}}}),
            json!({"success": true, "data": {"role": 2}}),
            json!({"success": true, "data": {"features": 3}}),
            json!({"success": true, "data": {"role": 2, "features": null}}),
            json!({"success": true}),
            json!([]),
        ] {
            assert_eq!(decode_permissions(200, &body).unwrap_err().code, Code::InvalidResponse);
        }
        assert_eq!(decode_permissions(401, &Value::Null).unwrap_err().code, Code::Unauthenticated);
    }
}

//! `GET /api/auth/sso/idp/config` (`identity-api.md` 4.5).

use super::failure::Failure;
use super::node::Node;

/// Checks that an answer is well-formed. What it says stays in JavaScript, for the page alone to read.
pub fn decode_sso_config<N: Node>(status: u16, body: &N) -> Result<(), Failure> {
    match status {
        200 if is_config(body) => Ok(()),
        200 => Err(Failure::invalid(status)),
        _ => Err(Failure::of_status(status)),
    }
}

/// The label is not needed where there is no button, so it may then be missing.
fn is_config<N: Node>(body: &N) -> bool {
    body.boolean("enabled").is_some_and(|enabled| !enabled || body.string("buttonLabel").is_some())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::Code;
    use serde_json::{Value, json};

    #[test]
    fn a_button_has_its_label_and_no_button_needs_none() {
        for body in [
            json!({"enabled": true, "buttonLabel": "Go"}),
            json!({"enabled": false, "buttonLabel": "Go"}),
            json!({"enabled": false}),
            json!({"enabled": false, "buttonLabel": 1}),
        ] {
            assert_eq!(decode_sso_config(200, &body), Ok(()), "{body}");
        }
    }

    #[test]
    fn anything_else_is_a_failure() {
        for body in [
            json!({"enabled": "true", "buttonLabel": "Go"}),
            json!({"enabled": true}),
            json!({"enabled": true, "buttonLabel": null}),
            json!({"buttonLabel": "Go"}),
            json!([]),
        ] {
            assert_eq!(decode_sso_config(200, &body).unwrap_err().code, Code::InvalidResponse);
        }
        assert_eq!(decode_sso_config(404, &Value::Null).unwrap_err().code, Code::NotSupported);
    }
}

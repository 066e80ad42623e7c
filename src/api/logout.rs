//! `POST /api/auth/logout` (`identity-api.md` 4.4).

use super::failure::Failure;
use super::node::{Node, is_true};

/// Reads an answer: only `success: true` says that the deployment ended the session.
pub fn decode_logout<N: Node>(status: u16, body: &N) -> Result<(), Failure> {
    match status {
        200 if is_true(body, "success") => Ok(()),
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
    fn only_the_deployments_own_success_ends_a_session() {
        assert_eq!(decode_logout(200, &json!({"success": true})), Ok(()));
        for body in [json!({"success": false}), json!({}), Value::Null] {
            assert_eq!(decode_logout(200, &body).unwrap_err().code, Code::InvalidResponse);
        }
        assert_eq!(decode_logout(503, &Value::Null).unwrap_err().code, Code::ServerError);
    }
}

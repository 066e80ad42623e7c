//! `POST /api/auth/logout` (`identity-api.md` 4.4).

use super::body::Body;
use super::failure::Failure;
use super::node::{Node, is_true};

/// Reads an answer: only `success: true` says that the deployment ended the session.
pub fn decode_logout<N: Node>(status: u16, body: &Body<N>) -> Result<(), Failure> {
    match status {
        200 => {
            body.json().filter(|body| is_true(*body, "success")).map(|_| ()).ok_or(Failure::invalid(status))
        }
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
        assert_eq!(decode_logout(200, &Body::Json(json!({"success": true}))), Ok(()));
        for body in [Body::Json(json!({"success": false})), Body::Json(json!({})), Body::Unusable] {
            assert_eq!(decode_logout::<Value>(200, &body).unwrap_err().code, Code::InvalidResponse);
        }
        assert_eq!(decode_logout::<Value>(503, &Body::Unusable).unwrap_err().code, Code::ServerError);
    }
}

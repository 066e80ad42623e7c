//! `GET /api/auth/sso/idp/config` (`identity-api.md` 4.5).

use super::failure::Failure;
use super::node::{Node, string_field};

/// Whether external sign-in is there, and how its button is labelled.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct SsoConfig {
    pub enabled: bool,
    pub button_label: String,
}

pub fn decode_sso_config<N: Node>(status: u16, body: &N) -> Result<SsoConfig, Failure> {
    match status {
        200 => decode_config_body(body).ok_or(Failure::invalid(status)),
        _ => Err(Failure::of_status(status)),
    }
}

/// The label is not needed where there is no button, so it may then be missing.
fn decode_config_body<N: Node>(body: &N) -> Option<SsoConfig> {
    let enabled = body.field("enabled")?.boolean()?;
    let label = string_field(body, "buttonLabel");
    Some(SsoConfig { enabled, button_label: if enabled { label? } else { label.unwrap_or_default() } })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::Code;
    use serde_json::{Value, json};

    #[test]
    fn the_configuration_is_read() {
        let config = decode_sso_config(200, &json!({"enabled": true, "buttonLabel": "Go"})).unwrap();
        assert_eq!(config, SsoConfig { enabled: true, button_label: "Go".into() });
        assert!(!decode_sso_config(200, &json!({"enabled": false})).unwrap().enabled);
    }

    #[test]
    fn anything_else_is_a_failure() {
        for body in [
            json!({"enabled": "true", "buttonLabel": "Go"}),
            json!({"enabled": true}),
            json!({"buttonLabel": "Go"}),
            json!([]),
        ] {
            assert_eq!(decode_sso_config(200, &body).unwrap_err().code, Code::InvalidResponse);
        }
        assert_eq!(decode_sso_config(404, &Value::Null).unwrap_err().code, Code::NotSupported);
    }
}

//! `POST /api/auth/login` (`identity-api.md` 4.1).

use super::failure::{Code, Failure};
use super::handle::{Handle, handle_field};
use super::node::{Node, is_true};
use super::session::{UserAndFeatures, decode_identity};
use super::token::Token;

/// A successful sign-in.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SignedIn {
    pub identity: UserAndFeatures,
    pub company: Option<Handle>,
    /// The access token, where it is to be kept and can be sent as a bearer token.
    pub token: Option<Token>,
}

/// Whether the token of an answer is copied out of it at all (`SessionOptions.token`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TokenPolicy {
    Memory,
    Discard,
}

/// Reads an answer (`identity-api.md` 4.1 and 7). With [`TokenPolicy::Discard`] the token is never copied.
pub fn decode_login<N: Node>(status: u16, body: &N, policy: TokenPolicy) -> Result<SignedIn, Failure> {
    match status {
        200 => decode_login_body(body, policy).ok_or(Failure::invalid(status)),
        400 => Err(Failure::answered(Code::MissingCredentials, status)),
        401 => Err(Failure::answered(Code::InvalidCredentials, status)),
        403 => Err(Failure::answered(Code::AccountDeactivated, status)),
        _ => Err(Failure::of_status(status)),
    }
}

fn decode_login_body<N: Node>(body: &N, policy: TokenPolicy) -> Option<SignedIn> {
    if !is_true(body, "success") || !body.is_string("access_token") {
        return None;
    }
    let user = body.field("user")?;
    let identity = decode_identity(&user)?;
    let company = handle_field(&user, "company");
    let token = match policy {
        TokenPolicy::Memory => body.string("access_token").and_then(|text| Token::new(&text)),
        TokenPolicy::Discard => None,
    };
    Some(SignedIn { identity, company, token })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn body() -> Value {
        json!({"success": true, "access_token": "t0k.en", "user": {
            "id": 7, "role": 2, "details": 1, "token": "t0k.en", "permissions": 0,
            "company": 2}})
    }

    #[test]
    fn the_token_is_copied_only_where_it_is_to_be_kept() {
        let kept = decode_login(200, &body(), TokenPolicy::Memory).unwrap();
        assert_eq!(kept.token, Token::new("t0k.en"));
        assert_eq!(kept.company, Handle::new(2));
        let dropped = decode_login(200, &body(), TokenPolicy::Discard).unwrap();
        assert_eq!(dropped.token, None);
    }

    #[test]
    fn a_token_that_no_header_can_carry_is_refused_and_the_cookie_carries_the_session() {
        let mut body = body();
        body["access_token"] = json!("a b\r\nX: y");
        assert_eq!(decode_login(200, &body, TokenPolicy::Memory).unwrap().token, None);
    }

    #[test]
    fn a_malformed_answer_is_a_failure() {
        for field in ["success", "access_token", "user"] {
            for wrong in [json!(null), json!(1), json!([])] {
                let mut body = body();
                body[field] = wrong;
                let failure = decode_login(200, &body, TokenPolicy::Memory).unwrap_err();
                assert_eq!(failure.code, Code::InvalidResponse, "{field}");
            }
        }
    }

    #[test]
    fn refusals_have_the_codes_of_the_document() {
        for (status, code) in [
            (400, Code::MissingCredentials),
            (401, Code::InvalidCredentials),
            (403, Code::AccountDeactivated),
            (404, Code::NotSupported),
            (429, Code::RateLimited),
            (500, Code::ServerError),
        ] {
            let failure = decode_login(status, &Value::Null, TokenPolicy::Memory).unwrap_err();
            assert_eq!((failure.code, failure.status), (code, Some(status)));
        }
    }
}

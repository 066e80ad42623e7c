//! `GET /api/auth/session` (`identity-api.md` 4.2). The features in it: `permissions.rs`.

use super::failure::Failure;
use super::feature_number::{Features, features_field};
use super::node::Node;
use super::user::{User, decode_user};
use std::sync::Arc;

/// Who is signed in and what they may do: always read, kept and shown together.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct UserAndFeatures {
    pub user: Arc<User>,
    pub features: Features,
}

/// A well-formed answer to a session read.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum SessionAnswer {
    Authenticated(UserAndFeatures),
    /// 200 with `authenticated: false`: no valid token came along.
    Unauthenticated,
    /// 401: the account was deactivated, and the cookie is cleared.
    Deactivated,
}

/// Reads an answer. Anything but the three answers that the document names is a failure.
pub fn decode_session<N: Node>(status: u16, body: &N) -> Result<SessionAnswer, Failure> {
    match status {
        200 => decode_session_body(body).ok_or(Failure::invalid(status)),
        401 => Ok(SessionAnswer::Deactivated),
        _ => Err(Failure::of_status(status)),
    }
}

fn decode_session_body<N: Node>(body: &N) -> Option<SessionAnswer> {
    if body.boolean("authenticated")? {
        body.field("user").and_then(|user| decode_identity(&user)).map(SessionAnswer::Authenticated)
    } else {
        Some(SessionAnswer::Unauthenticated)
    }
}

/// A user with its permissions, as sign-in and session answers carry them.
pub(super) fn decode_identity<N: Node>(user: &N) -> Option<UserAndFeatures> {
    let features = features_field(user, "permissions")?;
    Some(UserAndFeatures { user: Arc::new(decode_user(user)?), features })
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::api::Code;
    use serde_json::{Value, json};

    fn user() -> Value {
        json!({"id": 7, "role": 2, "details": 4, "token": null, "permissions": 3})
    }

    #[test]
    fn the_three_answers_of_the_document_are_answers() {
        let yes = decode_session(200, &json!({"authenticated": true, "user": user()})).unwrap();
        let SessionAnswer::Authenticated(identity) = yes else { panic!("{yes:?}") };
        assert_eq!((identity.user.id, identity.features), (7, Features::new(3)));
        assert_eq!(decode_session(200, &json!({"authenticated": false})), Ok(SessionAnswer::Unauthenticated));
        assert_eq!(decode_session(401, &Value::Null), Ok(SessionAnswer::Deactivated));
    }

    #[test]
    fn a_malformed_body_is_a_failure_and_never_a_session() {
        let mut without_permissions = user();
        without_permissions.as_object_mut().unwrap().remove("permissions");
        for body in [
            json!([true, user()]),
            json!(true),
            json!(null),
            json!({}),
            json!({"user": user()}),
            json!({"authenticated": "true", "user": user()}),
            json!({"authenticated": 1, "user": user()}),
            json!({"authenticated": null}),
            json!({"authenticated": true}),
            json!({"authenticated": true, "user": null}),
            json!({"authenticated": true, "user": [user()]}),
            json!({"authenticated": true, "user": without_permissions}),
        ] {
            let failure = decode_session(200, &body).unwrap_err();
            assert_eq!((failure.code, failure.status), (Code::InvalidResponse, Some(200)), "{body}");
        }
        assert_eq!(decode_session(200, &Value::Null).unwrap_err().code, Code::InvalidResponse);
    }

    #[test]
    fn the_body_of_an_error_status_is_never_a_session() {
        let session = json!({"authenticated": true, "user": user()});
        for status in [0, 201, 204, 302, 304, 400, 403, 404, 429, 500, 502, 503] {
            assert!(decode_session(status, &session).is_err(), "{status}");
        }
    }

    /// Holds the decoder, over JSON of any parser, to the cases that the entry's own decoder is held to. `read` parses,
    /// and numbers what is kept; `assert_cached` holds what has such numbers to what is expected. Answers with how many cases
    /// the parser refused.
    pub(crate) fn assert_decodes_every_case<N: Node>(
        read: impl Fn(&str) -> Option<N>,
        assert_cached: impl Fn(&UserAndFeatures, &Value),
    ) -> usize {
        let cases = include_str!("../../tests/cases/session-bodies.json");
        let cases: Vec<Value> = serde_json::from_str(cases).unwrap();
        let mut refused = 0;
        for case in &cases {
            let text = case["text"].as_str().map_or_else(|| case["body"].to_string(), str::to_owned);
            let Some(body) = read(&text) else {
                refused += 1;
                continue;
            };
            let verdict = match decode_session(200, &body) {
                Ok(SessionAnswer::Authenticated(identity)) => {
                    let user = &case["user"];
                    assert_eq!(user["id"], identity.user.id, "{}", case["name"]);
                    assert_cached(&identity, case);
                    "authenticated"
                }
                Ok(SessionAnswer::Unauthenticated) => "unauthenticated",
                Ok(SessionAnswer::Deactivated) => "deactivated",
                Err(failure) => {
                    assert_eq!(failure, Failure::invalid(200), "{}", case["name"]);
                    "invalid"
                }
            };
            assert_eq!(case["verdict"], verdict, "{}", case["name"]);
        }
        assert!(cases.len() >= 90);
        refused
    }

    #[test]
    fn it_decodes_what_the_entry_decodes() {
        let read = |text: &str| {
            let parsed = serde_json::from_str::<Value>(text);
            assert!(
                parsed.is_ok() || text.contains("\\ud"),
                "only half a surrogate pair is no JSON here: {text}"
            );
            let mut body = parsed.ok()?;
            if let Some(Value::Object(user)) = body.get_mut("user") {
                let is_whole =
                    ["email", "name"].iter().all(|name| user.get(*name).is_some_and(Value::is_string));
                user.insert("details".to_owned(), json!(if is_whole { 4 } else { 0 }));
                let has_role = user.get("userType").is_some_and(Value::is_string);
                user.insert("role".to_owned(), json!(if has_role { 2 } else { 0 }));
                if let Some(permissions) = user.get_mut("permissions") {
                    *permissions = if permissions.is_object() { json!(3) } else { Value::Null };
                }
            }
            Some(body)
        };
        let refused = assert_decodes_every_case(read, |identity, _| {
            let numbers = (identity.user.details.number(), identity.features);
            assert_eq!(numbers, (4, Features::new(3)));
        });
        assert_eq!(
            refused, 6,
            "the browser's parser takes them, and `browser::json` holds the decoder to them"
        );
    }
}

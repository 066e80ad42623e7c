//! `GET /api/auth/session` (`identity-api.md` 4.2).

use super::body::Body;
use super::failure::Failure;
use super::feature::{Features, decode_features};
use super::node::Node;
use super::user::{User, decode_user};
use std::sync::Arc;

/// Who is signed in and what they may do: always read, kept and shown together.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Identity {
    pub user: Arc<User>,
    pub features: Arc<Features>,
}

/// A well-formed answer to a session read.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum SessionAnswer {
    Authenticated(Identity),
    /// 200 with `authenticated: false`: no valid token came along.
    Unauthenticated,
    /// 401: the account was deactivated, and the cookie is cleared.
    Deactivated,
}

/// Reads an answer. Anything but the three answers that the document names is a failure.
pub fn decode_session<N: Node>(status: u16, body: &Body<N>) -> Result<SessionAnswer, Failure> {
    match status {
        200 => body.json().and_then(decode_session_body).ok_or(Failure::invalid(status)),
        401 => Ok(SessionAnswer::Deactivated),
        _ => Err(Failure::of_status(status)),
    }
}

fn decode_session_body<N: Node>(body: &N) -> Option<SessionAnswer> {
    if body.field("authenticated")?.boolean()? {
        body.field("user").and_then(|user| decode_identity(&user)).map(SessionAnswer::Authenticated)
    } else {
        Some(SessionAnswer::Unauthenticated)
    }
}

/// A user with its permissions, as sign-in and session answers carry them.
pub(super) fn decode_identity<N: Node>(user: &N) -> Option<Identity> {
    let features = decode_features(&user.field("permissions")?)?;
    Some(Identity { user: Arc::new(decode_user(user)?), features: Arc::new(features) })
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::api::Code;
    use serde_json::{Value, json};

    fn user() -> Value {
        json!({"id": 7, "email": "a@b", "name": "A", "userType": "default", "authSource": "local", "token": null,
               "permissions": {"chat-history": {"enabled": true, "limit": null}}})
    }

    #[test]
    fn the_three_answers_of_the_document_are_answers() {
        let yes = decode_session(200, &Body::Json(json!({"authenticated": true, "user": user()}))).unwrap();
        let SessionAnswer::Authenticated(identity) = yes else { panic!("{yes:?}") };
        assert_eq!((identity.user.id, identity.features.entries().len()), (7, 1));
        assert_eq!(
            decode_session(200, &Body::Json(json!({"authenticated": false}))),
            Ok(SessionAnswer::Unauthenticated)
        );
        assert_eq!(decode_session::<Value>(401, &Body::Unusable), Ok(SessionAnswer::Deactivated));
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
            let failure = decode_session(200, &Body::Json(body.clone())).unwrap_err();
            assert_eq!((failure.code, failure.status), (Code::InvalidResponse, Some(200)), "{body}");
        }
        assert_eq!(decode_session::<Value>(200, &Body::Unusable).unwrap_err().code, Code::InvalidResponse);
    }

    #[test]
    fn the_body_of_an_error_status_is_never_a_session() {
        let session = Body::Json(json!({"authenticated": true, "user": user()}));
        for status in [0, 201, 204, 302, 304, 400, 403, 404, 429, 500, 502, 503] {
            assert!(decode_session(status, &session).is_err(), "{status}");
        }
    }

    /// Holds the decoder, over JSON of any parser, to the cases that the entry's own decoder is held to. Answers
    /// with how many of them the parser refused.
    pub(crate) fn assert_decodes_every_case<N: Node>(parse: impl Fn(&str) -> Option<N>) -> usize {
        let cases = include_str!("../../tests/cases/session-bodies.json");
        let cases: Vec<Value> = serde_json::from_str(cases).unwrap();
        let mut refused = 0;
        for case in &cases {
            let text = case["text"].as_str().map_or_else(|| case["body"].to_string(), str::to_owned);
            let Some(body) = parse(&text) else {
                refused += 1;
                continue;
            };
            let (verdict, shown) = match decode_session(200, &Body::Json(body)) {
                Ok(SessionAnswer::Authenticated(identity)) => ("authenticated", shown(&identity)),
                Ok(SessionAnswer::Unauthenticated) => ("unauthenticated", json!([null, null])),
                Ok(SessionAnswer::Deactivated) => ("deactivated", json!([null, null])),
                Err(failure) => {
                    assert_eq!(failure, Failure::invalid(200), "{}", case["name"]);
                    ("invalid", json!([null, null]))
                }
            };
            assert_eq!(case["verdict"], verdict, "{}", case["name"]);
            assert_eq!(shown, json!([case["user"], case["features"]]), "{}", case["name"]);
        }
        assert!(cases.len() >= 90);
        refused
    }

    fn shown(Identity { user, features }: &Identity) -> Value {
        let user = json!({"id": user.id, "email": user.email, "name": user.name, "userType": user.user_type,
                          "authSource": user.auth_source});
        let features = features.entries().iter().map(|(name, permission)| {
            let limit: Value = serde_json::from_str(&permission.limit).unwrap();
            (name.clone(), json!({"enabled": permission.enabled, "limit": limit}))
        });
        json!([user, features.collect::<serde_json::Map<_, _>>()])
    }

    #[test]
    fn it_decodes_what_the_entry_decodes() {
        let refused = assert_decodes_every_case(|text| {
            let parsed = serde_json::from_str::<Value>(text);
            assert!(
                parsed.is_ok() || text.contains("\\ud"),
                "only half a surrogate pair is no JSON here: {text}"
            );
            parsed.ok()
        });
        assert_eq!(
            refused, 6,
            "the browser's parser takes them, and `browser::json` holds the decoder to them"
        );
    }
}

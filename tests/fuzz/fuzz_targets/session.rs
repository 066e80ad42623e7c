//! `GET /api/auth/session`: who is signed in, and which gates that opens.

#![no_main]

use fuzz::account::{self, of_identity};
use fuzz::http_answer::HttpAnswer;
use fuzz::parsed_json::ParsedJson;
use fuzz::{mutation, reading};
use libfuzzer_sys::{fuzz_mutator, fuzz_target};
use platform_session::api::session::decode_session;
use platform_session::api::{SessionAnswer, UserAndFeatures};
use serde_json::{Value, json};

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    mutation::mutate(data, size, max_size, seed)
});

fuzz_target!(|answer: HttpAnswer| {
    let decoded = decode_session(answer.status, &answer.body());
    if let Ok(SessionAnswer::Authenticated(identity)) = &decoded {
        assert_eq!(answer.status, 200);
        assert_opened(identity, answer.json().expect("only JSON says that a user is signed in"));
    }
    if answer.status != 200 {
        let bodiless = decode_session(answer.status, &ParsedJson(Value::Null));
        assert_eq!(decoded, bodiless, "the body of an error says nothing");
    }
    let account = decoded.map(|decoded| match decoded {
        SessionAnswer::Authenticated(identity) => of_identity(&identity),
        SessionAnswer::Unauthenticated => json!("unauthenticated"),
        SessionAnswer::Deactivated => json!("deactivated"),
    });
    assert_eq!(account, reading::session(answer.status, answer.json()));
});

/// Signed in by the literal `true`, as a user with a number, and with the features that the entry has read;
/// and what was decoded is decoded to the same once more.
fn assert_opened(identity: &UserAndFeatures, body: &Value) {
    assert_eq!(body.get("authenticated"), Some(&Value::Bool(true)));
    let user = body.get("user").and_then(Value::as_object).expect("a user is an object");
    assert!(user.get("id").is_some_and(Value::is_number), "the user has a number");
    let number = user.get("permissions").and_then(Value::as_f64);
    assert_eq!(number, Some(f64::from(identity.features.number())), "and features have the entry's");
    let account = account::of_identity(identity);
    let mut again = account["user"].clone();
    again["permissions"] = account["features"].clone();
    let again = ParsedJson(json!({"authenticated": true, "user": again}));
    let decoded = decode_session(200, &again);
    assert_eq!(decoded, Ok(SessionAnswer::Authenticated(identity.clone())));
}

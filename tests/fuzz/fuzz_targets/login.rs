//! `POST /api/auth/login`: who has signed in, and which token may be kept.

#![no_main]

use fuzz::account::of_sign_in;
use fuzz::http_answer::HttpAnswer;
use fuzz::parsed_json::ParsedJson;
use fuzz::{mutation, reading};
use libfuzzer_sys::{fuzz_mutator, fuzz_target};
use platform_session::api::SignedIn;
use platform_session::api::login::{TokenPolicy, decode_login};
use serde_json::Value;

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    mutation::mutate(data, size, max_size, seed)
});

fuzz_target!(|answer: HttpAnswer| {
    let kept = decode_login(answer.status, &answer.body(), TokenPolicy::Memory);
    if let Ok(signed_in) = &kept {
        assert_eq!(answer.status, 200);
        assert_sent(signed_in, answer.json().expect("only JSON signs a user in"));
    }
    if answer.status != 200 {
        let bodiless = decode_login(answer.status, &ParsedJson(Value::Null), TokenPolicy::Memory);
        assert_eq!(kept, bodiless, "the body of an error says nothing");
    }
    let discarded = decode_login(answer.status, &answer.body(), TokenPolicy::Discard);
    let without_token = kept.clone().map(|signed_in| SignedIn { token: None, ..signed_in });
    assert_eq!(discarded, without_token, "without the token, the answer is the same");
    let account = kept.map(|signed_in| of_sign_in(&signed_in));
    assert_eq!(account, reading::login(answer.status, answer.json()));
});

/// The token is the one that was sent, to the byte, or none; and it is nowhere to be read.
fn assert_sent(signed_in: &SignedIn, body: &Value) {
    assert_eq!(body.get("success"), Some(&Value::Bool(true)));
    let sent = body.get("access_token").and_then(Value::as_str).expect("the access token is a text");
    if let Some(token) = &signed_in.token {
        assert_eq!(token.authorization().strip_prefix("Bearer "), Some(sent));
        assert_eq!(format!("{token:?}"), "Token(..)");
    }
}

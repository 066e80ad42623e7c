//! `POST /api/auth/logout`: whether the deployment has ended the session.

#![no_main]

use fuzz::http_answer::HttpAnswer;
use fuzz::parsed_json::ParsedJson;
use fuzz::{mutation, reading};
use libfuzzer_sys::{fuzz_mutator, fuzz_target};
use platform_session::api::logout::decode_logout;
use serde_json::Value;

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    mutation::mutate(data, size, max_size, seed)
});

fuzz_target!(|answer: HttpAnswer| {
    let decoded = decode_logout(answer.status, &answer.body());
    if decoded.is_ok() {
        assert_eq!(answer.status, 200);
        let success = answer.json().and_then(|body| body.get("success"));
        assert_eq!(success, Some(&Value::Bool(true)), "only the deployment's own success ends a session");
    }
    if answer.status != 200 {
        let bodiless = decode_logout(answer.status, &ParsedJson(Value::Null));
        assert_eq!(decoded, bodiless, "the body of an error says nothing");
    }
    assert_eq!(decoded.map(|()| Value::Null), reading::logout(answer.status, answer.json()));
});

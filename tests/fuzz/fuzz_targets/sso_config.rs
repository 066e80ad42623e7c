//! `GET /api/auth/sso/idp/config`: whether there is single sign-on.

#![no_main]

use fuzz::http_answer::HttpAnswer;
use fuzz::parsed_json::ParsedJson;
use fuzz::{mutation, reading};
use libfuzzer_sys::{fuzz_mutator, fuzz_target};
use platform_session::api::sso::decode_sso_config;
use serde_json::Value;

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    mutation::mutate(data, size, max_size, seed)
});

fuzz_target!(|answer: HttpAnswer| {
    let decoded = decode_sso_config(answer.status, &answer.body());
    if decoded.is_ok() {
        assert_eq!(answer.status, 200);
        let body = answer.json().expect("what is no JSON configures nothing");
        assert!(body.get("enabled").is_some_and(Value::is_boolean));
    }
    if answer.status != 200 {
        let bodiless = decode_sso_config(answer.status, &ParsedJson(Value::Null));
        assert_eq!(decoded, bodiless, "the body of an error says nothing");
    }
    let account = decoded.map(|()| Value::Null);
    assert_eq!(account, reading::sso_config(answer.status, answer.json()));
});

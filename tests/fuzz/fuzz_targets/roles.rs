//! `GET /api/roles`: the role catalogue, by its number.

#![no_main]

use fuzz::account::of_handle;
use fuzz::http_answer::HttpAnswer;
use fuzz::parsed_json::ParsedJson;
use fuzz::{mutation, reading};
use libfuzzer_sys::{fuzz_mutator, fuzz_target};
use platform_session::api::role::decode_roles;
use serde_json::Value;

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    mutation::mutate(data, size, max_size, seed)
});

fuzz_target!(|answer: HttpAnswer| {
    let decoded = decode_roles(answer.status, &answer.body());
    if answer.status != 200 {
        let bodiless = decode_roles(answer.status, &ParsedJson(Value::Null));
        assert_eq!(decoded, bodiless, "the body of an error says nothing");
    }
    let account = decoded.map(of_handle);
    assert_eq!(account, reading::roles(answer.status, answer.json()));
});

//! `GET /api/roles`: the role catalogue, whole or not at all.

#![no_main]

use fuzz::account::of_roles;
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
    if let Ok(roles) = &decoded {
        assert_eq!(answer.status, 200);
        let listed =
            answer.json().and_then(|body| body["roles"].as_array()).expect("a catalogue is an array");
        let ranks = listed.iter().map(|role| role["rank"].as_f64());
        assert!(ranks.eq(roles.iter().map(|role| Some(role.rank as f64))), "every rank, in its place");
    }
    if answer.status != 200 {
        let bodiless = decode_roles(answer.status, &ParsedJson(Value::Null));
        assert_eq!(decoded, bodiless, "the body of an error says nothing");
    }
    let account: Result<Value, _> = decoded.map(|roles| of_roles(&roles));
    assert_eq!(account, reading::roles(answer.status, answer.json()));
});

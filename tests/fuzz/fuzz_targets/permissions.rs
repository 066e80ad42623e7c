//! `GET /api/auth/permissions`: the features of the caller's own role.

#![no_main]

use fuzz::account::{of_features, of_handle};
use fuzz::http_answer::HttpAnswer;
use fuzz::parsed_json::ParsedJson;
use fuzz::{mutation, reading};
use libfuzzer_sys::{fuzz_mutator, fuzz_target};
use platform_session::api::permissions::decode_permissions;
use serde_json::{Value, json};

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    mutation::mutate(data, size, max_size, seed)
});

fuzz_target!(|answer: HttpAnswer| {
    let decoded = decode_permissions(answer.status, &answer.body());
    if let Ok(permissions) = &decoded {
        assert_eq!(answer.status, 200);
        let body = answer.json().expect("nothing is granted by what is no JSON");
        assert_eq!(body.get("success"), Some(&Value::Bool(true)));
        assert_eq!(body["data"]["features"].as_f64(), Some(f64::from(permissions.features.number())));
    }
    if answer.status != 200 {
        let bodiless = decode_permissions(answer.status, &ParsedJson(Value::Null));
        assert_eq!(decoded, bodiless, "the body of an error says nothing");
    }
    let account =
        decoded.map(|found| json!({"role": of_handle(found.role), "features": of_features(found.features)}));
    assert_eq!(account, reading::permissions(answer.status, answer.json()));
});

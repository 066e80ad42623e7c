//! Whether a `Content-Type` declares JSON, so that the body is looked at.

#![no_main]

use libfuzzer_sys::fuzz_target;
use platform_session::api::body::declares_json;

fuzz_target!(|header: &str| {
    let essence = header.split(';').next().unwrap_or_default();
    let essence = essence.trim_matches(|byte: char| byte.is_ascii_whitespace()).to_ascii_lowercase();
    let is_json = essence.is_empty() || essence.ends_with("/json") || essence.ends_with("+json");
    assert_eq!(declares_json(Some(header)), is_json);
    if !is_json {
        let with_parameter = [header, "; a=application/json"].concat();
        assert!(!declares_json(Some(&with_parameter)), "a parameter declares nothing");
    }
});

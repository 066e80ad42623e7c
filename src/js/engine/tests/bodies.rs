//! Session bodies, from their text to the engine's verdict, with the same cases that the entry is tested with.

use super::*;
use crate::api::{Body, Failure, SessionAnswer};
use js_sys::{Array, Object, Reflect};
use serde_json::Value as Json;
use wasm_bindgen_test::wasm_bindgen_test;

// `scripts/test/linked-sources.mjs` makes this file from the sources of the entry and the engine.
#[wasm_bindgen(module = "/target/linked-sources.js")]
extern "C" {
    type Records;
    #[wasm_bindgen(js_name = createRecords)]
    fn create_records() -> Records;
    #[wasm_bindgen(method)]
    fn read(this: &Records, answer: &JsValue, body: u8) -> Array;
    #[wasm_bindgen(method)]
    fn of(this: &Records, number: u32) -> JsValue;
}

impl Records {
    /// Reads a session body. The array from JavaScript is `says`, the user's id, then the numbers of role, content, features and company.
    fn read_session(&self, text: &str) -> Facts {
        let answer = Object::new();
        Reflect::set(&answer, &"text".into(), &text.into()).unwrap();
        let crossing = self.read(&answer, Body::Session.number());
        let number = |place| crossing.get(place).as_f64().unwrap();
        let numbers = [2, 3, 4, 5].map(|place| number(place) as u32);
        facts(number(0), number(1), numbers)
    }

    fn json(&self, handle: Handle) -> Json {
        let text = js_sys::JSON::stringify(&self.of(handle.number())).unwrap().as_string().unwrap();
        serde_json::from_str(&text).unwrap()
    }
}

#[wasm_bindgen_test]
fn every_session_body_is_judged_as_the_entry_judges_it() {
    let cases = include_str!("../../../../tests/cases/session-bodies.json");
    let cases: Vec<Json> = serde_json::from_str(cases).unwrap();
    let records = create_records();
    for case in &cases {
        let text = case["text"].as_str().map_or_else(|| case["body"].to_string(), str::to_owned);
        let name = &case["name"];
        let verdict = match decode_session(200, &records.read_session(&text)) {
            Ok(SessionAnswer::Authenticated(identity)) => {
                let mut user = case["user"].clone();
                user["company"] = Json::Null;
                assert_eq!(user["id"], identity.user.id, "{name}");
                assert_eq!(
                    records.json(identity.user.details),
                    serde_json::json!({ "user": user }),
                    "{name}"
                );
                assert_eq!(records.json(identity.features), case["features"], "{name}");
                "authenticated"
            }
            Ok(SessionAnswer::Unauthenticated) => "unauthenticated",
            Ok(SessionAnswer::Deactivated) => "deactivated",
            Err(failure) => {
                assert_eq!(failure, Failure::invalid(200), "{name}");
                "invalid"
            }
        };
        assert_eq!(case["verdict"], verdict, "{name}");
    }
    assert!(cases.len() >= 90);
}

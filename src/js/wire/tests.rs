//! Tests that the reader in JavaScript (`pkg/engine/wire.ts`) reads the cells that `Wire` writes.

use super::*;
use crate::api::{Code, User};
use crate::core::{Reason, Status, View};
use std::num::NonZeroU32;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen_test::wasm_bindgen_test;

// `scripts/test/linked-sources.mjs` bundles this file from `pkg/engine/wire.ts` and `pkg/entry/session-error.ts`.
#[wasm_bindgen(module = "/target/linked-sources.js")]
extern "C" {
    #[wasm_bindgen(js_name = readPublication)]
    fn read_publication(cells: JsValue, records: &JsValue) -> JsValue;
    #[wasm_bindgen(js_name = readFailure)]
    fn read_failure(cells: JsValue) -> JsValue;
    #[wasm_bindgen(js_name = isSessionError)]
    fn is_session_error(value: &JsValue) -> bool;
}

fn json(value: &JsValue) -> serde_json::Value {
    let text = js_sys::JSON::stringify(value).unwrap().as_string().unwrap();
    serde_json::from_str(&text).unwrap()
}

fn read(publication: &Publication) -> serde_json::Value {
    // Stands in for `records.ts`: value 4 is the content of a session body, and every other value is an object with its number.
    let of = "(number) => (number === 4 ? { user: { number } } : number ? { number } : null)";
    let records = js_sys::eval(&format!("({{ of: {of}, retain() {{}} }})"));
    let cells = Wire::of_publication(publication).encode();
    json(&read_publication(cells, &records.unwrap()))
}

fn publication(view: View) -> Publication {
    Publication { view, roles_changed: false, session_events: Vec::new() }
}

#[wasm_bindgen_test]
fn an_empty_publication_is_read_as_it_was_written() {
    assert_eq!(
        read(&publication(View::default())),
        serde_json::json!({
            "identity": 0, "status": "unknown", "reason": null, "stale": false, "error": null, "user": null,
            "rolesChanged": false, "roles": null, "rolesRefusal": null, "features": {}, "sessionEvents": [],
            "signOutPending": false, "reauthenticating": false, "expiresAt": null,
        })
    );
}

#[wasm_bindgen_test]
fn a_publication_with_all_values_is_read_as_it_was_written() {
    let failure = Failure { code: Code::RateLimited, status: Some(429), retry_after_ms: Some(2_147_483_647) };
    let content = NonZeroU32::new(4).unwrap().into();
    let user = User { id: 7, role: content, content };
    let view = View {
        identity: u32::MAX,
        status: Status::Authenticated,
        reason: None,
        stale: true,
        error: Some(failure),
        user: Some(user),
        company: Handle::new(5),
        features: Handle::new(u32::MAX),
        roles: Handle::new(6),
        roles_refusal: Some(Code::Forbidden),
        sign_out_pending: true,
        reauthenticating: true,
        expires_at_ms: Some(1_900_000_000_000),
    };
    let sent = Publication {
        view,
        roles_changed: true,
        session_events: vec![
            SessionEvent::SignedIn,
            SessionEvent::SignedOut(Reason::Deactivated),
            SessionEvent::CookieRefused(Failure::of(Code::CookieRefused)),
            SessionEvent::RevalidationFailed(Failure::answered(Code::ServerError, 503)),
            SessionEvent::Expiring,
        ],
    };
    let limited = serde_json::json!({
        "code": "rate-limited", "status": 429, "retryable": true, "retryAfterMs": 2_147_483_647, "call": "read",
        "expected": false,
    });
    assert_eq!(
        read(&sent),
        serde_json::json!({
            "identity": u32::MAX, "status": "authenticated", "reason": null, "stale": true, "error": limited,
            "user": {"number": 4, "company": {"number": 5}},
            "rolesChanged": true,
            "roles": {"number": 6},
            "rolesRefusal": "forbidden",
            "features": {"number": u32::MAX},
            "sessionEvents": [
                {"type": "signed-in"},
                {"type": "signed-out", "reason": "deactivated"},
                {"type": "cookie-refused",
                 "error": {"code": "cookie-refused", "status": null, "retryable": false, "retryAfterMs": null,
                           "call": "read", "expected": false}},
                {"type": "revalidation-failed",
                 "error": {"code": "server-error", "status": 503, "retryable": true, "retryAfterMs": null,
                           "call": "read", "expected": false}},
                {"type": "expiring"},
            ],
            "signOutPending": true, "reauthenticating": true, "expiresAt": 1_900_000_000_000_u64,
        })
    );
}

#[wasm_bindgen_test]
fn every_status_and_reason_is_read_as_it_was_written() {
    for &status in Status::ALL {
        let sent = publication(View { status, ..View::default() });
        assert_eq!(read(&sent)["status"], status.as_str());
    }
    for &reason in Reason::ALL {
        let sent = publication(View { reason: Some(reason), ..View::default() });
        assert_eq!(read(&sent)["reason"], reason.as_str());
    }
}

#[wasm_bindgen_test]
fn every_failure_is_read_as_it_was_written() {
    for &code in Code::ALL {
        let error = read_failure(Wire::of_failure(Failure::of(code)).encode());
        assert!(is_session_error(&error));
        let error = json(&error);
        assert_eq!(
            (error["code"].as_str(), error["retryable"].as_bool()),
            (Some(code.as_str()), Some(code.is_retryable()))
        );
    }
}

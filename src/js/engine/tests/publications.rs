//! The publications of an engine, and the calls on the host that come with them.

use super::page::*;
use super::*;
use crate::api::Body;
use crate::core::{MessageName, PageEvent};
use serde_json::{Value as Json, json};
use wasm_bindgen_test::wasm_bindgen_test;

#[wasm_bindgen_test]
fn an_initial_body_is_published_and_the_read_under_way_is_adopted() {
    let page = Page::started(session(3));
    assert_eq!(
        page.calls(),
        json!([
            ["read", 1, null, null, Body::Session.number()],
            ["publish", [0, 1, null, false, null, 1, 0, false, 0, null, 3, 0]],
        ])
    );
    assert_eq!(page.sent(), json!([]), "no second read is sent");
    page.answer(1, 200, session(3));
    assert_eq!(page.calls(), json!([]), "the answer confirms what is shown");
}

#[wasm_bindgen_test]
fn a_malformed_or_missing_initial_body_is_published_as_an_unknown_session() {
    for initial in [Facts::default(), says(true), session(0), Facts { says: None, ..session(3) }] {
        let page = Page::started(initial);
        let unknown = json!([0, 0, null, false, null, 0, 0, false, 0, null, 0, 0]);
        assert_eq!(
            page.calls(),
            json!([["read", 1, null, null, Body::Session.number()], ["publish", unknown]]),
            "{initial:?}"
        );
    }
}

#[wasm_bindgen_test]
fn an_answer_is_published_with_its_session_events() {
    let page = Page::started(Facts::default());
    page.calls();
    page.answer(1, 200, session(3));
    assert_eq!(page.calls(), json!([["publish", [0, 1, null, false, null, 1, 0, false, 0, null, 3, 0]]]));
    // The read has been answered: further answers to it are ignored.
    page.answer(1, 200, says(false));
    lost(1, false, 0.0);
    assert_eq!(page.calls(), json!([]));
    asks(Command::Refresh, 4);
    assert_eq!(page.calls(), json!([]), "calls of one task share a read, which is sent after the task");
    event(PageEvent::Woken);
    assert_eq!(page.calls(), json!([["read", 2, {}, {}, Body::Session.number()]]));
    page.answer(2, 200, says(false));
    assert_eq!(
        page.calls(),
        json!([
            ["broadcast", MessageName::Changed.number(), 0],
            ["publish", [0, 2, 4, false, null, 0, 0, false, 0, null, 0, 1, 1, 4]],
            ["settle", 4, null, null],
        ])
    );
}

/// The calls on the host after a first read that failed with this code: a publication with the error and the event.
fn failed(code: Code, status: Json) -> Json {
    let code = code.number();
    json!([[
        "publish",
        [
            0, 0, null, false, code, status, null, true, 0, 0, false, 0, null, 0, 1, 3, code, status, null,
            true
        ]
    ]])
}

#[wasm_bindgen_test]
fn a_malformed_or_lost_answer_leaves_the_session_unknown_with_its_error() {
    let invalid = failed(Code::InvalidResponse, json!(200));
    for facts in [Facts::default(), says(true), session(0), Facts { says: None, ..session(3) }] {
        let page = Page::started(Facts::default());
        page.calls();
        page.answer(1, 200, facts);
        assert_eq!(page.calls_but_retries(), invalid, "{facts:?}");
    }
    let page = Page::started(Facts::default());
    page.calls();
    lost(1, false, 0.0);
    assert_eq!(page.calls_but_retries(), failed(Code::Network, json!(null)));
}

#[wasm_bindgen_test]
fn an_answer_without_json_is_an_invalid_response_with_its_retry_after() {
    let page = Page::started(Facts::default());
    page.calls();
    let html = "new Response(null, { headers: { 'content-type': 'text/html', 'retry-after': '60' } })";
    answer(1, html, Facts::default());
    let calls = page.calls_but_retries();
    assert_eq!(
        (&calls[0][1][1], &calls[0][1][4]),
        (&json!(0), &json!(Code::InvalidResponse.number())),
        "{calls}"
    );
    assert_eq!((&calls[0][1][5], &calls[0][1][6]), (&json!(200), &json!(60_000)), "{calls}");
}

#[wasm_bindgen_test]
fn a_read_that_timed_out_has_its_code_and_a_later_answer_is_ignored() {
    let page = Page::started(Facts::default());
    page.calls();
    lost(1, true, 0.0);
    let calls = page.calls_but_retries();
    assert_eq!((&calls[0][1][1], &calls[0][1][4]), (&json!(0), &json!(Code::Timeout.number())), "{calls}");
    page.answer(1, 200, session(1));
    assert_eq!(page.calls(), json!([]), "the answer is too late");
}

#[wasm_bindgen_test]
fn the_last_cell_of_a_publication_is_the_end_of_the_session() {
    let page = Page::started(Facts::default());
    signs_in(5);
    page.answer(2, 200, session(1));
    let calls = take(&page.calls);
    let publication = calls.as_array().unwrap().iter().rfind(|entry| entry[0] == "publish").unwrap();
    let cells = publication[1].as_array().unwrap();
    assert_eq!(cells[cells.len() - 3..cells.len() - 1], [json!(false), json!(false)]);
    assert!(cells[cells.len() - 1].as_f64().unwrap() > js_sys::Date::now() + 86_000_000.0, "{calls}");
}

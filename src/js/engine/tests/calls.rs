//! Calls: each test makes a call, and looks at the calls on the host until it ends.

use super::page::*;
use super::*;
use crate::api::Body;
use crate::core::{MessageName, PageEvent};
use js_sys::{Array, Function, Reflect};
use serde_json::{Value as Json, json};
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
use wasm_bindgen_test::wasm_bindgen_test;

#[wasm_bindgen_test]
fn a_sign_in_without_credentials_sends_nothing() {
    let page = Page::started(Facts::default());
    page.calls();
    sign_in(5, JsValue::UNDEFINED, 0.0);
    assert_eq!(page.calls(), json!([["settle", 5, [0, null, null, false], null]]));
    assert_eq!(page.sent(), json!([]));
}

#[wasm_bindgen_test]
fn a_sign_in_is_sent_once_published_at_once_and_confirmed_by_the_cookie_alone() {
    let page = Page::started(Facts::default());
    page.calls();
    signs_in(5);
    // The read under way is cancelled: the sign-in would outdate its answer.
    assert_eq!(page.calls(), json!([["cancel", 1], ["read", 2, {}, {}, Body::SignIn.number()]]));
    let sent = page.sent();
    assert_eq!(
        (&sent[0]["url"], &sent[0]["method"]),
        (&json!("https://platform.invalid/api/auth/login"), &json!("POST"))
    );
    assert_eq!(sent[0]["body"], "{\"email\":\"e\",\"password\":\"p\"}");
    assert_eq!(sent[0]["headers"], json!({"content-type": "application/json"}));

    page.answer(2, 200, session(1));
    assert_eq!(
        page.calls(),
        json!([
            ["broadcast", MessageName::SignedIn.number(), 0],
            ["read", 3, {}, {}, Body::Session.number()],
            ["publish", [0, 1, null, false, null, 1, 0, false, 0, null, 1, 1, 0]],
            ["settle", 5, null, null],
        ])
    );
    let sent = page.sent();
    assert_eq!(sent[0]["url"], "https://platform.invalid/api/auth/session");
    assert_eq!(sent[0]["headers"], json!({}), "the read has no token, to confirm the cookie");
}

#[wasm_bindgen_test]
fn the_token_is_sent_to_endpoints_that_need_it_and_never_to_the_host() {
    for (discard, bearer) in [(false, json!("Bearer t0k.en")), (true, json!(null))] {
        let page = Page::new(json!({"discard": discard}));
        page.start(Facts::default());
        signs_in(5);
        page.answer(2, 200, session(1));
        page.answer(3, 200, session(1));
        page.sent();
        for (command, path) in
            [(Command::RefreshPermissions, "/api/auth/permissions"), (Command::Roles, "/api/roles")]
        {
            asks(command, 10);
            let sent = page.sent();
            assert_eq!(sent[0]["url"], [ORIGIN, path].concat());
            assert_eq!(sent[0]["headers"]["authorization"], bearer, "{path}");
        }
        asks(Command::SsoConfig, 20);
        assert_eq!(page.sent()[0]["headers"], json!({}), "the configuration needs no token");
        let calls = page.calls().to_string();
        assert!(!calls.contains("t0k.en") && !calls.contains("password"), "{calls}");
    }
}

#[wasm_bindgen_test]
fn a_sign_out_closes_gates_before_the_call_returns() {
    let page = Page::started(session(3));
    page.answer(1, 200, session(3));
    page.calls();
    signs_out(6);
    let calls = page.calls();
    let published = json!([1, 2, 1, false, null, 0, 0, false, 0, null, 0, 1, 1, 1]);
    assert!(calls.as_array().unwrap().contains(&json!(["publish", published])), "{calls}");
    let sent = page.sent();
    assert_eq!(
        (&sent[0]["url"], &sent[0]["method"]),
        (&json!("https://platform.invalid/api/auth/logout"), &json!("POST"))
    );
    page.answer(2, 200, says(true));
    assert!(page.calls().as_array().unwrap().contains(&json!(["settle", 6, null, null])));
}

#[wasm_bindgen_test]
fn a_call_ends_with_the_answer_to_its_own_request() {
    let page = Page::started(says(false));
    page.answer(1, 200, says(false));
    page.calls();
    asks(Command::SsoConfig, 9);
    assert_eq!(page.calls(), json!([["read", 2, {}, {}, Body::SsoConfig.number()]]));
    page.answer(2, 200, says(true));
    assert_eq!(page.calls(), json!([["settle", 9, null, null]]));

    sends(10, "https://platform.invalid/api/x");
    assert_eq!(
        page.calls(),
        json!([["read", 3, {}, {}, Body::Own.number()]]),
        "the body is left to the page"
    );
    let response = js_sys::eval("new Response('x', { status: 418 })").unwrap();
    answered(
        3,
        response.clone().unchecked_into(),
        0.0,
        0.0,
        f64::NAN,
        f64::NAN,
        0,
        0,
        0,
        0,
        JsValue::UNDEFINED,
    );
    let settled: Array = page.calls.get(0).unchecked_into();
    assert_eq!(settled.get(1), JsValue::from(10));
    assert!(js_sys::Object::is(&settled.get(3), &response), "the same response object");
}

#[wasm_bindgen_test]
fn a_request_for_another_address_is_not_sent() {
    let page = Page::started(says(false));
    page.calls();
    for href in
        ["https://platform.invalid/x", "https://u@platform.invalid/api/x", "https://evil.invalid/api/x"]
    {
        sends(9, href);
        assert_eq!(
            page.calls(),
            json!([["settle", 9, [Code::ForeignUrl.number(), null, null, false], null]]),
            "{href}"
        );
    }
    assert_eq!(page.sent(), json!([]));
}

#[wasm_bindgen_test]
fn an_aborted_call_aborts_its_request() {
    let page = Page::started(Facts::default());
    asks(Command::SsoConfig, 9);
    page.calls();
    asks(Command::Abort, 9);
    assert_eq!(
        page.calls(),
        json!([["cancel", 2], ["settle", 9, [Code::Aborted.number(), null, null, false], null]])
    );
    page.answer(2, 200, says(true));
    assert_eq!(page.calls(), json!([]), "the late answer is ignored");
}

#[wasm_bindgen_test]
fn two_calls_that_find_the_session_ended_share_one_reauthenticate() {
    let page = Page::new(json!({"reauthenticates": true}));
    page.start(session(1));
    page.answer(1, 200, session(1));
    asks(Command::RefreshPermissions, 10);
    asks(Command::Roles, 11);
    page.calls();
    page.answer(2, 401, Facts::default());
    page.answer(3, 401, Facts::default());
    page.calls();
    // One read decides on both calls.
    page.answer(4, 200, says(false));
    let calls = page.calls();
    let count = calls.as_array().unwrap().iter().filter(|call| call[0] == "reauthenticate").count();
    assert_eq!(count, 1, "{calls}");
    event(PageEvent::NotReauthenticated);
    assert_eq!(
        page.calls(),
        json!([
            ["publish", [0, 2, 4, false, null, 0, 0, false, 0, null, 0, 0]],
            ["settle", 10, [Code::Unauthenticated.number(), 401, null, false], null],
            ["settle", 11, [Code::Unauthenticated.number(), 401, null, false], null]
        ])
    );
}

#[wasm_bindgen_test]
fn messages_to_other_tabs_have_a_name_and_no_data_but_the_sign_outs() {
    let page = Page::started(Facts::default());
    signs_in(5);
    page.answer(2, 200, session(1));
    page.answer(3, 200, session(1));
    signs_out(6);
    page.answer(4, 200, says(true));
    let calls = page.calls();
    let broadcasts: Vec<&Json> =
        calls.as_array().unwrap().iter().filter(|entry| entry[0] == "broadcast").collect();
    assert_eq!(
        broadcasts,
        [
            &json!(["broadcast", MessageName::SignedIn.number(), 0]),
            &json!(["broadcast", MessageName::SignOutOver.number(), 4])
        ]
    );
}

#[wasm_bindgen_test]
fn a_sign_out_in_another_tab_closes_gates_here() {
    let page = Page::started(session(3));
    page.answer(1, 200, session(3));
    page.calls();
    message(MessageName::SignedOut);
    let calls = page.calls();
    let published = calls.as_array().unwrap().iter().find(|call| call[0] == "publish").unwrap();
    assert_eq!((&published[1][0], &published[1][1]), (&json!(1), &json!(2)), "{calls}");
}

#[wasm_bindgen_test]
fn a_closed_session_refuses_every_call_and_ignores_events() {
    let page = Page::started(session(1));
    asks(Command::Refresh, 3);
    page.calls();
    event(PageEvent::Closed);
    let code = Code::Closed.number();
    let published = json!([1, 0, null, false, code, null, null, false, 0, 0, false, 0, null, 0, 0]);
    assert_eq!(
        page.calls(),
        json!([["cancel", 1], ["publish", published], ["settle", 3, [code, null, null, false], null]])
    );
    for &command in Command::ALL.iter().filter(|&&command| command != Command::Abort) {
        asks(command, 30);
        assert_eq!(page.calls(), json!([["settle", 30, [code, null, null, false], null]]), "{command:?}");
    }
    signs_out(30);
    assert_eq!(page.calls(), json!([["settle", 30, [code, null, null, false], null]]));
    signs_in(31);
    assert_eq!(page.calls(), json!([["settle", 31, [code, null, null, false], null]]));
    event(PageEvent::Reauthenticated);
    page.answer(1, 200, session(1));
    message(MessageName::SignedOut);
    assert_eq!((page.calls(), page.sent()), (json!([]), json!([])));
}

#[wasm_bindgen_test]
fn a_host_may_call_the_engine_while_it_is_called() {
    let parts = js_sys::eval(
        "(() => { const calls = [], later = {};
           const host = { publish: (cells) => { calls.push(['publish', cells[1]]); later.ask?.(); },
                          settle: (call) => { calls.push(['settle', call]); },
                          read: (id) => { calls.push(['read', id]); }, reauthenticate() {}, cancel() {}, wake() {},
                          broadcast() {} };
           return [host, calls, later]; })()",
    );
    let parts: Array = parts.unwrap().unchecked_into();
    let calls: Array = parts.get(1).unchecked_into();
    let again = Closure::<dyn Fn()>::new(|| asks(Command::Refresh, 77));
    Reflect::set(&parts.get(2), &"ask".into(), again.as_ref()).unwrap();
    begin_on(parts.get(0).unchecked_into(), &json!({}), session(1));
    answer(1, "new Response(null)", says(false));
    // The calls of one task share a read, which is sent after the task.
    event(PageEvent::Woken);
    event(PageEvent::Closed);
    let calls = take(&calls);
    let calls = calls.as_array().unwrap();
    let first_arguments =
        |name: &str| calls.iter().filter(|each| each[0] == name).map(|each| &each[1]).collect::<Vec<_>>();
    assert_eq!(first_arguments("publish"), [1, 2, 0], "{calls:?}");
    // Each publication has made a call. All have the number 77, because their order depends on the clock.
    assert_eq!(first_arguments("settle"), [77, 77, 77], "{calls:?}");
    assert_eq!(first_arguments("read"), [1, 2], "{calls:?}");
}

/// Calls `act` while the page's `fetch` is replaced by this script.
fn with_fetch(script: &str, act: impl FnOnce()) {
    let patch = ["const real = fetch; fetch = ", script, "; () => { fetch = real; }"];
    let restore: Function = js_sys::eval(&["{", &patch.concat(), "}"].concat()).unwrap().unchecked_into();
    act();
    restore.call0(&JsValue::NULL).unwrap();
}

fn signed_in_page() -> Page {
    let page = Page::started(session(3));
    page.answer(1, 200, session(3));
    page.calls();
    page
}

#[wasm_bindgen_test]
fn a_sign_out_is_shown_before_a_fetch_that_throws_counts_as_failed() {
    let page = signed_in_page();
    with_fetch("() => { throw 'no Error even'; }", || signs_out(6));
    let signed_out = json!([1, 2, 1, false, null, 0, 0, false, 0, null, 0, 1, 1, 1]);
    let failed =
        json!([1, 0, null, false, Code::Network.number(), null, null, true, 0, 0, false, 0, null, 0, 0]);
    assert_eq!(
        page.calls(),
        json!([
            ["publish", signed_out],
            ["publish", failed],
            ["settle", 6, [Code::Network.number(), null, null, true], null]
        ])
    );
}

#[wasm_bindgen_test]
fn a_call_that_the_pages_fetch_makes_waits_until_the_request_is_under_way() {
    let page = signed_in_page();
    let again = Closure::<dyn Fn()>::new(|| asks(Command::Refresh, 77));
    Reflect::set(&js_sys::global(), &"askAgain".into(), again.as_ref()).unwrap();
    let pending = "new Promise(() => {})";
    let fetch = ["() => { fetch = () => ", pending, "; askAgain(); return ", pending, "; }"];
    with_fetch(&fetch.concat(), || signs_out(6));
    let calls = page.calls();
    let names: Vec<&str> = calls.as_array().unwrap().iter().map(|entry| entry[0].as_str().unwrap()).collect();
    assert_eq!(names, ["read", "publish"], "{calls}");
}

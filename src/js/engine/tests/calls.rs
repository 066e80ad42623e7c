//! Calls, from the host's side to their end.

use super::page::*;
use super::*;
use js_sys::{Array, Function, Reflect};
use serde_json::{Value as Json, json};
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
use wasm_bindgen_test::wasm_bindgen_test;

#[wasm_bindgen_test]
fn a_sign_in_without_credentials_sends_nothing() {
    let page = Page::started(&json!(null));
    page.told();
    login(5, JsValue::UNDEFINED);
    assert_eq!(page.told(), json!([["settle", 5, [0, null, null, false], null]]));
    assert_eq!(page.sent(), json!([]));
}

#[wasm_bindgen_test]
fn a_sign_in_is_sent_once_published_at_once_and_confirmed_by_the_cookie_alone() {
    let page = Page::started(&json!(null));
    page.told();
    login(5, credentials());
    // A read under way would answer for a cookie that is about to change.
    assert_eq!(page.told(), json!([["cancel", 1], ["read", 2, {}, {}, true]]));
    let sent = page.sent();
    assert_eq!(
        (&sent[0]["url"], &sent[0]["method"]),
        (&json!("https://platform.invalid/api/auth/login"), &json!("POST"))
    );
    assert_eq!(sent[0]["body"], "{\"email\":\"e\",\"password\":\"p\"}");
    assert_eq!(sent[0]["headers"], json!({"content-type": "application/json"}));

    page.answer(2, 200, &signed_in());
    assert_eq!(
        page.told(),
        json!([
            ["broadcast", 0],
            ["read", 3, {}, {}, true],
            ["publish", [1, null, false, null, 1, 0, false, 0, null, 0, 1, 0]],
            ["settle", 5, null, null],
        ])
    );
    let sent = page.sent();
    assert_eq!(sent[0]["url"], "https://platform.invalid/api/auth/session");
    assert_eq!(sent[0]["headers"], json!({}), "the cookie is the authority");
}

#[wasm_bindgen_test]
fn the_token_goes_to_endpoints_that_ask_for_it_and_to_the_host_never() {
    for (flags, bearer) in [(0, json!("Bearer t0k.en")), (DISCARD, json!(null))] {
        let page = Page::new(flags);
        page.start(&json!(null));
        login(5, credentials());
        page.answer(2, 200, &signed_in());
        page.answer(3, 200, &session(0));
        page.sent();
        for (kind, path) in [(2, "/api/auth/permissions"), (3, "/api/roles")] {
            ask(kind, 10 + u32::from(kind), false, 0);
            let sent = page.sent();
            assert_eq!(sent[0]["url"], [ORIGIN, path].concat());
            assert_eq!(sent[0]["headers"]["authorization"], bearer, "{path}");
        }
        ask(4, 20, false, 0);
        assert_eq!(page.sent()[0]["headers"], json!({}), "the configuration asks for none");
        let told = page.told().to_string();
        assert!(!told.contains("t0k.en") && !told.contains("password"), "{told}");
    }
}

#[wasm_bindgen_test]
fn a_sign_out_closes_gates_before_it_returns_and_outlives_the_page() {
    let page = Page::started(&session(3));
    page.answer(1, 200, &session(3));
    page.told();
    ask(0, 6, false, 0);
    let told = page.told();
    let published = json!([2, 1, false, null, 0, 0, false, 0, null, 0, 1, 1, 1]);
    assert!(told.as_array().unwrap().contains(&json!(["publish", published])), "{told}");
    let sent = page.sent();
    assert_eq!(
        (&sent[0]["url"], &sent[0]["method"]),
        (&json!("https://platform.invalid/api/auth/logout"), &json!("POST"))
    );
    page.answer(2, 200, &json!({"success": true}));
    assert!(page.told().as_array().unwrap().contains(&json!(["settle", 6, null, null])));
}

#[wasm_bindgen_test]
fn what_a_call_asked_for_is_what_it_ends_with() {
    let page = Page::started(&json!({"authenticated": false}));
    page.answer(1, 200, &json!({"authenticated": false}));
    page.told();
    ask(4, 9, false, 0);
    assert_eq!(page.told(), json!([["read", 2, {}, {}, true]]));
    page.answer(2, 200, &json!({"enabled": true, "buttonLabel": "Sign in"}));
    assert_eq!(page.told(), json!([["settle", 9, null, {"enabled": true, "buttonLabel": "Sign in"}]]));

    let request = js_sys::eval("new Request('https://platform.invalid/api/x')").unwrap();
    let abort = AbortController::new().unwrap();
    let url = "https://platform.invalid/api/x";
    send(10, url.into(), request.unchecked_into(), abort, true, false);
    assert_eq!(page.told(), json!([["read", 3, {}, {}, false]]), "its body is the page's to read");
    let response = js_sys::eval("new Response('x', { status: 418 })").unwrap();
    answered(3, response.clone().unchecked_into(), JsValue::UNDEFINED);
    let settled: Array = page.told.get(0).unchecked_into();
    assert_eq!(settled.get(1), JsValue::from(10));
    assert!(js_sys::Object::is(&settled.get(3), &response), "the very response");
}

#[wasm_bindgen_test]
fn a_request_for_another_address_is_not_sent() {
    let page = Page::started(&json!({"authenticated": false}));
    page.told();
    for href in
        ["https://platform.invalid/x", "https://u@platform.invalid/api/x", "https://evil.invalid/api/x"]
    {
        let request = js_sys::eval("new Request('https://platform.invalid/api/x')").unwrap();
        send(9, href.into(), request.unchecked_into(), AbortController::new().unwrap(), true, false);
        assert_eq!(page.told(), json!([["settle", 9, [12, null, null, false], null]]), "{href}");
    }
    assert_eq!(page.sent(), json!([]));
}

#[wasm_bindgen_test]
fn an_aborted_call_aborts_its_request() {
    let page = Page::started(&json!(null));
    ask(4, 9, false, 0);
    page.told();
    ask(6, 9, false, 0);
    assert_eq!(page.told(), json!([["cancel", 2], ["settle", 9, [15, null, null, false], null]]));
    page.answer(2, 200, &json!({"enabled": true, "buttonLabel": "Sign in"}));
    assert_eq!(page.told(), json!([]), "its answer is nobody's");
}

#[wasm_bindgen_test]
fn an_ended_session_meets_one_reauthentication_for_all_who_wait() {
    let page = Page::new(REAUTHENTICATES);
    page.start(&session(0));
    page.answer(1, 200, &session(0));
    ask(2, 10, false, 0);
    ask(3, 11, false, 0);
    page.told();
    page.answer(2, 401, &json!(null));
    page.answer(3, 401, &json!(null));
    page.told();
    // The one read that settles both.
    page.answer(4, 200, &json!({"authenticated": false}));
    let told = page.told();
    let calls = told.as_array().unwrap().iter().filter(|call| call[0] == "reauthenticate").count();
    assert_eq!(calls, 1, "{told}");
    hear(NOT_REAUTHENTICATED);
    assert_eq!(
        page.told(),
        json!([
            ["publish", [2, 4, false, null, 0, 0, false, 0, null, 0, 0]],
            ["settle", 10, [4, 401, null, false], null],
            ["settle", 11, [4, 401, null, false], null]
        ])
    );
}

#[wasm_bindgen_test]
fn tabs_are_told_that_something_happened_and_never_what() {
    let page = Page::started(&json!(null));
    login(5, credentials());
    page.answer(2, 200, &signed_in());
    page.answer(3, 200, &session(0));
    ask(0, 6, false, 0);
    let told = page.told();
    let words: Vec<&Json> = told.as_array().unwrap().iter().filter(|entry| entry[0] == "broadcast").collect();
    assert_eq!(words, [&json!(["broadcast", 0]), &json!(["broadcast", 1])]);
}

#[wasm_bindgen_test]
fn a_sign_out_in_another_tab_closes_gates_here() {
    let page = Page::started(&session(3));
    page.answer(1, 200, &session(3));
    page.told();
    hear(SIGNED_OUT_ELSEWHERE);
    let told = page.told();
    let published = told.as_array().unwrap().iter().find(|call| call[0] == "publish").unwrap();
    assert_ne!(published[1][0], 1, "{told}");
}

#[wasm_bindgen_test]
fn a_closed_session_refuses_every_call_and_hears_nothing_more() {
    let page = Page::started(&session(0));
    ask(1, 3, false, 0);
    page.told();
    hear(CLOSED);
    let published = json!([0, null, false, 20, null, null, false, 0, 0, false, 0, null, 0, 0]);
    assert_eq!(
        page.told(),
        json!([["cancel", 1], ["publish", published], ["settle", 3, [20, null, null, false], null]])
    );
    for kind in 0..5 {
        ask(kind, 30, false, 0);
        assert_eq!(page.told(), json!([["settle", 30, [20, null, null, false], null]]), "{kind}");
    }
    login(31, credentials());
    assert_eq!(page.told(), json!([["settle", 31, [20, null, null, false], null]]));
    hear(REAUTHENTICATED);
    page.answer(1, 200, &session(0));
    hear(SIGNED_OUT_ELSEWHERE);
    assert_eq!((page.told(), page.sent()), (json!([]), json!([])));
}

#[wasm_bindgen_test]
fn a_host_may_call_back_while_it_is_being_told() {
    let parts = js_sys::eval(
        "(() => { const told = [], later = {};
           const host = { publish: (cells) => { told.push(['publish', cells[0]]); later.ask?.(); },
                          settle: (call) => { told.push(['settle', call]); },
                          read: (id) => { told.push(['read', id]); }, reauthenticate() {}, cancel() {}, wake() {},
                          broadcast() {} };
           return [host, told, later]; })()",
    );
    let parts: Array = parts.unwrap().unchecked_into();
    let told: Array = parts.get(1).unchecked_into();
    let again = Closure::<dyn Fn()>::new(|| ask(1, 77, false, 0));
    Reflect::set(&parts.get(2), &"ask".into(), again.as_ref()).unwrap();
    let initial = parse(&session(0));
    begin_on(parts.get(0).unchecked_into(), ORIGIN.into(), FIRST_READ, initial);
    let answer = js_sys::eval("new Response(null)").unwrap().unchecked_into();
    answered(1, answer, parse(&json!({"authenticated": false})));
    hear(CLOSED);
    let told = take(&told);
    assert_eq!(
        told,
        json!([
            ["read", 1],
            ["publish", 1],
            ["publish", 2],
            ["settle", 77],
            ["read", 2],
            ["publish", 0],
            ["settle", 77],
            ["settle", 77]
        ]),
        "the first call ends with the answer, the one it caused with the session, the last at once"
    );
}

/// Acts while the page's `fetch` is another one.
fn with_fetch(script: &str, act: impl FnOnce()) {
    let patch = ["const real = fetch; fetch = ", script, "; () => { fetch = real; }"];
    let restore: Function = js_sys::eval(&["{", &patch.concat(), "}"].concat()).unwrap().unchecked_into();
    act();
    restore.call0(&JsValue::NULL).unwrap();
}

fn signed_in_page() -> Page {
    let body = session(3);
    let page = Page::started(&body);
    page.answer(1, 200, &body);
    page.told();
    page
}

#[wasm_bindgen_test]
fn a_sign_out_is_shown_before_a_fetch_that_throws_counts_as_failed() {
    let page = signed_in_page();
    with_fetch("() => { throw 'no Error even'; }", || ask(0, 6, false, 0));
    let signed_out = json!([2, 1, false, null, 0, 0, false, 0, null, 0, 1, 1, 1]);
    let failed = json!([0, null, false, 13, null, null, true, 0, 0, false, 0, null, 0, 0]);
    assert_eq!(
        page.told(),
        json!([
            ["broadcast", 1],
            ["publish", signed_out],
            ["publish", failed],
            ["settle", 6, [13, null, null, true], null]
        ])
    );
}

#[wasm_bindgen_test]
fn a_call_that_the_pages_fetch_makes_waits_until_the_request_is_under_way() {
    let page = signed_in_page();
    let again = Closure::<dyn Fn()>::new(|| ask(1, 77, false, 0));
    Reflect::set(&js_sys::global(), &"askAgain".into(), again.as_ref()).unwrap();
    let pending = "new Promise(() => {})";
    let fetch = ["() => { fetch = () => ", pending, "; askAgain(); return ", pending, "; }"];
    with_fetch(&fetch.concat(), || ask(0, 6, false, 0));
    let told = page.told();
    let names: Vec<&str> = told.as_array().unwrap().iter().map(|entry| entry[0].as_str().unwrap()).collect();
    assert_eq!(names, ["broadcast", "read", "publish"], "{told}");
}

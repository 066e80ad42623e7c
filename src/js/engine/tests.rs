//! One session on a fake page: a host that notes what it is told, and a `fetch` that answers nothing.

use super::*;
use js_sys::{Array, Function, Reflect};
use serde_json::{Value as Json, json};
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
use wasm_bindgen_test::wasm_bindgen_test;

/// The places in the entry's `NEWS`.
const SIGNED_OUT_ELSEWHERE: u8 = 1;
const NOT_REAUTHENTICATED: u8 = 12;
const REAUTHENTICATED: u8 = 13;
const CLOSED: u8 = 16;

const ORIGIN: &str = "https://platform.invalid";

struct Page {
    host: Host,
    flags: u32,
    /// What the host was told, each as an array: the method's name, then its arguments.
    told: Array,
    /// What `fetch` was called with, each as an object.
    sent: Array,
    restore: Function,
}

impl Page {
    fn new(flags: u32) -> Self {
        let parts = js_sys::eval(
            "(() => {
               const told = [], sent = [], real = globalThis.fetch;
               const note = (name) => (...values) => { told.push([name, ...values]); };
               const names = ['publish', 'settle', 'read', 'cancel', 'broadcast', 'reauthenticate'];
               const deaf = { wake() {} };
               const host = { ...deaf, ...Object.fromEntries(names.map((name) => [name, note(name)])) };
               globalThis.fetch = (input, { signal, ...init } = {}) => {
                 const { url, method, headers } = new Request(input, { ...init, keepalive: undefined });
                 sent.push({ url, method, headers: Object.fromEntries(headers), body: init.body, signal });
                 return new Promise(() => {});
               };
               return [host, told, sent, () => { globalThis.fetch = real; }];
             })()",
        );
        let parts: Array = parts.unwrap().unchecked_into();
        Self {
            host: parts.get(0).unchecked_into(),
            flags,
            told: parts.get(1).unchecked_into(),
            sent: parts.get(2).unchecked_into(),
            restore: parts.get(3).unchecked_into(),
        }
    }

    /// A page whose session has begun, and whose first read is under way as request 1.
    fn started(initial: &Json) -> Self {
        let page = Self::new(0);
        page.start(initial);
        page
    }

    fn start(&self, initial: &Json) {
        let host = self.host.clone().unchecked_into();
        let (origin, flags) = (ORIGIN.into(), self.flags | FIRST_READ);
        begin(host, origin, flags, 0.0, 5_000.0, 86_400_000.0, 10_000.0, 0.0, parse(initial), 0.0, 0.0);
    }

    fn answer(&self, id: u32, status: u16, body: &Json) {
        let script = format!("new Response(null, {{ status: {status} }})");
        let response = js_sys::eval(&script).unwrap().unchecked_into();
        answered(id, response, parse(body));
    }

    /// What was told, but for reads: full jitter may let the next try leave at once.
    fn told_but_retries(&self) -> Json {
        let mut told = self.told();
        told.as_array_mut().unwrap().retain(|entry| entry[0] != "read");
        told
    }

    /// What the host was told since this was last asked; of a publication all but the last three cells, of which one
    /// depends on the clock.
    fn told(&self) -> Json {
        let mut told = take(&self.told);
        for entry in told.as_array_mut().unwrap() {
            if entry[0] == "publish" {
                let cells = entry[1].as_array_mut().unwrap();
                cells.truncate(cells.len() - 3);
            }
        }
        told
    }

    fn sent(&self) -> Json {
        take(&self.sent)
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        hear(CLOSED);
        let _restored = self.restore.call0(&JsValue::NULL);
    }
}

fn parse(value: &Json) -> JsValue {
    if value.is_null() { JsValue::UNDEFINED } else { js_sys::JSON::parse(&value.to_string()).unwrap() }
}

fn take(list: &Array) -> Json {
    let text = js_sys::JSON::stringify(list).unwrap().as_string().unwrap();
    list.set_length(0);
    serde_json::from_str(&text).unwrap()
}

fn session(permissions: &Json) -> Json {
    json!({"authenticated": true, "user": user(permissions)})
}

fn user(permissions: &Json) -> Json {
    json!({"id": 7, "email": "e", "name": "n", "userType": "t", "authSource": "local", "permissions": permissions})
}

fn signed_in() -> Json {
    json!({"success": true, "access_token": "t0k.en", "user": user(&json!({}))})
}

fn credentials() -> Option<JsString> {
    Some(JsString::from("{\"email\":\"e\",\"password\":\"p\"}"))
}

#[wasm_bindgen_test]
fn an_initial_body_is_published_and_the_read_under_way_is_taken_up() {
    let page = Page::started(&session(&json!({"a": {"enabled": true, "limit": {"n": 1}}})));
    assert_eq!(
        page.told(),
        json!([
            ["read", 1, null, null, true],
            [
                "publish",
                [
                    1,
                    null,
                    false,
                    null,
                    7,
                    "e",
                    "n",
                    "t",
                    "local",
                    null,
                    false,
                    null,
                    null,
                    1,
                    "a",
                    "{\"n\":1}",
                    true,
                    0
                ]
            ],
        ])
    );
    assert_eq!(page.sent(), json!([]), "nothing is asked twice");
    page.answer(1, 200, &session(&json!({"a": {"enabled": true, "limit": {"n": 1}}})));
    assert_eq!(page.told(), json!([]), "the answer confirms what is shown");
}

#[wasm_bindgen_test]
fn an_initial_body_that_is_no_session_publishes_nothing() {
    for initial in [json!(null), json!({}), json!([true]), json!({"authenticated": "true"}), json!("x")] {
        let page = Page::started(&initial);
        assert_eq!(page.told(), json!([["read", 1, null, null, true]]), "{initial}");
    }
}

#[wasm_bindgen_test]
fn an_answer_is_published_with_what_changed_and_what_happened() {
    let page = Page::started(&json!(null));
    page.told();
    page.answer(1, 200, &session(&json!({"b": {"enabled": false}, "a": {"enabled": true, "limit": null}})));
    assert_eq!(
        page.told(),
        json!([[
            "publish",
            [
                1, null, false, null, 7, "e", "n", "t", "local", null, false, null, null, 2, "a", "null",
                true, "b", "null", false, 0
            ]
        ]])
    );
    // Nobody waits for it any more.
    page.answer(1, 200, &json!({"authenticated": false}));
    lost(1, false);
    assert_eq!(page.told(), json!([]));
    ask(1, 4, false);
    assert_eq!(page.told(), json!([["read", 2, {}, {}, true]]));
    page.answer(2, 200, &json!({"authenticated": false}));
    assert_eq!(
        page.told(),
        json!([
            ["broadcast", 2],
            ["publish", [2, 4, false, null, null, false, null, null, 2, "a", null, "b", null, 1, 1, 4]],
            ["settle", 4, null, null],
        ])
    );
}

#[wasm_bindgen_test]
fn an_answer_that_is_none_leaves_the_session_unknown_and_says_why() {
    let invalid = json!([[
        "publish",
        [0, null, false, 19, 200, null, true, null, false, null, null, 0, 1, 3, 19, 200, null, true]
    ]]);
    for body in [json!(null), json!([]), json!({"authenticated": 1}), json!({"authenticated": true})] {
        let page = Page::started(&json!(null));
        page.told();
        page.answer(1, 200, &body);
        assert_eq!(page.told_but_retries(), invalid, "{body}");
    }
    let page = Page::started(&json!(null));
    page.told();
    lost(1, false);
    let network = json!([[
        "publish",
        [0, null, false, 13, null, null, true, null, false, null, null, 0, 1, 3, 13, null, null, true]
    ]]);
    assert_eq!(page.told_but_retries(), network);
}

#[wasm_bindgen_test]
fn an_answer_that_is_not_declared_as_json_is_none() {
    let page = Page::started(&json!(null));
    page.told();
    let html = js_sys::eval("new Response(null, { headers: { 'content-type': 'text/html' } })").unwrap();
    answered(1, html.unchecked_into(), parse(&session(&json!({}))));
    let told = page.told_but_retries();
    assert_eq!((&told[0][1][0], &told[0][1][3]), (&json!(0), &json!(19)), "{told}");
}

#[wasm_bindgen_test]
fn a_read_that_took_too_long_says_so_and_its_answer_counts_no_more() {
    let page = Page::started(&json!(null));
    page.told();
    lost(1, true);
    let told = page.told_but_retries();
    assert_eq!((&told[0][1][0], &told[0][1][3]), (&json!(0), &json!(14)), "{told}");
    page.answer(1, 200, &session(&json!({})));
    assert_eq!(page.told(), json!([]), "whatever it says, it is too late");
}

#[wasm_bindgen_test]
fn a_publication_ends_with_when_the_session_does() {
    let page = Page::started(&json!(null));
    login(5, credentials());
    page.answer(2, 200, &signed_in());
    let told = take(&page.told);
    let publication = told.as_array().unwrap().iter().rfind(|entry| entry[0] == "publish").unwrap();
    let cells = publication[1].as_array().unwrap();
    assert_eq!(cells[cells.len() - 3..cells.len() - 1], [json!(false), json!(false)]);
    assert!(cells[cells.len() - 1].as_f64().unwrap() > js_sys::Date::now() + 86_000_000.0, "{told}");
}

#[wasm_bindgen_test]
fn a_sign_in_without_credentials_sends_nothing() {
    let page = Page::started(&json!(null));
    page.told();
    login(5, None);
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
            ["publish", [1, null, false, null, 7, "e", "n", "t", "local", null, false, null, null, 0, 1, 0]],
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
        page.answer(3, 200, &session(&json!({})));
        page.sent();
        for (kind, path) in [(2, "/api/auth/permissions"), (3, "/api/roles")] {
            ask(kind, 10 + u32::from(kind), false);
            let sent = page.sent();
            assert_eq!(sent[0]["url"], [ORIGIN, path].concat());
            assert_eq!(sent[0]["headers"]["authorization"], bearer, "{path}");
        }
        ask(4, 20, false);
        assert_eq!(page.sent()[0]["headers"], json!({}), "the configuration asks for none");
        let told = page.told().to_string();
        assert!(!told.contains("t0k.en") && !told.contains("password"), "{told}");
    }
}

#[wasm_bindgen_test]
fn a_sign_out_closes_gates_before_it_returns_and_outlives_the_page() {
    let page = Page::started(&session(&json!({"a": {"enabled": true}})));
    page.answer(1, 200, &session(&json!({"a": {"enabled": true}})));
    page.told();
    ask(0, 6, false);
    let told = page.told();
    let published = json!([2, 1, false, null, null, false, null, null, 1, "a", null, 1, 1, 1]);
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
    page.told();
    ask(4, 9, false);
    assert_eq!(page.told(), json!([["read", 2, {}, {}, true]]));
    page.answer(2, 200, &json!({"enabled": true, "buttonLabel": "Sign in"}));
    assert_eq!(page.told(), json!([["settle", 9, null, [true, "Sign in"]]]));

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
    ask(4, 9, false);
    page.told();
    ask(6, 9, false);
    assert_eq!(page.told(), json!([["cancel", 2], ["settle", 9, [15, null, null, false], null]]));
    page.answer(2, 200, &json!({"enabled": true, "buttonLabel": "Sign in"}));
    assert_eq!(page.told(), json!([]), "its answer is nobody's");
}

#[wasm_bindgen_test]
fn an_ended_session_meets_one_reauthentication_for_all_who_wait() {
    let page = Page::new(REAUTHENTICATES);
    page.start(&session(&json!({})));
    page.answer(1, 200, &session(&json!({})));
    ask(2, 10, false);
    ask(3, 11, false);
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
            ["publish", [2, 4, false, null, null, false, null, null, 0, 0]],
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
    page.answer(3, 200, &session(&json!({})));
    ask(0, 6, false);
    let told = page.told();
    let words: Vec<&Json> = told.as_array().unwrap().iter().filter(|entry| entry[0] == "broadcast").collect();
    assert_eq!(words, [&json!(["broadcast", 0]), &json!(["broadcast", 1])]);
}

#[wasm_bindgen_test]
fn a_sign_out_in_another_tab_closes_gates_here() {
    let page = Page::started(&session(&json!({"a": {"enabled": true}})));
    page.answer(1, 200, &session(&json!({"a": {"enabled": true}})));
    page.told();
    hear(SIGNED_OUT_ELSEWHERE);
    let told = page.told();
    let published = told.as_array().unwrap().iter().find(|call| call[0] == "publish").unwrap();
    assert_ne!(published[1][0], 1, "{told}");
}

#[wasm_bindgen_test]
fn a_closed_session_refuses_every_call_and_hears_nothing_more() {
    let page = Page::started(&session(&json!({})));
    ask(1, 3, false);
    page.told();
    hear(CLOSED);
    let published = json!([0, null, false, 20, null, null, false, null, false, null, null, 0, 0]);
    assert_eq!(
        page.told(),
        json!([["cancel", 1], ["publish", published], ["settle", 3, [20, null, null, false], null]])
    );
    for kind in 0..5 {
        ask(kind, 30, false);
        assert_eq!(page.told(), json!([["settle", 30, [20, null, null, false], null]]), "{kind}");
    }
    login(31, credentials());
    assert_eq!(page.told(), json!([["settle", 31, [20, null, null, false], null]]));
    hear(REAUTHENTICATED);
    page.answer(1, 200, &session(&json!({})));
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
    let again = Closure::<dyn Fn()>::new(|| ask(1, 77, false));
    Reflect::set(&parts.get(2), &"ask".into(), again.as_ref()).unwrap();
    let initial = parse(&session(&json!({})));
    begin(
        parts.get(0).unchecked_into(),
        ORIGIN.into(),
        FIRST_READ,
        0.0,
        0.0,
        1e9,
        10_000.0,
        0.0,
        initial,
        0.0,
        0.0,
    );
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
    let body = session(&json!({"a": {"enabled": true}}));
    let page = Page::started(&body);
    page.answer(1, 200, &body);
    page.told();
    page
}

#[wasm_bindgen_test]
fn a_sign_out_is_shown_before_a_fetch_that_throws_counts_as_failed() {
    let page = signed_in_page();
    with_fetch("() => { throw 'no Error even'; }", || ask(0, 6, false));
    let signed_out = json!([2, 1, false, null, null, false, null, null, 1, "a", null, 1, 1, 1]);
    let failed = json!([0, null, false, 13, null, null, true, null, false, null, null, 0, 0]);
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
    let again = Closure::<dyn Fn()>::new(|| ask(1, 77, false));
    Reflect::set(&js_sys::global(), &"askAgain".into(), again.as_ref()).unwrap();
    let pending = "new Promise(() => {})";
    let fetch = ["() => { fetch = () => ", pending, "; askAgain(); return ", pending, "; }"];
    with_fetch(&fetch.concat(), || ask(0, 6, false));
    let told = page.told();
    let names: Vec<&str> = told.as_array().unwrap().iter().map(|entry| entry[0].as_str().unwrap()).collect();
    assert_eq!(names, ["broadcast", "read", "publish"], "{told}");
}

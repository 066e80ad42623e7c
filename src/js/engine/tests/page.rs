//! A page for the engine: the host that it calls, and the answers that it gets.

use super::*;
use js_sys::{Array, Function};
use serde_json::{Value as Json, json};
use wasm_bindgen::JsCast;

pub const ORIGIN: &str = "https://platform.invalid";

pub struct Page {
    host: Host,
    /// What it chose, beside what every page has.
    options: Json,
    /// The calls on the host, each as an array: the method's name, then its arguments.
    pub calls: Array,
    /// What `fetch` was called with, each as an object.
    sent: Array,
    restore: Function,
}

impl Page {
    pub fn new(options: Json) -> Self {
        let parts = js_sys::eval(
            "(() => {
               const calls = [], sent = [], real = globalThis.fetch;
               const note = (name) => (...values) => { calls.push([name, ...values]); };
               const names = ['publish', 'settle', 'read', 'cancel', 'broadcast', 'reauthenticate', 'warnOfCachedAnswers'];
               const silent = { wake() {} };
               const host = { ...silent, ...Object.fromEntries(names.map((name) => [name, note(name)])) };
               globalThis.fetch = (input, { signal, ...init } = {}) => {
                 const { url, method, headers } = new Request(input, { ...init, keepalive: undefined });
                 sent.push({ url, method, headers: Object.fromEntries(headers), body: init.body, signal });
                 return new Promise(() => {});
               };
               return [host, calls, sent, () => { globalThis.fetch = real; }];
             })()",
        );
        let parts: Array = parts.unwrap().unchecked_into();
        Self {
            host: parts.get(0).unchecked_into(),
            options,
            calls: parts.get(1).unchecked_into(),
            sent: parts.get(2).unchecked_into(),
            restore: parts.get(3).unchecked_into(),
        }
    }

    /// A page with a started session. The first read is under way as request 1.
    pub fn started(initial: &Json) -> Self {
        let page = Self::new(json!({}));
        page.start(initial);
        page
    }

    pub fn start(&self, initial: &Json) {
        let mut settings = self.options.clone();
        settings["initial"] = initial.clone();
        begin_on(self.host.clone().unchecked_into(), settings);
    }

    pub fn answer(&self, id: u32, status: u16, body: &Json) {
        let script = format!("new Response(null, {{ status: {status} }})");
        let response = js_sys::eval(&script).unwrap().unchecked_into();
        answered(id, response, parse(body), 0.0, 0.0);
    }

    /// The calls, but for reads: full jitter may let the next try leave at once.
    pub fn calls_but_retries(&self) -> Json {
        let mut calls = self.calls();
        calls.as_array_mut().unwrap().retain(|entry| entry[0] != "read");
        calls
    }

    /// What the host was called with since this was last asked; of a publication all but the last three cells, of which one
    /// depends on the clock.
    pub fn calls(&self) -> Json {
        let mut calls = take(&self.calls);
        for entry in calls.as_array_mut().unwrap() {
            if entry[0] == "publish" {
                let cells = entry[1].as_array_mut().unwrap();
                cells.truncate(cells.len() - 3);
            }
        }
        calls
    }

    pub fn sent(&self) -> Json {
        take(&self.sent)
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        event(Happening::Closed);
        let _restored = self.restore.call0(&JsValue::NULL);
    }
}

pub fn parse(value: &Json) -> JsValue {
    if value.is_null() { JsValue::UNDEFINED } else { js_sys::JSON::parse(&value.to_string()).unwrap() }
}

pub fn take(list: &Array) -> Json {
    let text = js_sys::JSON::stringify(list).unwrap().as_string().unwrap();
    list.set_length(0);
    serde_json::from_str(&text).unwrap()
}

/// As the entry hands it over: with numbers in the place of what it keeps.
pub fn session(features: u32) -> Json {
    json!({"authenticated": true, "user": user(features)})
}

pub fn user(features: u32) -> Json {
    json!({"id": 7, "role": 1, "details": 1, "permissions": features})
}

pub fn signed_in() -> Json {
    json!({"success": true, "access_token": "t0k.en", "user": user(0)})
}

pub fn credentials() -> JsValue {
    JsValue::from("{\"email\":\"e\",\"password\":\"p\"}")
}

/// Begins with the options of a page that chose none but these, where nothing has happened before.
pub fn begin_on(host: Host, chosen: Json) {
    let mut settings = json!({
        "origin": ORIGIN, "onFocus": true, "onOnline": true, "intervalMs": 0, "minIntervalMs": 5_000,
        "timeoutMs": 10_000, "maxStaleMs": 86_400_000, "expiringMs": 0, "ageMs": 0,
    });
    for (name, value) in chosen.as_object().unwrap() {
        settings[name] = value.clone();
    }
    begin(host, parse(&settings));
    run();
}

/// The sign-outs of these tests are named so: here, and in another tab.
pub const HERE: u32 = 4;
pub const ELSEWHERE: u32 = 5;

/// The page calls, now.
pub fn asks(command: Command, call: u32) {
    ask(call, command.number().into(), false, 0.0);
}

pub fn signs_in(call: u32) {
    login(call, credentials(), 0.0);
}

pub fn signs_out(call: u32) {
    logout(call, HERE, 0.0);
}

pub fn sends(call: u32, href: &str) {
    let request = js_sys::eval("new Request('https://platform.invalid/api/x')").unwrap();
    let abort = AbortController::new().unwrap();
    send(call, href.into(), request.unchecked_into(), abort, true, false, false, 0.0);
}

/// Something happens around the page, now.
pub fn event(happening: Happening) {
    handle_event(happening.number().into(), ELSEWHERE, 0.0);
}

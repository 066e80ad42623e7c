//! A page for the engine: a host that records the calls on it, and a `fetch` that records requests and never answers.

use super::*;
use crate::core::{MessageName, PageEvent};
use js_sys::{Array, Function};
use serde_json::{Value as Json, json};
use wasm_bindgen::JsCast;

pub const ORIGIN: &str = "https://platform.invalid";

pub struct Page {
    host: Host,
    /// The options that differ from the defaults of `begin_on`.
    options: Json,
    /// The calls on the host, each as an array: the method's name, then its arguments.
    pub calls: Array,
    /// The requests that `fetch` was called with, each as an object.
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

    /// A page with a started session. The first read is under way as request 1. `initial`: the facts of `initial`; the default: none.
    pub fn started(initial: Facts) -> Self {
        let page = Self::new(json!({}));
        page.start(initial);
        page
    }

    pub fn start(&self, initial: Facts) {
        begin_on(self.host.clone().unchecked_into(), &self.options, initial);
    }

    pub fn answer(&self, id: u32, status: u16, facts: Facts) {
        answer(id, &format!("new Response(null, {{ status: {status} }})"), facts);
    }

    /// Returns the calls on the host like `calls`, without reads: with full jitter a retry may be sent at once, or later.
    pub fn calls_but_retries(&self) -> Json {
        let mut calls = self.calls();
        calls.as_array_mut().unwrap().retain(|entry| entry[0] != "read");
        calls
    }

    /// Returns and forgets the calls on the host: each has the function's name, then the arguments. A publication has the cells of
    /// `Wire::of_publication`, without the last three (sign-out pending, reauthenticating, expiry): the expiry depends on the clock.
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

    /// Returns and forgets the requests that were sent.
    pub fn sent(&self) -> Json {
        take(&self.sent)
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        event(PageEvent::Closed);
        let _restored = self.restore.call0(&JsValue::NULL);
    }
}

/// Gives the engine an answer, with a token, which counts only in the answer to a sign-in. `response`: a JavaScript expression.
pub fn answer(id: u32, response: &str, facts: Facts) {
    let response = js_sys::eval(response).unwrap().unchecked_into();
    let ([says, user], [role, content, features, company]) = numbers(facts);
    answered(id, response, 0.0, 0.0, says, user, role, content, features, company, "t0k.en".into());
}

/// The facts as the numbers that cross to the engine.
fn numbers(facts: Facts) -> ([f64; 2], [u32; 4]) {
    let says = facts.says.map_or(f64::NAN, |says| f64::from(u8::from(says)));
    let user = facts.user.map_or(f64::NAN, |id| id as f64);
    let handles = [facts.role, facts.content, facts.features, facts.company];
    ([says, user], handles.map(|handle| handle.map_or(0, Handle::number)))
}

/// Returns the items of a list as JSON, and empties the list.
pub fn take(list: &Array) -> Json {
    let text = js_sys::JSON::stringify(list).unwrap().as_string().unwrap();
    list.set_length(0);
    serde_json::from_str(&text).unwrap()
}

/// The facts of a body that has only its flag.
pub fn says(flag: bool) -> Facts {
    Facts { says: Some(flag), ..Facts::default() }
}

/// The facts of a session, or of a sign-in, with the features of this number.
pub fn session(features: u32) -> Facts {
    let known = Handle::new(1);
    Facts { user: Some(7), role: known, content: known, features: Handle::new(features), ..says(true) }
}

pub fn credentials() -> JsValue {
    JsValue::from("{\"email\":\"e\",\"password\":\"p\"}")
}

/// Begins a session with these options, and defaults for all others, and runs it.
pub fn begin_on(host: Host, options: &Json, initial: Facts) {
    let mut settings = json!({
        "onFocus": true, "onOnline": true, "intervalMs": 0, "minIntervalMs": 5_000,
        "timeoutMs": 10_000, "maxStaleMs": 86_400_000, "expiringMs": 0, "ageMs": 0,
    });
    for (name, value) in options.as_object().unwrap() {
        settings[name] = value.clone();
    }
    let settings = js_sys::JSON::parse(&settings.to_string()).unwrap().unchecked_into();
    let status = if initial == Facts::default() { 0 } else { 200 };
    let ([says, user], [role, content, features, company]) = numbers(initial);
    begin(host, ORIGIN.into(), settings, status, says, user, role, content, features, company);
    run();
}

/// The names of the sign-outs in these tests: `HERE` is called on this page, `ELSEWHERE` in another tab.
pub const HERE: u32 = 4;
pub const ELSEWHERE: u32 = 5;

/// Makes a call without arguments.
pub fn asks(command: Command, call: u32) {
    ask(call, command.number().into(), false, 0.0);
}

pub fn signs_in(call: u32) {
    sign_in(call, credentials(), 0.0);
}

pub fn signs_out(call: u32) {
    sign_out(call, HERE, 0.0);
}

pub fn sends(call: u32, href: &str) {
    let request = js_sys::eval("new Request('https://platform.invalid/api/x')").unwrap();
    let abort = AbortController::new().unwrap();
    send(call, href.into(), request.unchecked_into(), abort, true, false, false, 0.0);
}

/// Passes an event of the page to the engine.
pub fn event(event: PageEvent) {
    handle_event(MessageName::ALL.len() as u32 + u32::from(event.number()), ELSEWHERE, 0.0);
}

/// Passes a message of another tab to the engine.
pub fn message(name: MessageName) {
    handle_event(name.number().into(), ELSEWHERE, 0.0);
}

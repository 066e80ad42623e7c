//! The one session of this instance, for the entry to call. Every function returns at once. Calls carry a number of the
//! entry's choosing, and end in `Host.settle`. `age_ms`, everywhere: how long ago it happened; the entry tells what happened before
//! the engine came, in order, and then calls `run`.

use super::host::Host;
use crate::api::login::TokenPolicy;
use crate::api::session::decode_session;
use crate::api::{Code, Node};
use crate::browser::json::Value;
use crate::core::return_url::{ReturnUrl, is_allowed_return_url};
use crate::core::{CallId, Command, Event, Happening, Policy, RequestId, SignOutId};
use crate::session::{OwnRequest, Shell};
use js_sys::JsString;
use std::cell::Cell;
use wasm_bindgen::{JsCast, JsValue, prelude::wasm_bindgen};
use web_sys::{AbortController, Request, Response};

thread_local! {
    /// It lives as long as the instance, which the entry makes for it alone.
    static SHELL: Cell<Option<&'static Shell<Host>>> = const { Cell::new(None) };
}

fn with_shell(act: impl FnOnce(&Shell<Host>)) {
    if let Some(shell) = SHELL.get() {
        act(shell);
    }
}

/// What a number of the entry's stands for. One that stands for nothing is a mistake in the package, and ends the engine.
fn known<T>(named: Option<T>) -> T {
    named.unwrap_or_else(|| wasm_bindgen::throw_str("unknown"))
}

/// The session begins. Nothing else may be called before. `settings`: the options (`pkg/entry/options.ts`), with what the page was
/// when it began (`hidden`, `offline`), `ageMs`, and `initial`: a session body that is shown already.
#[wasm_bindgen]
pub fn begin(host: Host, settings: JsValue) {
    let settings = Value::of(settings);
    let has = |name| settings.boolean(name) == Some(true);
    // A number beyond what 64 bits hold is `u64::MAX`.
    let ms = |name| settings.number(name).unwrap_or(0.0) as u64;
    let policy = Policy {
        token: if has("discard") { TokenPolicy::Discard } else { TokenPolicy::Memory },
        on_focus: has("onFocus"),
        on_online: has("onOnline"),
        interval_ms: ms("intervalMs"),
        min_interval_ms: ms("minIntervalMs"),
        max_stale_ms: ms("maxStaleMs"),
        timeout_ms: ms("timeoutMs"),
        expiring_ms: ms("expiringMs"),
        reauthenticates: has("reauthenticates"),
    };
    let origin = settings.string("origin").unwrap_or_default();
    let shell = Shell::new(origin, policy, !has("hidden"), !has("offline"), host);
    SHELL.set(Some(Box::leak(Box::new(shell))));
    let initial = settings.field("initial").and_then(|initial| {
        let is_deactivated = initial.string("reason").as_deref() == Some("deactivated");
        decode_session(if is_deactivated { 401 } else { 200 }, &initial).ok()
    });
    with_shell(|shell| {
        shell.dispatch(Event::Started { initial }, settings.number("ageMs").unwrap_or(0.0));
    });
}

/// All that happened before has been replayed. From here on the engine runs.
#[wasm_bindgen]
pub fn run() {
    with_shell(Shell::run);
}

/// `json`: the request's body, or `undefined` where email or password is empty.
#[wasm_bindgen(js_name = signIn)]
pub fn login(call: u32, json: JsValue, age_ms: f64) {
    let json = (!json.is_undefined()).then_some(json.unchecked_into());
    with_shell(|shell| shell.login(CallId(call), json, age_ms));
}

/// `id`: the name of the sign-out, the same for as long as that stands.
#[wasm_bindgen(js_name = signOut)]
pub fn logout(call: u32, id: u32, age_ms: f64) {
    let event = Event::LogoutCalled { call: CallId(call), id: SignOutId(id) };
    with_shell(|shell| shell.dispatch(event, age_ms));
}

/// A call that brings nothing along. `command`: the number of a `Command`. `within`: it was made through the session that `reauthenticate` was
/// given.
#[wasm_bindgen]
pub fn ask(call: u32, command: u32, within: bool, age_ms: f64) {
    let command = known(Command::of_number(command));
    with_shell(|shell| shell.dispatch(command.event(CallId(call), within), age_ms));
}

/// A request of the page's own. `href`: its URL, userinfo included, as the browser's `URL` serialises it.
#[wasm_bindgen]
#[allow(clippy::too_many_arguments)]
pub fn send(
    call: u32,
    href: JsString,
    request: Request,
    abort: AbortController,
    replayable: bool,
    within: bool,
    keepalive: bool,
    age_ms: f64,
) {
    let own = OwnRequest { request, abort, replayable, keepalive };
    with_shell(|shell| shell.fetch(CallId(call), &String::from(href), own, within, age_ms));
}

/// An answer that `Host.read` was asked for; `body` is its parsed JSON, `undefined` where there is none. `preloaded_ms`: how long
/// before the page asked for it the document had.
#[wasm_bindgen]
pub fn answered(id: u32, response: Response, body: JsValue, preloaded_ms: f64, age_ms: f64) {
    let id = RequestId(id);
    with_shell(|shell| shell.answered(id, response.into(), Value::of(body), preloaded_ms, age_ms));
}

/// An answer that never came, or broke off; `late`: its time was over.
#[wasm_bindgen]
pub fn lost(id: u32, late: bool, age_ms: f64) {
    let code = if late { Code::Timeout } else { Code::Network };
    with_shell(|shell| shell.lost(RequestId(id), code, age_ms));
}

/// Something happened around the session: the number of a `Happening`. `id`: the name of the sign-out that it is about.
#[wasm_bindgen(js_name = handleEvent)]
pub fn handle_event(happening: u32, id: u32, age_ms: f64) {
    let happening = known(Happening::of_number(happening));
    with_shell(|shell| shell.dispatch(happening.event(SignOutId(id)), age_ms));
}

/// Whether the deployment would send the browser to this URL, given as written and in the parts that the
/// browser's `URL` makes of it. `allowed`: its origin is the deployment's, or an allowed one.
#[wasm_bindgen(js_name = mayReturnTo)]
pub fn may_return_to(raw: JsString, origin: JsString, allowed: bool, path: JsString) -> bool {
    let (raw, origin, path) = (String::from(raw), String::from(origin), String::from(path));
    is_allowed_return_url(&ReturnUrl { raw: &raw, origin: &origin, allowed, path: &path })
}

#[cfg(test)]
mod tests;

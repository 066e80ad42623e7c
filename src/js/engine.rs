//! The one session of this instance, for the entry to call. Every function returns at once. Calls carry a number of the
//! entry's choosing, and end in `Host.settle`. `age_ms`, everywhere: how long ago it happened; the entry tells what happened before
//! the engine came, in order, and then calls `run`.

use super::host::Host;
use crate::api::login::TokenPolicy;
use crate::api::session::decode_session;
use crate::api::{Code, Facts, Handle};
use crate::core::return_url::{ReturnUrl, is_allowed_return_url};
use crate::core::{CallId, Command, Event, Policy, RequestId, SignOutId};
use crate::session::{Answered, OwnRequest, Shell};
use js_sys::JsString;
use std::cell::Cell;
use wasm_bindgen::{JsCast, JsValue, prelude::wasm_bindgen};
use web_sys::{AbortController, Request, Response};

thread_local! {
    /// The session's shell. It lives as long as the instance, which the entry makes for it alone.
    static SHELL: Cell<Option<&'static Shell<Host>>> = const { Cell::new(None) };
}

fn with_shell(act: impl FnOnce(&Shell<Host>)) {
    if let Some(shell) = SHELL.get() {
        act(shell);
    }
}

/// Returns what a number of the entry's stands for. A number that stands for nothing is a mistake in the package, and ends the engine.
fn known<T>(named: Option<T>) -> T {
    named.unwrap_or_else(|| wasm_bindgen::throw_str("unknown"))
}

#[wasm_bindgen]
extern "C" {
    /// The options (`pkg/entry/options.ts`), with what the page was when it began (`hidden`, `offline`), and `ageMs`.
    #[wasm_bindgen(js_name = Object)]
    pub type Settings;
    /// The value of one setting; `true` is 1.
    #[wasm_bindgen(method, structural, indexing_getter)]
    fn number(this: &Settings, name: &str) -> f64;
}

/// The facts as the entry passes them: `says` and `user` are NaN where they are missing, and the handles are 0.
fn facts(says: f64, user: f64, [role, content, features, company]: [u32; 4]) -> Facts {
    let id = user as i64;
    Facts {
        says: (!says.is_nan()).then_some(says == 1.0),
        user: (id as f64 == user).then_some(id),
        role: Handle::new(role),
        content: Handle::new(content),
        features: Handle::new(features),
        company: Handle::new(company),
    }
}

/// Begins the session. Nothing else may be called before. `status` and the arguments after it (`pkg/engine/records.ts`, `Facts`) are of a
/// session that is shown already; a status of 0: there is none.
#[wasm_bindgen]
#[allow(clippy::too_many_arguments)]
pub fn begin(
    host: Host,
    origin: JsString,
    settings: Settings,
    status: u16,
    says: f64,
    user: f64,
    role: u32,
    content: u32,
    features: u32,
    company: u32,
) {
    let has = |name| settings.number(name) == 1.0;
    // A number beyond what 64 bits hold is `u64::MAX`.
    let ms = |name| settings.number(name) as u64;
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
    let shell = Shell::new(origin.into(), policy, !has("hidden"), !has("offline"), host);
    SHELL.set(Some(Box::leak(Box::new(shell))));
    let initial = decode_session(status, &facts(says, user, [role, content, features, company])).ok();
    with_shell(|shell| shell.dispatch(Event::Started { initial }, settings.number("ageMs")));
}

/// Takes all that happened before. From here on the engine runs.
#[wasm_bindgen]
pub fn run() {
    with_shell(Shell::run);
}

/// Signs in. `json`: the request's body, or `undefined` where email or password is empty.
#[wasm_bindgen(js_name = signIn)]
pub fn login(call: u32, json: JsValue, age_ms: f64) {
    let json = (!json.is_undefined()).then_some(json.unchecked_into());
    with_shell(|shell| shell.login(CallId(call), json, age_ms));
}

/// Signs out. `id`: the name of the sign-out, the same until that is over.
#[wasm_bindgen(js_name = signOut)]
pub fn logout(call: u32, id: u32, age_ms: f64) {
    let event = Event::LogoutCalled { call: CallId(call), id: SignOutId(id) };
    with_shell(|shell| shell.dispatch(event, age_ms));
}

/// Makes a call without arguments. `command`: the number of a `Command`. `within`: it was made through the session that `reauthenticate` was
/// given.
#[wasm_bindgen]
pub fn ask(call: u32, command: u32, within: bool, age_ms: f64) {
    let command = known(Command::of_number(command));
    with_shell(|shell| shell.dispatch(Event::Asked { command, call: CallId(call), within }, age_ms));
}

/// Sends a request of the page's own. `href`: its URL, userinfo included, as the browser's `URL` serialises it.
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

/// Takes an answer that `Host.read` was asked for. `preloaded_ms`: how long before the page the document had asked for it. The arguments
/// from `says` on: `pkg/engine/records.ts`, `Facts`.
#[wasm_bindgen]
#[allow(clippy::too_many_arguments)]
pub fn answered(
    id: u32,
    response: Response,
    preloaded_ms: f64,
    age_ms: f64,
    says: f64,
    user: f64,
    role: u32,
    content: u32,
    features: u32,
    company: u32,
    token: JsValue,
) {
    let facts = facts(says, user, [role, content, features, company]);
    let token = (!token.is_undefined()).then_some(token.unchecked_into());
    let answer = Answered { response: response.into(), facts, token, preloaded_ms };
    with_shell(|shell| shell.answered(RequestId(id), answer, age_ms));
}

/// Takes the loss of an answer, which never came, or broke off; `late`: its time was over.
#[wasm_bindgen]
pub fn lost(id: u32, late: bool, age_ms: f64) {
    let code = if late { Code::Timeout } else { Code::Network };
    with_shell(|shell| shell.lost(RequestId(id), code, age_ms));
}

/// Takes what happened around the session: the number of a message or a page event (`Event::of_number`). `id`: the name of the sign-out that
/// it is about.
#[wasm_bindgen(js_name = handleEvent)]
pub fn handle_event(happening: u32, id: u32, age_ms: f64) {
    let event = known(Event::of_number(happening, SignOutId(id)));
    with_shell(|shell| shell.dispatch(event, age_ms));
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

//! The functions that JavaScript calls on the one session of this instance. Every function returns at once. A call has a number that JavaScript
//! chooses, and ends by `Host.settle`. `age_ms` always is how many milliseconds ago the call or event happened: JavaScript first passes all that
//! happened before the engine was loaded, in order, and then calls `run`.

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
    /// The session's shell. It lives as long as the WebAssembly instance, which has no other session.
    static SHELL: Cell<Option<&'static Shell<Host>>> = const { Cell::new(None) };
}

fn with_shell(act: impl FnOnce(&Shell<Host>)) {
    if let Some(shell) = SHELL.get() {
        act(shell);
    }
}

/// Returns the value that was found for a number of JavaScript's. An unknown number is a defect in the package, and ends the engine.
fn known<T>(found: Option<T>) -> T {
    found.unwrap_or_else(|| wasm_bindgen::throw_str("unknown"))
}

#[wasm_bindgen]
extern "C" {
    /// The settings (`pkg/entry/options.ts`) and the state of the page when the session began (`pkg/entry/connection.ts`, `Page`), with its
    /// `ageMs`.
    #[wasm_bindgen(js_name = Object)]
    pub type Settings;
    /// The value of one setting; `true` is 1.
    #[wasm_bindgen(method, structural, indexing_getter)]
    fn number(this: &Settings, name: &str) -> f64;
}

/// Reads the facts as JavaScript passes them: a missing `says` or `user` is NaN, and a missing handle is 0.
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

/// Begins the session. It must be called before all other functions. `status` and the arguments after it (`pkg/engine/records.ts`, `Facts`)
/// are of the `initial` that the page is shown already; without one, `status` is 0.
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

/// Handles all calls and events that were passed since `begin`. From here on the engine runs.
#[wasm_bindgen]
pub fn run() {
    with_shell(Shell::run);
}

/// Signs in. `json`: the request's body, or `undefined` where email or password is missing or empty.
#[wasm_bindgen(js_name = signIn)]
pub fn sign_in(call: u32, json: JsValue, age_ms: f64) {
    let json = (!json.is_undefined()).then_some(json.unchecked_into());
    with_shell(|shell| shell.login(CallId(call), json, age_ms));
}

/// Signs out. `id`: the name of the sign-out, which stays the same until that sign-out is over.
#[wasm_bindgen(js_name = signOut)]
pub fn sign_out(call: u32, id: u32, age_ms: f64) {
    let event = Event::LogoutCalled { call: CallId(call), id: SignOutId(id) };
    with_shell(|shell| shell.dispatch(event, age_ms));
}

/// Makes a call without arguments. `command`: the number of a `Command`. `within`: the call was made through the session that the page's
/// `reauthenticate` was given.
#[wasm_bindgen]
pub fn ask(call: u32, command: u32, within: bool, age_ms: f64) {
    let command = known(Command::of_number(command));
    with_shell(|shell| shell.dispatch(Event::Asked { command, call: CallId(call), within }, age_ms));
}

/// Sends a request of the page's own. `href`: its URL as the browser's `URL` serialises it, with user name and password. The other arguments:
/// `core/event.rs`, `FetchCalled`.
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

/// Takes an answer that `Host.read` has awaited. `preloaded_ms`: how long before the page's request the document's preload had asked for the
/// answer. The arguments from `says` on: `pkg/engine/records.ts`, `Facts`.
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

/// Takes in that an answer was lost: it never came, or broke off. `late`: the reason was the timeout.
#[wasm_bindgen]
pub fn lost(id: u32, late: bool, age_ms: f64) {
    let code = if late { Code::Timeout } else { Code::Network };
    with_shell(|shell| shell.lost(RequestId(id), code, age_ms));
}

/// Handles a message of another tab, or a page event, by its number (`Event::of_number`). `id`: the name of the sign-out that a message is
/// about.
#[wasm_bindgen(js_name = handleEvent)]
pub fn handle_event(happening: u32, id: u32, age_ms: f64) {
    let event = known(Event::of_number(happening, SignOutId(id)));
    with_shell(|shell| shell.dispatch(event, age_ms));
}

/// Whether the deployment may be asked to send the browser to this URL (`core/return_url.rs`). `raw`: the URL as written; `origin` and `path`:
/// from the browser's `URL`; `allowed`: the origin is the deployment's, or one of `allowedOrigins`.
#[wasm_bindgen(js_name = mayReturnTo)]
pub fn may_return_to(raw: JsString, origin: JsString, allowed: bool, path: JsString) -> bool {
    let (raw, origin, path) = (String::from(raw), String::from(origin), String::from(path));
    is_allowed_return_url(&ReturnUrl { raw: &raw, origin: &origin, allowed, path: &path })
}

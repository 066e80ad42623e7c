//! The one session of this instance, for the entry to call. Every function returns at once. Calls carry a number of the
//! entry's choosing, and end in `Host.settle`.

use super::host::Host;
use crate::api::Code;
use crate::api::login::TokenPolicy;
use crate::api::session::decode_session;
use crate::browser::json::Value;
use crate::core::return_url::{ReturnUrl, is_allowed_return_url};
use crate::core::{Ages, Before, CallId, EarlierSignOut, Event, Policy, RequestId, TabMessage};
use crate::session::{OwnRequest, Shell};
use js_sys::JsString;
use std::cell::Cell;
use wasm_bindgen::{JsCast, JsValue, prelude::wasm_bindgen};
use web_sys::{AbortController, Request, Response};

// The entry (`pkg/entry/generation.js`) knows them by these numbers.
const DISCARD: u32 = 1;
const ON_FOCUS: u32 = 2;
const ON_ONLINE: u32 = 4;
const REAUTHENTICATES: u32 = 8;
const HIDDEN: u32 = 16;
const OFFLINE: u32 = 32;
const FIRST_READ: u32 = 64;
const DEACTIVATED: u32 = 128;
const NEWCOMER_UNSEEN: u32 = 256;

thread_local! {
    /// It lives as long as the instance, which the entry makes for it alone.
    static SHELL: Cell<Option<&'static Shell<Host>>> = const { Cell::new(None) };
}

fn with_shell(act: impl FnOnce(&Shell<Host>)) {
    if let Some(shell) = SHELL.get() {
        act(shell);
    }
}

/// The session begins. Nothing else may be called before. `flags`: the sum of the constants above that hold. `HIDDEN` and
/// `OFFLINE`: as the page is now. `FIRST_READ`: the entry has a session read under way, to be taken up. `DEACTIVATED`:
/// `initial` says that the account is deactivated. `NEWCOMER_UNSEEN`: another user may have signed in, and no other user
/// has been shown since.
/// `initial`: a session body that is shown already, or `undefined`. The two ages: of `initial`, and of the read under way;
/// 0 where there is none. `shown_user`: who was shown last. `told`: how often the other tabs were told of a sign-out that
/// is not confirmed; 0 where there is none. `signed_out_user`: whose sign-out it is. A user that is not known is `NaN`.
#[wasm_bindgen]
#[allow(clippy::too_many_arguments)]
pub fn begin(
    host: Host,
    origin: JsString,
    flags: u32,
    interval_ms: f64,
    min_interval_ms: f64,
    max_stale_ms: f64,
    timeout_ms: f64,
    expiring_ms: f64,
    initial: JsValue,
    initial_age_ms: f64,
    first_read_age_ms: f64,
    shown_user: f64,
    told: u32,
    signed_out_user: f64,
) {
    let has = |flag: u32| flags & flag != 0;
    let policy = Policy {
        token: if has(DISCARD) { TokenPolicy::Discard } else { TokenPolicy::Memory },
        on_focus: has(ON_FOCUS),
        on_online: has(ON_ONLINE),
        interval_ms: interval_ms as u64,
        min_interval_ms: min_interval_ms as u64,
        max_stale_ms: max_stale_ms as u64,
        timeout_ms: timeout_ms as u64,
        expiring_ms: expiring_ms as u64,
        reauthenticates: has(REAUTHENTICATES),
    };
    let shell = Shell::new(origin.into(), policy, !has(HIDDEN), !has(OFFLINE), host);
    SHELL.set(Some(Box::leak(Box::new(shell))));
    let status = if has(DEACTIVATED) { 401 } else { 200 };
    let initial = decode_session(status, &Value::of(initial)).ok();
    let ages = Ages { initial_ms: initial_age_ms as u64, first_read_ms: first_read_age_ms as u64 };
    let sign_out = (told > 0).then(|| EarlierSignOut { user: user_of(signed_out_user), told });
    let before = Before { user: user_of(shown_user), sign_out, newcomer_unseen: has(NEWCOMER_UNSEEN) };
    with_shell(|shell| shell.start(initial, has(FIRST_READ), before, ages));
}

fn user_of(id: f64) -> Option<i64> {
    (!id.is_nan()).then_some(id as i64)
}

/// `json`: the request's body, or `undefined` where email or password is empty.
#[wasm_bindgen(js_name = signIn)]
pub fn login(call: u32, json: JsValue) {
    let json = (!json.is_undefined()).then_some(json.unchecked_into());
    with_shell(|shell| shell.login(CallId(call), json));
}

/// A call that brings nothing along; `kind` is its place in the entry's `CALLS`. `within`: it was made through the
/// session that `reauthenticate` was given. `age_ms`: how long ago the call was made.
#[wasm_bindgen]
pub fn ask(kind: u8, call: u32, within: bool, age_ms: u32) {
    let call = CallId(call);
    let event = match kind {
        0 => Event::LogoutCalled { call, age_ms },
        1 => Event::RefreshCalled { call },
        2 => Event::PermissionsCalled { call, within },
        3 => Event::RolesCalled { call, within },
        4 => Event::SsoConfigCalled { call },
        5 => Event::ReadCalled { call },
        _ => Event::Aborted { call },
    };
    with_shell(|shell| shell.dispatch(event));
}

/// An answer that `Host.read` was asked for; `body` is its parsed JSON, `undefined` where there is none.
#[wasm_bindgen]
pub fn answered(id: u32, response: Response, body: JsValue) {
    with_shell(|shell| shell.answered(RequestId(id), response.into(), Value::of(body)));
}

/// An answer that never came, or broke off; `late`: its time was over.
#[wasm_bindgen]
pub fn lost(id: u32, late: bool) {
    let code = if late { Code::Timeout } else { Code::Network };
    with_shell(|shell| shell.lost(RequestId(id), code));
}

/// Something happened around the session; `number` is its place in the entry's `EVENTS`.
#[wasm_bindgen]
pub fn hear(number: u8) {
    let event = match number {
        0 => Event::Heard(TabMessage::SignedIn),
        1 => Event::Heard(TabMessage::SignedOut),
        2 => Event::Heard(TabMessage::Changed),
        3 => Event::Heard(TabMessage::SignOutOver),
        4 => Event::Woken,
        5 => Event::Visible(false),
        6 => Event::Visible(true),
        7 => Event::Focused,
        8 => Event::Online(false),
        9 => Event::Online(true),
        10 => Event::Leaving,
        11 => Event::Restored,
        12 => Event::Reauthenticated { resolved: false },
        13 => Event::Reauthenticated { resolved: true },
        14 => Event::CatalogueWatched(false),
        15 => Event::CatalogueWatched(true),
        16 => Event::SignInWindow(false),
        17 => Event::SignInWindow(true),
        18 => Event::Unloading,
        _ => Event::Closed,
    };
    with_shell(|shell| shell.dispatch(event));
}

/// A request of the page's own. `href`: its URL, userinfo included, as the browser's `URL` serialises it.
#[wasm_bindgen]
pub fn send(
    call: u32,
    href: JsString,
    request: Request,
    abort: AbortController,
    replayable: bool,
    within: bool,
) {
    let own = OwnRequest { request, abort, replayable };
    with_shell(|shell| shell.fetch(CallId(call), &String::from(href), own, within));
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

//! One session, for the entry to call.

use super::host::Host;
use crate::api::body::Body;
use crate::api::login::TokenPolicy;
use crate::api::session::decode_session;
use crate::browser::json::Value;
use crate::core::return_url::{ReturnUrl, is_allowed_return_url};
use crate::core::{CallId, Event, Policy, RequestId};
use crate::session::{Deployment, FirstRead, Shell};
use js_sys::{JsString, Promise};
use std::rc::Rc;
use wasm_bindgen::{JsValue, prelude::wasm_bindgen};
use web_sys::{AbortController, Request, Response};

// The entry (`pkg/entry/link.js`) knows them by these numbers.
const DISCARD: u32 = 1;
const ON_FOCUS: u32 = 2;
const ON_ONLINE: u32 = 4;
const REAUTHENTICATES: u32 = 8;

/// Every method returns at once. Calls carry a number of the entry's choosing, and end in `Host.settle`.
#[wasm_bindgen]
pub struct Engine {
    shell: Rc<Shell>,
}

#[wasm_bindgen]
impl Engine {
    /// `flags`: the sum of the entry's `DISCARD`, `ON_FOCUS`, `ON_ONLINE` and `REAUTHENTICATES`.
    #[wasm_bindgen(constructor)]
    pub fn new(
        host: Host,
        origin: String,
        flags: u32,
        interval_ms: f64,
        min_interval_ms: f64,
        max_stale_ms: f64,
        timeout_ms: f64,
    ) -> Self {
        let has = |flag: u32| flags & flag != 0;
        let policy = Policy {
            token: if has(DISCARD) { TokenPolicy::Discard } else { TokenPolicy::Memory },
            on_focus: has(ON_FOCUS),
            on_online: has(ON_ONLINE),
            interval_ms: interval_ms as u64,
            min_interval_ms: min_interval_ms as u64,
            max_stale_ms: max_stale_ms as u64,
            timeout_ms: timeout_ms as u64,
            reauthenticates: has(REAUTHENTICATES),
        };
        let deployment = Deployment { origin, timeout_ms: timeout_ms as u64 };
        Self { shell: Shell::new(deployment, policy, Box::new(host)) }
    }

    /// `initial`: the session body a server read, or `undefined`. `response`: the session read that the entry
    /// began `age_ms` ago. `signing_out`: an earlier session's sign-out could not be told.
    pub fn start(
        &self,
        initial: JsValue,
        response: Promise,
        abort: AbortController,
        age_ms: f64,
        tabs: bool,
        signing_out: bool,
    ) {
        let initial = Body::Json(Value::of(initial));
        let first = FirstRead { response, abort, age_ms: age_ms as u64 };
        self.shell.start(decode_session(200, &initial).ok(), Some(first), tabs, signing_out);
    }

    /// `json`: the request's body, or `undefined` where email or password is empty.
    pub fn login(&self, call: u32, json: Option<JsString>) {
        self.shell.login(CallId(call), json);
    }

    /// A call that brings nothing along; `kind` is its place in the entry's `CALLS`.
    pub fn call(&self, kind: u8, call: u32) {
        let call = CallId(call);
        self.shell.dispatch(match kind {
            0 => Event::LogoutCalled { call },
            1 => Event::RefreshCalled { call },
            2 => Event::PermissionsCalled { call, within: false },
            3 => Event::RolesCalled { call, within: false },
            4 => Event::SsoConfigCalled { call },
            5 => Event::ReadCalled { call },
            _ => Event::Aborted { call },
        });
    }

    /// An answer that `Host.read` was asked for; `body` is its parsed JSON, `undefined` where there is none.
    pub fn answered(&self, id: u32, response: Response, body: JsValue) {
        let body = Some(body).filter(|body| !body.is_undefined()).map(Value::of);
        self.shell.answered(RequestId(id), response, body);
    }

    /// An answer that never came, or broke off.
    pub fn lost(&self, id: u32) {
        self.shell.lost(RequestId(id));
    }

    /// `href`: the request's URL, userinfo included, as the browser's `URL` serialises it.
    pub fn fetch(&self, call: u32, href: &str, request: Request, abort: AbortController, replayable: bool) {
        self.shell.fetch(CallId(call), href, request, abort, replayable);
    }

    /// Whether the deployment would send the browser to this URL, given as written and in the parts that the
    /// browser's `URL` makes of it. `known`: its origin is the deployment's, or an allowed one.
    /// Of no session in particular, which spares the module the code to borrow one.
    #[wasm_bindgen(js_name = mayReturnTo)]
    pub fn may_return_to(raw: &str, origin: &str, known: bool, path: &str) -> bool {
        is_allowed_return_url(&ReturnUrl { raw, origin, known, path })
    }

    pub fn reauthenticated(&self, resolved: bool) {
        self.shell.dispatch(Event::Reauthenticated { resolved });
    }

    pub fn close(&self) {
        self.shell.dispatch(Event::Closed);
    }
}

#[cfg(test)]
mod tests;

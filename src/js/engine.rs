//! One session, for the entry to call.

use super::host::Host;
use crate::api::Code;
use crate::api::body::Body;
use crate::api::login::TokenPolicy;
use crate::api::session::decode_session;
use crate::browser::json::Value;
use crate::core::return_url::{ReturnUrl, is_allowed_return_url};
use crate::core::{CallId, Event, Policy, RequestId, TabMessage};
use crate::session::{OwnRequest, Shell};
use js_sys::JsString;
use std::rc::Rc;
use wasm_bindgen::{JsValue, prelude::wasm_bindgen};
use web_sys::{AbortController, Request, Response};

// The entry (`pkg/entry/generation.js`) knows them by these numbers.
const DISCARD: u32 = 1;
const ON_FOCUS: u32 = 2;
const ON_ONLINE: u32 = 4;
const REAUTHENTICATES: u32 = 8;
const HIDDEN: u32 = 16;
const OFFLINE: u32 = 32;

/// Every method returns at once. Calls carry a number of the entry's choosing, and end in `Host.settle`.
#[wasm_bindgen]
pub struct Engine {
    shell: Rc<Shell>,
}

#[wasm_bindgen]
impl Engine {
    /// `flags`: the sum of those of the constants above that hold; `HIDDEN` and `OFFLINE` as the page is now.
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
        Self { shell: Shell::new(origin, policy, !has(HIDDEN), !has(OFFLINE), Box::new(host)) }
    }

    /// `initial`: a session body that is shown already, or `undefined`. `first`: the entry has a session read under
    /// way, to be taken up. `sign_out_pending`: an earlier engine's sign-out was not confirmed.
    pub fn start(&self, initial: JsValue, first: bool, sign_out_pending: bool) {
        let initial = Body::Json(Value::of(initial));
        self.shell.start(decode_session(200, &initial).ok(), first, sign_out_pending);
    }

    /// `json`: the request's body, or `undefined` where email or password is empty.
    pub fn login(&self, call: u32, json: Option<JsString>) {
        self.shell.login(CallId(call), json);
    }

    /// A call that brings nothing along; `kind` is its place in the entry's `CALLS`. `within`: it was made through the
    /// session that `reauthenticate` was given.
    pub fn call(&self, kind: u8, call: u32, within: bool) {
        let call = CallId(call);
        self.shell.dispatch(match kind {
            0 => Event::LogoutCalled { call },
            1 => Event::RefreshCalled { call },
            2 => Event::PermissionsCalled { call, within },
            3 => Event::RolesCalled { call, within },
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

    /// An answer that never came, or broke off; `late`: its time was over.
    pub fn lost(&self, id: u32, late: bool) {
        self.shell.lost(RequestId(id), if late { Code::Timeout } else { Code::Network });
    }

    /// Something happened around the session; `news` is its place in the entry's `NEWS`.
    pub fn hear(&self, news: u8) {
        self.shell.dispatch(match news {
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
            _ => Event::Closed,
        });
    }

    /// `href`: the request's URL, userinfo included, as the browser's `URL` serialises it.
    pub fn fetch(
        &self,
        call: u32,
        href: &str,
        request: Request,
        abort: AbortController,
        replayable: bool,
        within: bool,
    ) {
        let own = OwnRequest { request, abort, replayable };
        self.shell.fetch(CallId(call), href, own, within);
    }

    /// Whether the deployment would send the browser to this URL, given as written and in the parts that the
    /// browser's `URL` makes of it. `known`: its origin is the deployment's, or an allowed one.
    /// Of no session in particular, which spares the module the code to borrow one.
    #[wasm_bindgen(js_name = mayReturnTo)]
    pub fn may_return_to(raw: &str, origin: &str, known: bool, path: &str) -> bool {
        is_allowed_return_url(&ReturnUrl { raw, origin, known, path })
    }
}

#[cfg(test)]
mod tests;

//! The functions of JavaScript that the session calls: `host` in `pkg/engine/engine.ts`, which takes some of them from `start` in
//! `pkg/entry/link.ts`.

use super::wire::Wire;
use crate::api::{Body, Failure};
use crate::browser::fetch::Response;
use crate::core::{Broadcast, CallId, Need, Publication, RequestId};
use crate::session::Callbacks;
use js_sys::Promise;
use wasm_bindgen::{JsValue, prelude::wasm_bindgen};
use web_sys::AbortController;

#[wasm_bindgen]
extern "C" {
    /// An object with these methods. None throws, but by a defect of the package, which ends the engine.
    pub type Host;
    #[wasm_bindgen(method, structural)]
    fn publish(this: &Host, publication: JsValue);
    /// Ends a call. `error` is `null` if the call succeeded.
    #[wasm_bindgen(method, structural)]
    fn settle(this: &Host, call: u32, error: JsValue, value: JsValue);
    /// Awaits the response to a request, and calls `answered` or `lost` (`engine.rs`). Without `response` the request was sent by the entry.
    /// `body`: the number of a `Body`.
    #[wasm_bindgen(method, structural)]
    fn read(this: &Host, id: u32, response: Option<Promise>, abort: Option<AbortController>, body: u8);
    #[wasm_bindgen(method, structural)]
    fn cancel(this: &Host, id: u32);
    #[wasm_bindgen(method, structural)]
    fn wake(this: &Host, after_ms: Option<f64>);
    /// Sends a message to the other tabs. `message`: the number of a `MessageName`. `id`: the name of its sign-out, or 0.
    #[wasm_bindgen(method, structural)]
    fn broadcast(this: &Host, message: u8, id: u32);
    #[wasm_bindgen(method, structural, js_name = warnOfCache)]
    fn warn_of_cache(this: &Host);
    /// Calls the page's `reauthenticate`. `reason`: the number of a `NeedReason`. `user`: the id of the user to sign in again, if known.
    #[wasm_bindgen(method, structural)]
    fn reauthenticate(this: &Host, reason: u8, user: Option<f64>);
}

// Each method calls the JavaScript function of the same name above.
impl Callbacks for Host {
    fn publish(&self, publication: &Publication) {
        Host::publish(self, Wire::of_publication(publication).encode());
    }

    fn settle(&self, call: CallId, outcome: Result<Option<Response>, Failure>) {
        let (error, value) = match outcome {
            Ok(response) => (JsValue::NULL, response.map(web_sys::Response::from).into()),
            Err(failure) => (Wire::of_failure(failure).encode(), JsValue::NULL),
        };
        Host::settle(self, call.0, error, value);
    }

    fn read(&self, id: RequestId, begun: Option<(Promise, AbortController)>, body: Body) {
        let (response, abort) = begun.unzip();
        Host::read(self, id.0, response, abort, body.number());
    }

    fn cancel(&self, id: RequestId) {
        Host::cancel(self, id.0);
    }

    fn wake(&self, after_ms: Option<u64>) {
        Host::wake(self, after_ms.map(|ms| ms as f64));
    }

    fn broadcast(&self, message: Broadcast) {
        let (name, id) = message.names();
        Host::broadcast(self, name.number(), id.map_or(0, |id| id.0));
    }

    fn warn_of_cache(&self) {
        Host::warn_of_cache(self);
    }

    fn reauthenticate(&self, need: &Need) {
        Host::reauthenticate(self, need.reason.number(), need.user.map(|id| id as f64));
    }
}

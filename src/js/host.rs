//! The entry's side of a session: holds what is published, the listeners and the promises.

use super::wire::Wire;
use crate::api::Failure;
use crate::browser::json::Value;
use crate::core::{Broadcast, CallId, Need, NeedReason, Publication, RequestId, SignOutId};
use crate::session::{Callbacks, Settled};
use js_sys::Promise;
use wasm_bindgen::{JsValue, prelude::wasm_bindgen};
use web_sys::AbortController;

#[wasm_bindgen]
extern "C" {
    /// An object with these methods, none of which throws.
    pub type Host;
    #[wasm_bindgen(method, structural, js_name = publish)]
    fn show(this: &Host, publication: JsValue);
    /// `error` is `null` where the call went well.
    #[wasm_bindgen(method, structural, js_name = settle)]
    fn end(this: &Host, call: u32, error: JsValue, value: JsValue);
    /// Awaits the answer, and calls `answered` or `lost` (`engine.rs`). Without a response: the entry's own first read.
    #[wasm_bindgen(method, structural, js_name = read)]
    fn await_answer(
        this: &Host,
        id: u32,
        response: Option<Promise>,
        abort: Option<AbortController>,
        whole: bool,
    );
    #[wasm_bindgen(method, structural, js_name = cancel)]
    fn give_up(this: &Host, id: u32);
    #[wasm_bindgen(method, structural, js_name = wake)]
    fn wake_in(this: &Host, after_ms: Option<f64>);
    /// `id`: the name of the sign-out, or 0.
    #[wasm_bindgen(method, structural, js_name = broadcast)]
    fn post_to_tabs(this: &Host, message: &str, id: u32);
    #[wasm_bindgen(method, structural, js_name = warnOfCachedAnswers)]
    fn warn(this: &Host);
    /// `user`: whose sign-in is asked for, where that is known.
    #[wasm_bindgen(method, structural, js_name = reauthenticate)]
    fn sign_in_again(this: &Host, reason: &str, user: Option<f64>);
}

impl Callbacks for Host {
    fn publish(&self, publication: &Publication) {
        self.show(Wire::of_publication(publication).encode());
    }

    fn settle(&self, call: CallId, outcome: Result<Settled, Failure>) {
        let (error, value) = match outcome {
            Ok(Settled::Published) => (JsValue::NULL, JsValue::NULL),
            Ok(Settled::SsoConfig(config)) => (JsValue::NULL, config.map_or(JsValue::NULL, Value::into_js)),
            Ok(Settled::Response(response)) => (JsValue::NULL, web_sys::Response::from(response).into()),
            Err(failure) => (Wire::of_failure(failure).encode(), JsValue::NULL),
        };
        self.end(call.0, error, value);
    }

    fn read(&self, id: RequestId, begun: Option<(Promise, AbortController)>, whole: bool) {
        let (response, abort) = begun.unzip();
        self.await_answer(id.0, response, abort, whole);
    }

    fn cancel(&self, id: RequestId) {
        self.give_up(id.0);
    }

    fn wake(&self, after_ms: Option<u64>) {
        self.wake_in(after_ms.map(|ms| ms as f64));
    }

    fn broadcast(&self, message: Broadcast) {
        match message {
            Broadcast::SignedIn => self.post_to_tabs("signed-in", 0),
            Broadcast::Changed => self.post_to_tabs("changed", 0),
            Broadcast::SignOutOver(SignOutId(id)) => self.post_to_tabs("sign-out-over", id),
        }
    }

    fn warn_of_cached_answers(&self) {
        self.warn();
    }

    fn reauthenticate(&self, need: &Need) {
        let reason = match need.reason {
            NeedReason::Ended => "ended",
            NeedReason::Bearer => "bearer",
        };
        self.sign_in_again(reason, need.user.map(|id| id as f64));
    }
}

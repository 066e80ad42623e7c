//! The entry's side of a session: holds what is published, the listeners and the promises.

use super::wire::Wire;
use crate::api::Failure;
use crate::core::{CallId, Publication, RequestId};
use crate::session::{Face, Settled};
use js_sys::Promise;
use wasm_bindgen::{JsValue, prelude::wasm_bindgen};

#[wasm_bindgen]
extern "C" {
    /// An object with these methods, none of which throws.
    pub type Host;
    #[wasm_bindgen(method, structural, js_name = publish)]
    fn show(this: &Host, publication: JsValue);
    /// `error` is `null` where the call went well.
    #[wasm_bindgen(method, structural, js_name = settle)]
    fn end(this: &Host, call: u32, error: JsValue, value: JsValue);
    /// Awaits the answer, and calls `Engine.answered` or `Engine.lost`.
    #[wasm_bindgen(method, structural, js_name = read)]
    fn await_answer(this: &Host, id: u32, response: Promise, whole: bool);
    #[wasm_bindgen(method, structural, js_name = reauthenticate)]
    fn sign_in_again(this: &Host);
}

impl Face for Host {
    fn publish(&self, publication: &Publication) {
        self.show(Wire::of_publication(publication).encode());
    }

    fn settle(&self, call: CallId, outcome: Result<Settled, Failure>) {
        let (error, value) = match outcome {
            Ok(Settled::Published) => (JsValue::NULL, JsValue::NULL),
            Ok(Settled::SsoConfig(config)) => (JsValue::NULL, Wire::of_sso_config(&config).encode()),
            Ok(Settled::Response(response)) => (JsValue::NULL, response.into()),
            Err(failure) => (Wire::of_failure(failure).encode(), JsValue::NULL),
        };
        self.end(call.0, error, value);
    }

    fn read(&self, id: RequestId, response: Promise, whole: bool) {
        self.await_answer(id.0, response, whole);
    }

    fn reauthenticate(&self) {
        self.sign_in_again();
    }
}

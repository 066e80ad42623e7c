//! Text decoding that leaves the text on JavaScript's side, where a collector clears it away.

use js_sys::{JsString, Object, Reflect, Uint8Array};
use wasm_bindgen::{JsValue, prelude::wasm_bindgen};

#[wasm_bindgen]
extern "C" {
    type TextDecoder;
    #[wasm_bindgen(constructor, catch)]
    fn new(label: &str, options: &JsValue) -> Result<TextDecoder, JsValue>;
    #[wasm_bindgen(method, catch)]
    fn decode(this: &TextDecoder, chunk: &Uint8Array, options: &JsValue) -> Result<JsString, JsValue>;
}

/// Decodes UTF-8 chunk by chunk, and fails at the first malformed byte.
pub struct Utf8 {
    decoder: TextDecoder,
    streaming: JsValue,
}

impl Utf8 {
    pub fn new() -> Option<Self> {
        let decoder = TextDecoder::new("utf-8", &flag("fatal")?).ok()?;
        Some(Self { decoder, streaming: flag("stream")? })
    }

    /// The text of the next chunk; without one, of the end, which fails inside a character.
    pub fn decode(&self, chunk: Option<&Uint8Array>) -> Option<JsString> {
        match chunk {
            Some(chunk) => self.decoder.decode(chunk, &self.streaming).ok(),
            None => self.decoder.decode(&Uint8Array::new_with_length(0), &JsValue::UNDEFINED).ok(),
        }
    }
}

fn flag(name: &str) -> Option<JsValue> {
    let options = JsValue::from(Object::new());
    Reflect::set(&options, &name.into(), &JsValue::TRUE).ok()?;
    Some(options)
}

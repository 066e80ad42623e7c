//! JSON values as the browser's own parser leaves them.

use crate::api::Node;
use js_sys::{Array, JsString, Object, Reflect};
use wasm_bindgen::{JsCast, JsValue, prelude::wasm_bindgen};

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = JSON, js_name = stringify, catch)]
    fn json_stringify(value: &JsValue) -> Result<JsValue, JsValue>;
}

/// A parsed JSON value. It stays on JavaScript's side, where a collector clears it away; only what a decoder asks
/// for is copied into WebAssembly memory.
#[derive(Clone, Debug)]
pub struct Value(JsValue);

impl Value {
    pub fn of(value: JsValue) -> Self {
        Self(value)
    }

    fn object(&self) -> Option<&Object> {
        (self.0.is_object() && !Array::is_array(&self.0)).then(|| self.0.unchecked_ref())
    }
}

impl Node for Value {
    fn field(&self, name: &str) -> Option<Self> {
        let object = self.object()?;
        let name = JsValue::from_str(name);
        Object::has_own(object, &name).then(|| Reflect::get(object, &name).ok()).flatten().map(Self)
    }

    fn entries(&self) -> Option<Vec<(String, Self)>> {
        let mut entries = Vec::new();
        for entry in Object::entries(self.object()?).iter() {
            let entry: Array = entry.unchecked_into();
            entries.push((Self(entry.get(0)).string()?, Self(entry.get(1))));
        }
        Some(entries)
    }

    fn elements(&self) -> Option<Vec<Self>> {
        Array::is_array(&self.0).then(|| self.0.unchecked_ref::<Array>().iter().map(Self).collect())
    }

    fn boolean(&self) -> Option<bool> {
        self.0.as_bool()
    }

    fn number(&self) -> Option<f64> {
        self.0.as_f64()
    }

    fn string(&self) -> Option<String> {
        // Copying replaces lone surrogates, and would make one name out of another.
        self.0.dyn_ref::<JsString>().filter(|text| text.is_valid_utf16())?.as_string()
    }

    fn is_string(&self) -> bool {
        self.0.is_string()
    }

    fn to_json(&self) -> Option<String> {
        json_stringify(&self.0).ok()?.as_string()
    }
}

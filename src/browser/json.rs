//! JSON values as the browser's own parser leaves them.

use crate::api::Node;
use js_sys::JsString;
use wasm_bindgen::{JsCast, JsValue, prelude::wasm_bindgen};

#[wasm_bindgen(module = "/pkg/entry/json-value.js")]
extern "C" {
    /// The object's own property of that name; else `undefined`. Of a parsed JSON value: reading a property calls nothing.
    fn own(value: &JsValue, name: &str) -> JsValue;
}

/// A parsed JSON value. It stays in JavaScript's memory, for its garbage collector; only what a decoder asks for is
/// copied into WebAssembly memory.
#[derive(Clone, Debug)]
pub struct Value(JsValue);

impl Value {
    pub fn of(value: JsValue) -> Self {
        Self(value)
    }

    pub fn into_js(self) -> JsValue {
        self.0
    }
}

impl Node for Value {
    fn field(&self, name: &'static str) -> Option<Self> {
        // JSON has no such value: it leaves the property out.
        Some(own(&self.0, name)).filter(|value| !value.is_undefined()).map(Self)
    }

    fn boolean(&self) -> Option<bool> {
        self.0.as_bool()
    }

    fn number(&self) -> Option<f64> {
        self.0.as_f64()
    }

    fn string(&self) -> Option<String> {
        let text = self.0.as_string()?;
        // Copying replaces lone surrogates, and would make one name out of another.
        self.0.unchecked_ref::<JsString>().is_well_formed().then_some(text)
    }

    fn is_string(&self) -> bool {
        self.0.is_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::Identity;
    use crate::api::session::tests::assert_decodes_every_case;
    use js_sys::Object;
    use wasm_bindgen_test::wasm_bindgen_test;

    // The entry puts numbers in the place of what it keeps.
    #[wasm_bindgen(module = "/pkg/entry/kept.js")]
    extern "C" {
        type Kept;
        #[wasm_bindgen(js_name = createKept)]
        fn create_kept() -> Kept;
        #[wasm_bindgen(method)]
        fn number(this: &Kept, answer: &JsValue) -> JsValue;
        #[wasm_bindgen(method, js_name = userOf)]
        fn user_of(this: &Kept, number: u32) -> JsValue;
        #[wasm_bindgen(method, js_name = featuresOf)]
        fn features_of(this: &Kept, number: u32) -> JsValue;
    }

    // It imports these, so they have to be brought along.
    #[wasm_bindgen(module = "/pkg/entry/features.js")]
    extern "C" {
        #[wasm_bindgen(js_name = readFeatures)]
        fn read_features(sent: &JsValue) -> JsValue;
    }

    #[wasm_bindgen(module = "/pkg/entry/initial.js")]
    extern "C" {
        #[wasm_bindgen(js_name = readRoles)]
        fn read_roles(sent: &JsValue) -> JsValue;
    }

    #[wasm_bindgen(module = "/pkg/entry/snapshot.js")]
    extern "C" {
        #[wasm_bindgen(js_name = freezeDeep)]
        fn freeze_deep(value: JsValue) -> JsValue;
    }

    #[wasm_bindgen(module = "/pkg/entry/json-value.js")]
    extern "C" {
        #[wasm_bindgen(js_name = isObject)]
        fn is_object(value: &JsValue) -> bool;
    }

    fn parse(text: &str) -> Value {
        Value::of(js_sys::JSON::parse(text).unwrap())
    }

    fn evaluate(script: &str) -> Value {
        Value::of(js_sys::eval(&["(", script, ")"].concat()).unwrap())
    }

    #[wasm_bindgen_test]
    fn every_session_body_is_decoded_as_the_entry_decodes_it() {
        let kept = create_kept();
        let read = |text: &str| {
            let answer = Object::new();
            js_sys::Reflect::set(&answer, &"text".into(), &text.into()).unwrap();
            kept.number(&answer);
            let body = js_sys::Reflect::get(&answer, &"body".into()).unwrap();
            (!body.is_undefined()).then(|| Value::of(body))
        };
        let json = |value: &JsValue| {
            let text = js_sys::JSON::stringify(value).unwrap().as_string().unwrap();
            serde_json::from_str::<serde_json::Value>(&text).unwrap()
        };
        let assert_kept = |identity: &Identity, case: &serde_json::Value| {
            assert_eq!(json(&kept.features_of(identity.features.number())), case["features"]);
            let mut user = case["user"].clone();
            user["company"] = serde_json::Value::Null;
            assert_eq!(json(&kept.user_of(identity.user.details.number())), user);
        };
        assert_eq!(assert_decodes_every_case(read, assert_kept), 0);
    }

    #[wasm_bindgen_test]
    fn no_value_is_taken_for_one_of_another_type() {
        let samples = [
            ("boolean", "true"),
            ("number", "1"),
            ("string", "\"x\""),
            ("list", "[1]"),
            ("fields", "{\"x\":1}"),
            ("nothing", "null"),
        ];
        for (kind, text) in samples {
            let value = parse(text);
            assert_eq!(value.boolean().is_some(), kind == "boolean", "{text}");
            assert_eq!(value.number().is_some(), kind == "number", "{text}");
            assert_eq!(value.string().is_some(), kind == "string", "{text}");
            assert_eq!(value.is_string(), kind == "string", "{text}");
            assert_eq!(value.field("x").is_some(), kind == "fields", "{text}");
        }
        for wrapped in ["new Boolean(true)", "new Number(1)", "new String('x')"] {
            let value = evaluate(wrapped);
            assert_eq!((value.boolean(), value.number(), value.string()), (None, None, None));
        }
    }

    #[wasm_bindgen_test]
    fn an_array_has_no_fields() {
        let array = parse("[true,null,[]]");
        assert!(array.field("0").is_none() && array.field("length").is_none());
    }

    #[wasm_bindgen_test]
    fn only_own_properties_are_fields() {
        let object = parse("{\"own\":1}");
        for inherited in ["constructor", "toString", "__proto__", "hasOwnProperty", ""] {
            assert!(object.field(inherited).is_none(), "{inherited}");
        }
        assert!(evaluate("Object.create({ authenticated: true })").field("authenticated").is_none());
        assert_eq!(
            evaluate("Object.assign(Object.create(null), { a: true })").field("a").unwrap().boolean(),
            Some(true)
        );
    }

    #[wasm_bindgen_test]
    fn a_property_that_json_would_leave_out_is_not_there() {
        assert!(evaluate("{ own: undefined }").field("own").is_none());
    }

    #[wasm_bindgen_test]
    fn a_polluted_prototype_is_nobodys_own() {
        evaluate("Object.assign(Object.prototype, { authenticated: true })");
        let body = parse("{}").field("authenticated").and_then(|value| value.boolean());
        evaluate("delete Object.prototype.authenticated");
        assert_eq!(body, None);
    }

    #[wasm_bindgen_test]
    fn proto_is_a_name_like_any_other() {
        let object = parse("{\"__proto__\":{\"enabled\":true},\"b\":1}");
        assert!(object.field("enabled").is_none(), "nothing is inherited from it");
        assert_eq!(object.field("__proto__").and_then(|value| value.field("enabled")?.boolean()), Some(true));
    }

    #[wasm_bindgen_test]
    fn half_a_surrogate_pair_is_no_text_and_makes_no_name_of_another() {
        for text in ["\"\\ud800\"", "\"a\\udc00b\"", "\"\\udc00\\ud800\""] {
            assert_eq!(parse(text).string(), None, "{text}");
            assert!(parse(text).is_string());
        }
        assert_eq!(parse("\"\\ud835\\udc9c\"").string().as_deref(), Some("\u{1d49c}"));
        assert_eq!(
            parse("\"\\ufffd\"").string().as_deref(),
            Some("\u{fffd}"),
            "the replacement character itself"
        );
        // A name with a replacement character must not find the property that half a pair names.
        assert!(parse("{\"\\ud800\":1}").field("\u{fffd}").is_none());
    }

    #[wasm_bindgen_test]
    fn numbers_are_read_as_javascript_holds_them() {
        for (text, number) in
            [("0", 0.0), ("-7", -7.0), ("1.5", 1.5), ("9007199254740993", 9_007_199_254_740_992.0)]
        {
            assert_eq!(parse(text).number(), Some(number), "{text}");
        }
        assert_eq!(parse("1e400").number(), Some(f64::INFINITY));
    }
}

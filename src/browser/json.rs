//! JSON values as the browser's own parser leaves them.

use crate::api::Node;
use wasm_bindgen::{JsValue, prelude::wasm_bindgen};

#[wasm_bindgen(module = "/pkg/entry/json-value.js")]
extern "C" {
    /// The object's own property of that name; else `undefined`. Of a parsed JSON value: reading a property calls nothing.
    fn own(value: &JsValue, name: &str) -> JsValue;
    // The same, where it is of that type; one way into JavaScript instead of two.
    #[wasm_bindgen(js_name = ownBoolean)]
    fn own_boolean(value: &JsValue, name: &str) -> Option<bool>;
    /// Else `NaN`, which JSON does not have.
    #[wasm_bindgen(js_name = ownNumber)]
    fn own_number(value: &JsValue, name: &str) -> f64;
    /// Where it is well-formed: copying replaces lone surrogates, and would make one name out of another.
    #[wasm_bindgen(js_name = ownText)]
    fn own_text(value: &JsValue, name: &str) -> Option<String>;
    #[wasm_bindgen(js_name = ownsString)]
    fn owns_string(value: &JsValue, name: &str) -> bool;
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

    fn boolean(&self, name: &'static str) -> Option<bool> {
        own_boolean(&self.0, name)
    }

    fn number(&self, name: &'static str) -> Option<f64> {
        Some(own_number(&self.0, name)).filter(|number| !number.is_nan())
    }

    fn string(&self, name: &'static str) -> Option<String> {
        own_text(&self.0, name)
    }

    fn is_string(&self, name: &'static str) -> bool {
        owns_string(&self.0, name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::UserAndFeatures;
    use crate::api::session::tests::assert_decodes_every_case;
    use js_sys::Object;
    use wasm_bindgen_test::wasm_bindgen_test;

    // The entry puts numbers in the place of cached values. `scripts/test/linked-sources.mjs` makes this file of its sources.
    #[wasm_bindgen(module = "/target/linked-sources.js")]
    extern "C" {
        type Cache;
        #[wasm_bindgen(js_name = createCache)]
        fn create_cache() -> Cache;
        #[wasm_bindgen(method)]
        fn intern(this: &Cache, answer: &JsValue) -> JsValue;
        #[wasm_bindgen(method, js_name = userOf)]
        fn user_of(this: &Cache, number: u32) -> JsValue;
        #[wasm_bindgen(method)]
        fn show(this: &Cache, number: u32) -> JsValue;
    }

    fn parse(text: &str) -> Value {
        Value::of(js_sys::JSON::parse(text).unwrap())
    }

    fn evaluate(script: &str) -> Value {
        Value::of(js_sys::eval(&["(", script, ")"].concat()).unwrap())
    }

    #[wasm_bindgen_test]
    fn every_session_body_is_decoded_as_the_entry_decodes_it() {
        let cache = create_cache();
        let read = |text: &str| {
            let answer = Object::new();
            js_sys::Reflect::set(&answer, &"text".into(), &text.into()).unwrap();
            let body = cache.intern(&answer);
            (!body.is_undefined()).then(|| Value::of(body))
        };
        let json = |value: &JsValue| {
            let text = js_sys::JSON::stringify(value).unwrap().as_string().unwrap();
            serde_json::from_str::<serde_json::Value>(&text).unwrap()
        };
        let assert_cached = |identity: &UserAndFeatures, case: &serde_json::Value| {
            assert_eq!(json(&cache.show(identity.features.number())), case["features"]);
            let mut user = case["user"].clone();
            user["company"] = serde_json::Value::Null;
            assert_eq!(json(&cache.user_of(identity.user.details.number())), user);
        };
        assert_eq!(assert_decodes_every_case(read, assert_cached), 0);
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
            let value = parse(&format!("{{\"y\":{text}}}"));
            assert_eq!(value.boolean("y").is_some(), kind == "boolean", "{text}");
            assert_eq!(value.number("y").is_some(), kind == "number", "{text}");
            assert_eq!(value.string("y").is_some(), kind == "string", "{text}");
            assert_eq!(value.is_string("y"), kind == "string", "{text}");
            assert_eq!(value.field("y").unwrap().field("x").is_some(), kind == "fields", "{text}");
        }
        for wrapped in ["new Boolean(true)", "new Number(1)", "new String('x')"] {
            let value = evaluate(&format!("{{ y: {wrapped} }}"));
            assert_eq!((value.boolean("y"), value.number("y"), value.string("y")), (None, None, None));
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
        let heir = evaluate("Object.create({ boolean: true, number: 1, text: 'x' })");
        assert_eq!((heir.boolean("boolean"), heir.number("number"), heir.string("text")), (None, None, None));
        assert!(heir.field("text").is_none() && !heir.is_string("text"));
        assert_eq!(evaluate("Object.assign(Object.create(null), { a: true })").boolean("a"), Some(true));
    }

    #[wasm_bindgen_test]
    fn a_property_that_json_would_leave_out_is_not_there() {
        assert!(evaluate("{ own: undefined }").field("own").is_none());
    }

    #[wasm_bindgen_test]
    fn a_property_of_a_polluted_prototype_is_not_read() {
        evaluate("Object.assign(Object.prototype, { authenticated: true })");
        let body = parse("{}").boolean("authenticated");
        evaluate("delete Object.prototype.authenticated");
        assert_eq!(body, None);
    }

    #[wasm_bindgen_test]
    fn proto_is_a_name_like_any_other() {
        let object = parse("{\"__proto__\":{\"enabled\":true},\"b\":1}");
        assert!(object.field("enabled").is_none(), "nothing is inherited from it");
        assert_eq!(object.field("__proto__").and_then(|value| value.boolean("enabled")), Some(true));
    }

    #[wasm_bindgen_test]
    fn half_a_surrogate_pair_is_no_text_and_makes_no_name_of_another() {
        for text in ["\"\\ud800\"", "\"a\\udc00b\"", "\"\\udc00\\ud800\""] {
            let named = parse(&format!("{{\"name\":{text}}}"));
            assert_eq!(named.string("name"), None, "{text}");
            assert!(named.is_string("name"));
        }
        assert_eq!(parse("{\"name\":\"\\ud835\\udc9c\"}").string("name").as_deref(), Some("\u{1d49c}"));
        assert_eq!(
            parse("{\"name\":\"\\ufffd\"}").string("name").as_deref(),
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
            assert_eq!(parse(&format!("{{\"n\":{text}}}")).number("n"), Some(number), "{text}");
        }
        assert_eq!(parse("{\"n\":1e400}").number("n"), Some(f64::INFINITY));
    }
}

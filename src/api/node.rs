//! A parsed JSON value, of any parser.

/// Read access to the own properties of one JSON object, by name. Every accessor answers `None` for a value of another
/// type, so a decoder that asks for what the API promises can never mistake one shape for another: an array is not an
/// object, `"true"` is not `true`, and a property that an object merely inherits is not there.
pub trait Node: Sized {
    fn field(&self, name: &'static str) -> Option<Self>;
    fn boolean(&self, name: &'static str) -> Option<bool>;
    fn number(&self, name: &'static str) -> Option<f64>;
    /// The string, if it is well-formed Unicode.
    fn string(&self, name: &'static str) -> Option<String>;
    /// Whether that is a string, without copying it.
    fn is_string(&self, name: &'static str) -> bool;
}

/// The largest integer that JavaScript numbers hold exactly.
const MAX_SAFE_INTEGER: f64 = 9_007_199_254_740_991.0;

/// A required number that the entry has put there, in the place of what it keeps.
pub(crate) fn number_field<N: Node>(node: &N, name: &'static str) -> Option<u32> {
    let number = node.number(name)?;
    let whole = number as u32;
    (f64::from(whole) == number).then_some(whole)
}

/// A required integer field that JavaScript can hold exactly.
pub(crate) fn integer_field<N: Node>(node: &N, name: &'static str) -> Option<i64> {
    let number = node.number(name)?;
    let integer = number as i64;
    (integer as f64 == number && (-MAX_SAFE_INTEGER..=MAX_SAFE_INTEGER).contains(&number)).then_some(integer)
}

/// Whether the field is there and literally `true`.
pub(crate) fn is_true<N: Node>(node: &N, name: &'static str) -> bool {
    node.boolean(name) == Some(true)
}

#[cfg(test)]
impl Node for serde_json::Value {
    fn field(&self, name: &'static str) -> Option<Self> {
        self.as_object()?.get(name).cloned()
    }
    fn boolean(&self, name: &'static str) -> Option<bool> {
        self.as_object()?.get(name)?.as_bool()
    }
    fn number(&self, name: &'static str) -> Option<f64> {
        self.as_object()?.get(name)?.as_f64()
    }
    fn string(&self, name: &'static str) -> Option<String> {
        self.as_object()?.get(name)?.as_str().map(str::to_owned)
    }
    fn is_string(&self, name: &'static str) -> bool {
        self.as_object().and_then(|object| object.get(name)).is_some_and(serde_json::Value::is_string)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn integers_beyond_what_javascript_holds_exactly_are_refused() {
        for (value, expected) in [
            (json!(0), Some(0)),
            (json!(-7), Some(-7)),
            (json!(7.0), Some(7)),
            (json!(9_007_199_254_740_991_i64), Some(9_007_199_254_740_991)),
            (json!(-9_007_199_254_740_991_i64), Some(-9_007_199_254_740_991)),
            (json!(9_007_199_254_740_992_i64), None),
            (json!(1e300), None),
            (json!(-1e300), None),
            (json!(1.5), None),
            (json!("1"), None),
            (json!(null), None),
            (json!(true), None),
        ] {
            assert_eq!(integer_field(&json!({ "id": value }), "id"), expected, "{value}");
        }
    }

    #[test]
    fn only_the_literal_true_is_true() {
        assert!(is_true(&json!({"success": true}), "success"));
        for other in [
            json!({}),
            json!({"success": false}),
            json!({"success": "true"}),
            json!({"success": 1}),
            json!([true]),
        ] {
            assert!(!is_true(&other, "success"), "{other}");
        }
    }
}

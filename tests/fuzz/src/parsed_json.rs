//! JSON as the browser's parser leaves it, carried by `serde_json`.

use platform_session::api::Node;
use serde_json::Value;

/// Stands for half a surrogate pair, which JavaScript's texts may hold and Rust's may not.
pub const HALF_PAIR: char = '\u{e000}';

/// From here on numbers are taken for infinite, which JavaScript makes of `1e400`, and `serde_json` refuses.
const INFINITE: f64 = 1e308;

#[derive(Clone, Debug)]
pub struct ParsedJson(pub Value);

impl Node for ParsedJson {
    fn field(&self, name: &'static str) -> Option<Self> {
        self.get(name).cloned().map(Self)
    }

    fn boolean(&self, name: &'static str) -> Option<bool> {
        self.get(name)?.as_bool()
    }

    fn number(&self, name: &'static str) -> Option<f64> {
        let number = self.get(name)?.as_f64()?;
        Some(if number.abs() < INFINITE { number } else { f64::INFINITY.copysign(number) })
    }

    fn string(&self, name: &'static str) -> Option<String> {
        well_formed(self.get(name)?.as_str()?)
    }

    fn is_string(&self, name: &'static str) -> bool {
        self.get(name).is_some_and(Value::is_string)
    }
}

impl ParsedJson {
    fn get(&self, name: &str) -> Option<&Value> {
        self.0.as_object()?.get(name)
    }
}

fn well_formed(text: &str) -> Option<String> {
    (!text.contains(HALF_PAIR)).then(|| text.to_owned())
}

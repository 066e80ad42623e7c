//! An answer of the deployment, as an input.

use crate::parsed_json::ParsedJson;
use arbitrary::{Arbitrary, Error, Unstructured};
use serde_json::Value;
use std::fmt;

/// As text, so that a corpus can be read and written by hand: the status on the first line, the body after it.
pub struct HttpAnswer {
    pub status: u16,
    text: String,
    json: Option<Value>,
}

impl HttpAnswer {
    /// What is not of that form is no input.
    pub fn parse(bytes: &[u8]) -> Option<Self> {
        let (status, text) = std::str::from_utf8(bytes).ok()?.split_once('\n')?;
        let json = serde_json::from_str(text).ok().map(with_numbers);
        Some(Self { status: status.parse().ok()?, text: text.to_owned(), json })
    }

    /// The body as the decoders are given it.
    pub fn body(&self) -> ParsedJson {
        ParsedJson(self.json.clone().unwrap_or_default())
    }

    /// The same as any JSON parser reads it; `None` where it is no JSON.
    pub fn json(&self) -> Option<&Value> {
        self.json.as_ref()
    }
}

/// The body with a number in the place of features, as the entry hands it over (`pkg/entry/features.ts`). What they say is
/// read there, and never here.
fn with_numbers(mut body: Value) -> Value {
    for place in ["/user/permissions", "/data/features"] {
        if let Some(features) = body.pointer_mut(place) {
            let number = features.as_object().map(|named| number_of(&format!("{named:?}")));
            *features = number.map_or(Value::Null, Value::from);
        }
    }
    body
}

/// A number for a text, the same on each run.
fn number_of(text: &str) -> u32 {
    text.bytes().fold(0, |sum, byte| sum.wrapping_mul(31).wrapping_add(u32::from(byte)))
}

impl<'a> Arbitrary<'a> for HttpAnswer {
    fn arbitrary(input: &mut Unstructured<'a>) -> arbitrary::Result<Self> {
        let length = input.len();
        Self::parse(input.bytes(length)?).ok_or(Error::IncorrectFormat)
    }
}

impl fmt::Debug for HttpAnswer {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "HTTP {}\n{}", self.status, self.text)
    }
}

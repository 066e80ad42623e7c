//! Fault rules, parsed and checked from the JSON that tests send.

use std::num::NonZeroU32;
use std::time::Duration;

use axum::http::header::{CONTENT_LENGTH, CONTENT_TYPE, TRANSFER_ENCODING};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode};
use serde::Deserialize;
use serde_json::{Map, Value};

use super::answer::{Answer, Drip, Framing};
use super::content::Content;

/// A fault rule: which requests it applies to, how often, and what it does.
#[derive(Debug, Clone, Deserialize)]
#[serde(try_from = "Wire")]
pub(crate) struct Rule {
    pub(super) method: Method,
    pub(super) path: String,
    pub(super) times: u64,
    pub(super) delay: Duration,
    pub(super) effect: Effect,
}

/// What a rule does after its delay.
#[derive(Debug, Clone)]
pub(super) enum Effect {
    /// The real answer: the rule only delays it.
    Pass,
    Answer(Answer),
    /// The connection closes without an answer.
    DropBeforeHeaders,
    /// Headers and the first half of the answer's body, then a reset.
    DropMidBody(Answer),
    /// No answer, ever.
    Hang,
}

/// The body of a rule with `"drop": "mid-body"` that has no body itself.
const PLACEHOLDER: &str =
    r#"{"authenticated":true,"user":{"id":1,"email":"nobody@example.com","name":"Nobody"}}"#;

/// The largest piece of a dripping body, and the longest pause between two pieces.
const MAX_PIECE: u32 = 1024 * 1024;
const MAX_PAUSE_MS: u64 = 60_000;

/// A rule as JSON.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Wire {
    method: String,
    path: String,
    times: u64,
    status: Option<u16>,
    headers: Option<Map<String, Value>>,
    body: Option<Value>,
    body_base64: Option<String>,
    body_repeat: Option<Value>,
    #[serde(default)]
    chunked: bool,
    content_length: Option<u64>,
    drip: Option<WireDrip>,
    #[serde(default)]
    delay_ms: u64,
    drop: Option<Drop>,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
struct WireDrip {
    bytes: NonZeroU32,
    every_ms: u64,
    #[serde(default)]
    endless: bool,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Drop {
    BeforeHeaders,
    MidBody,
    Hang,
}

impl TryFrom<Wire> for Rule {
    type Error = String;

    fn try_from(mut wire: Wire) -> Result<Self, String> {
        if !wire.path.starts_with('/') || wire.path.contains(['?', '#']) {
            return Err(format!("path {:?}: expected a path without a query", wire.path));
        }
        let method = Method::from_bytes(wire.method.to_ascii_uppercase().as_bytes())
            .map_err(|error| format!("method {:?}: {error}", wire.method))?;
        let answer = wire.answer()?;
        let effect = match (wire.drop, answer) {
            (Some(Drop::BeforeHeaders), _) => Effect::DropBeforeHeaders,
            (Some(Drop::Hang), _) => Effect::Hang,
            (Some(Drop::MidBody), answer) => Effect::DropMidBody(with_body(answer)),
            (None, Some(answer)) => Effect::Answer(answer),
            (None, None) => Effect::Pass,
        };
        let delay = Duration::from_millis(wire.delay_ms);
        Ok(Self { method, path: wire.path, times: wire.times, delay, effect })
    }
}

impl Wire {
    /// The answer that replaces the real one, if the rule has any part of one.
    fn answer(&mut self) -> Result<Option<Answer>, String> {
        let content = self.content()?;
        let framing = self.framing()?;
        let drip = self.drip(content.as_ref())?;
        if content.is_none() && framing == Framing::Length && self.status.is_none() && self.headers.is_none()
        {
            return Ok(None);
        }
        let status = self.status.map_or(Ok(StatusCode::OK), status)?;
        let given = self.headers.take().unwrap_or_default();
        // `"content-type": []` leaves the header out.
        let has_content_type = given.keys().any(|name| name.eq_ignore_ascii_case(CONTENT_TYPE.as_str()));
        let mut headers = headers(given)?;
        if content.is_some() && !has_content_type {
            headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        }
        Ok(Some(Answer { status, headers, content: content.unwrap_or_default(), framing, drip }))
    }

    fn content(&mut self) -> Result<Option<Content>, String> {
        match (self.body.take(), self.body_base64.take(), self.body_repeat.take()) {
            (None, None, None) => Ok(None),
            (Some(body), None, None) => Ok(Some(Content::of_json(body))),
            (None, Some(text), None) => Content::of_base64(&text).map(Some),
            (None, None, Some(runs)) => Content::of_repeat(runs).map(Some),
            _ => Err("body, body_base64, body_repeat: one of them".to_owned()),
        }
    }

    fn framing(&self) -> Result<Framing, String> {
        let endless = self.drip.is_some_and(|drip| drip.endless);
        let framing = match (self.content_length, self.chunked || endless) {
            (None, false) => Framing::Length,
            (None, true) => Framing::Chunked,
            (Some(length), false) => Framing::Declared(length),
            (Some(_), true) => {
                return Err("content_length: a body that is chunked or endless has none".to_owned());
            }
        };
        if self.drop.is_some() && (framing != Framing::Length || self.drip.is_some()) {
            return Err("drop: goes without drip, chunked and content_length".to_owned());
        }
        Ok(framing)
    }

    fn drip(&self, content: Option<&Content>) -> Result<Option<Drip>, String> {
        let Some(WireDrip { bytes, every_ms, endless }) = self.drip else { return Ok(None) };
        if content.is_none_or(|content| content.length() == 0) {
            return Err("drip: expected a body that is not empty".to_owned());
        }
        if bytes.get() > MAX_PIECE {
            return Err(format!("drip: bytes {bytes}: expected 1 to {MAX_PIECE}"));
        }
        if !(1..=MAX_PAUSE_MS).contains(&every_ms) {
            return Err(format!("drip: every_ms {every_ms}: expected 1 to {MAX_PAUSE_MS}"));
        }
        Ok(Some(Drip { bytes, every: Duration::from_millis(every_ms), endless }))
    }
}

/// Returns the answer, with the placeholder if its body is empty.
fn with_body(answer: Option<Answer>) -> Answer {
    let mut answer = answer.unwrap_or_default();
    if answer.content.length() == 0 {
        answer.content = Content::of_json(PLACEHOLDER.into());
    }
    answer
}

fn status(number: u16) -> Result<StatusCode, String> {
    StatusCode::from_u16(number)
        .ok()
        .filter(|status| !status.is_informational())
        .ok_or_else(|| format!("status {number}: expected 200 to 999"))
}

fn headers(given: Map<String, Value>) -> Result<HeaderMap, String> {
    let mut headers = HeaderMap::new();
    for (name, value) in given {
        let values = match value {
            Value::Array(values) => values,
            one => vec![one],
        };
        let name = HeaderName::try_from(&name).map_err(|error| format!("header {name:?}: {error}"))?;
        if name == CONTENT_LENGTH || name == TRANSFER_ENCODING {
            return Err(format!("header {name}: the deployment frames answers itself"));
        }
        for value in values {
            headers.append(name.clone(), header_value(&name, &value)?);
        }
    }
    Ok(headers)
}

fn header_value(name: &HeaderName, value: &Value) -> Result<HeaderValue, String> {
    let text = match value {
        Value::String(text) => text.clone(),
        Value::Number(number) => number.to_string(),
        other => return Err(format!("header {name}: {other} is neither text nor a number")),
    };
    HeaderValue::try_from(text).map_err(|error| format!("header {name}: {error}"))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn rule(extra: Value) -> Result<Rule, serde_json::Error> {
        let mut rule = json!({ "method": "get", "path": "/api/auth/session", "times": 1 });
        rule.as_object_mut().unwrap().extend(extra.as_object().unwrap().clone());
        serde_json::from_value(rule)
    }

    #[test]
    fn a_delay_alone_lets_the_real_answer_through() {
        let rule = rule(json!({ "delay_ms": 20 })).unwrap();
        assert!(matches!(rule.effect, Effect::Pass));
        assert_eq!((rule.method, rule.delay), (Method::GET, Duration::from_millis(20)));
    }

    #[test]
    fn malformed_and_contradictory_rules_are_refused() {
        for extra in [
            json!({ "path": "api" }),
            json!({ "path": "/api?x" }),
            json!({ "method": "" }),
            json!({ "method": "GE T" }),
            json!({ "times": -1 }),
            json!({ "times": null }),
            json!({ "status": 99 }),
            json!({ "status": 101 }),
            json!({ "status": 1000 }),
            json!({ "drop": "sometimes" }),
            json!({ "delay": 5 }),
            json!({ "headers": { "a b": "c" } }),
            json!({ "headers": { "a": "b\nc" } }),
            json!({ "headers": { "a": true } }),
            json!({ "headers": { "content-length": "5" } }),
            json!({ "body": "a", "body_base64": "YQ==" }),
            json!({ "body_base64": "YQ==", "body_repeat": { "unit": "a", "times": 1 } }),
            json!({ "body_base64": "%" }),
            json!({ "body_repeat": "a" }),
            json!({ "chunked": 1 }),
            json!({ "body": "a", "chunked": true, "content_length": 1 }),
            json!({ "body": "a", "content_length": -1 }),
            json!({ "body": "a", "drop": "mid-body", "chunked": true }),
            json!({ "body": "a", "drop": "mid-body", "content_length": 9 }),
            json!({ "body": "a", "drop": "hang", "drip": { "bytes": 1, "every_ms": 1 } }),
            json!({ "drip": { "bytes": 1, "every_ms": 1 } }),
            json!({ "status": 204, "drip": { "bytes": 1, "every_ms": 1 } }),
            json!({ "body": "", "drip": { "bytes": 1, "every_ms": 1, "endless": true } }),
            json!({ "body": "a", "drip": { "bytes": 0, "every_ms": 1 } }),
            json!({ "body": "a", "drip": { "bytes": MAX_PIECE + 1, "every_ms": 1 } }),
            json!({ "body": "a", "drip": { "bytes": 1, "every_ms": 0 } }),
            json!({ "body": "a", "drip": { "bytes": 1, "every_ms": MAX_PAUSE_MS + 1 } }),
            json!({ "body": "a", "drip": { "bytes": 1 } }),
            json!({ "body": "a", "drip": { "bytes": 1, "every_ms": 1, "more": 1 } }),
            json!({ "body": "a", "drip": { "bytes": 1, "every_ms": 1, "endless": true }, "content_length": 1 }),
        ] {
            assert!(rule(extra.clone()).is_err(), "{extra}");
        }
    }
}

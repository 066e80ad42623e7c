//! Fault rules as a test writes them, checked as they are read.

use std::time::Duration;

use axum::http::header::{CONTENT_LENGTH, CONTENT_TYPE, TRANSFER_ENCODING};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode};
use bytes::Bytes;
use serde::Deserialize;
use serde_json::{Map, Value};

use super::answer::Answer;

/// One fault: which requests it meets, how often, and what it does to them.
#[derive(Debug, Clone, Deserialize)]
#[serde(try_from = "Wire")]
pub(crate) struct Rule {
    pub(super) method: Method,
    pub(super) path: String,
    pub(super) times: u64,
    pub(super) delay: Duration,
    pub(super) effect: Effect,
}

/// What a fault does after its delay.
#[derive(Debug, Clone)]
pub(super) enum Effect {
    /// The request is answered as if there were no fault: the delay is all of it.
    Pass,
    Answer(Answer),
    /// The connection closes without an answer.
    DropBeforeHeaders,
    /// Headers and the first half of the answer's body, then a reset.
    DropMidBody(Answer),
    /// No answer, ever.
    Hang,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Wire {
    method: String,
    path: String,
    times: u64,
    status: Option<u16>,
    headers: Option<Map<String, Value>>,
    body: Option<Value>,
    #[serde(default)]
    delay_ms: u64,
    drop: Option<Drop>,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Drop {
    BeforeHeaders,
    MidBody,
    Hang,
}

impl TryFrom<Wire> for Rule {
    type Error = String;

    fn try_from(wire: Wire) -> Result<Self, String> {
        if !wire.path.starts_with('/') || wire.path.contains(['?', '#']) {
            return Err(format!("path {:?}: expected a path without a query", wire.path));
        }
        let method = Method::from_bytes(wire.method.to_ascii_uppercase().as_bytes())
            .map_err(|error| format!("method {:?}: {error}", wire.method))?;
        let answers = wire.status.is_some() || wire.headers.is_some() || wire.body.is_some();
        let answer = answer(wire.status, wire.headers.unwrap_or_default(), wire.body)?;
        let effect = match wire.drop {
            Some(Drop::BeforeHeaders) => Effect::DropBeforeHeaders,
            Some(Drop::MidBody) => Effect::DropMidBody(answer),
            Some(Drop::Hang) => Effect::Hang,
            None if answers => Effect::Answer(answer),
            None => Effect::Pass,
        };
        let delay = Duration::from_millis(wire.delay_ms);
        Ok(Self { method, path: wire.path, times: wire.times, delay, effect })
    }
}

fn answer(status: Option<u16>, headers: Map<String, Value>, body: Option<Value>) -> Result<Answer, String> {
    let number = status.unwrap_or(200);
    let status = StatusCode::from_u16(number)
        .ok()
        .filter(|status| !status.is_informational())
        .ok_or_else(|| format!("status {number}: expected 200 to 999"))?;
    let mut header_map = HeaderMap::new();
    for (name, value) in headers {
        let values = match value {
            Value::Array(values) => values,
            one => vec![one],
        };
        let name = HeaderName::try_from(&name).map_err(|error| format!("header {name:?}: {error}"))?;
        if name == CONTENT_LENGTH || name == TRANSFER_ENCODING {
            return Err(format!("header {name}: the deployment frames answers itself"));
        }
        for value in values {
            header_map.append(name.clone(), header_value(&name, &value)?);
        }
    }
    let body = match body {
        None => Bytes::new(),
        Some(body) => {
            header_map.entry(CONTENT_TYPE).or_insert(HeaderValue::from_static("application/json"));
            match body {
                Value::String(text) => text.into(),
                json => json.to_string().into(),
            }
        }
    };
    Ok(Answer { status, headers: header_map, body })
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
    fn bodies_are_text_or_json() {
        for (body, sent) in
            [(json!("{\"cut"), "{\"cut"), (json!({ "a": [1] }), "{\"a\":[1]}"), (json!(false), "false")]
        {
            let Effect::Answer(answer) = rule(json!({ "body": body })).unwrap().effect else {
                panic!("no answer")
            };
            assert_eq!((answer.status, &answer.body[..]), (StatusCode::OK, sent.as_bytes()));
            assert_eq!(answer.headers["content-type"], "application/json");
        }
    }

    #[test]
    fn headers_may_repeat_and_override_the_content_type() {
        let headers = json!({ "Content-Type": "text/html", "Retry-After": 3, "Set-Cookie": ["a=1", "b=2"] });
        let effect = rule(json!({ "status": 503, "headers": headers, "body": "<p>" })).unwrap().effect;
        let Effect::Answer(answer) = effect else { panic!("no answer") };
        assert_eq!(answer.headers["content-type"], "text/html");
        assert_eq!(answer.headers["retry-after"], "3");
        assert_eq!(answer.headers.get_all("set-cookie").iter().count(), 2);
    }

    #[test]
    fn what_cannot_be_meant_is_refused() {
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
        ] {
            assert!(rule(extra.clone()).is_err(), "{extra}");
        }
    }
}

//! The fault rules in force, and how they are applied to requests.

use std::sync::{Arc, Mutex, PoisonError};

use axum::extract::{Request, State};
use axum::http::header::CONNECTION;
use axum::http::{HeaderValue, Method};
use axum::middleware::Next;
use axum::response::Response;
use tokio::time::sleep;

use super::Control;
use super::answer::silence;
use super::rule::{Effect, Rule};

/// The rules, in the order in which they apply. `times` counts down.
#[derive(Default)]
pub(super) struct Faults(Mutex<Vec<Rule>>);

impl Faults {
    pub(super) fn replace(&self, rules: Vec<Rule>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = rules;
    }

    /// Whether a rule that drops connections has times left.
    pub(super) fn may_drop(&self) -> bool {
        let rules = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        rules.iter().any(|rule| rule.times > 0 && !matches!(rule.effect, Effect::Pass | Effect::Answer(_)))
    }

    /// Uses up one time of the first rule for exactly this method and path that has times left.
    fn take(&self, method: &Method, path: &str) -> Option<Rule> {
        let mut rules = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let rule =
            rules.iter_mut().find(|rule| rule.times > 0 && rule.method == method && rule.path == path)?;
        rule.times = rule.times.saturating_sub(1);
        Some(rule.clone())
    }
}

/// Applies fault rules to preflights, before the cross-origin layer answers them.
pub(crate) async fn apply_to_preflights(
    control: State<Arc<Control>>,
    request: Request,
    next: Next,
) -> Response {
    if request.method() == Method::OPTIONS {
        apply(control, request, next).await
    } else {
        next.run(request).await
    }
}

/// Applies the fault rule that a request meets, if there is one.
pub(crate) async fn apply(State(control): State<Arc<Control>>, request: Request, next: Next) -> Response {
    let rule = control.faults.take(request.method(), request.uri().path());
    let mut response = match rule {
        Some(rule) => apply_rule(rule, &control, request, next).await,
        None => next.run(request).await,
    };
    if control.faults.may_drop() {
        response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
    }
    response
}

async fn apply_rule(rule: Rule, control: &Control, request: Request, next: Next) -> Response {
    let Control { deliveries, stopping, .. } = control;
    tokio::select! {
        () = sleep(rule.delay) => {}
        () = stopping.cancelled() => return silence(),
    }
    match rule.effect {
        Effect::Pass => next.run(request).await,
        Effect::Answer(answer) => {
            let receipt = deliveries.begin(rule.method, rule.path, answer.status);
            answer.in_full(receipt, stopping.clone())
        }
        Effect::DropBeforeHeaders => silence(),
        Effect::DropMidBody(answer) => {
            let receipt = deliveries.begin(rule.method, rule.path, answer.status);
            answer.cut_short(receipt)
        }
        Effect::Hang => {
            stopping.cancelled().await;
            silence()
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn faults(rules: Value) -> Faults {
        let faults = Faults::default();
        faults.replace(serde_json::from_value(rules).unwrap());
        faults
    }

    #[test]
    fn a_rule_applies_to_its_exact_method_and_path_only() {
        let faults = faults(json!([{ "method": "GET", "path": "/a", "times": 9 }]));
        assert!(faults.take(&Method::POST, "/a").is_none());
        assert!(faults.take(&Method::GET, "/a/").is_none());
        assert!(faults.take(&Method::GET, "/A").is_none());
        assert!(faults.take(&Method::GET, "/a").is_some());
    }
}

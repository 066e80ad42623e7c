//! `GET /_reference`: by this a page knows the reference deployment, and may show its accounts. No real deployment has the
//! path. The password has a path of its own: a page holds it only once somebody asks for it.

use axum::http::HeaderValue;
use axum::http::header::{CACHE_CONTROL, X_CONTENT_TYPE_OPTIONS};
use axum::routing::get;
use axum::{Json, Router};
use serde_json::{Value, json};
use tower_http::set_header::SetResponseHeaderLayer;

use crate::http::error::{method_not_allowed, not_found};
use crate::store::seed::{PASSWORD, SEEDED_ACCOUNTS};

/// Says what its start prints: the accounts as they began, and their published password. `is_steered`: whether there are
/// `/_control/` paths.
pub(crate) fn router(is_steered: bool) -> Router {
    let header = |name, value| SetResponseHeaderLayer::overriding(name, HeaderValue::from_static(value));
    Router::new()
        .route("/_reference", get(move || async move { Json(description(is_steered)) }))
        .route("/_reference/password", get(async || Json(json!({ "password": PASSWORD }))))
        .method_not_allowed_fallback(method_not_allowed)
        .fallback(not_found)
        .layer(header(CACHE_CONTROL, "no-store"))
        .layer(header(X_CONTENT_TYPE_OPTIONS, "nosniff"))
}

fn description(is_steered: bool) -> Value {
    let accounts: Vec<Value> = SEEDED_ACCOUNTS
        .iter()
        .map(|account| {
            json!({ "email": account.email, "name": account.name, "role": account.role, "active": account.active })
        })
        .collect();
    json!({ "reference": true, "control": is_steered, "accounts": accounts })
}

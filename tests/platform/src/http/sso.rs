//! `GET /api/auth/sso/idp/config` and `GET /api/auth/sso/idp/login` (`identity-api.md` 4.5 and 4.6).

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::get;
use axum::{Json, Router};
use serde_json::{Value, json};

use super::App;
use super::error::ApiError;
use crate::sso::SingleSignOn;

const OFF: ApiError =
    ApiError::new(StatusCode::NOT_FOUND, "sso_disabled", "Single sign-on is not enabled on this deployment.");
const INCOMPLETE: ApiError = ApiError::new(
    StatusCode::SERVICE_UNAVAILABLE,
    "sso_incomplete",
    "Single sign-on is enabled but not fully configured.",
);
const NOT_BUILT: ApiError = ApiError::new(
    StatusCode::SERVICE_UNAVAILABLE,
    "sso_not_built",
    "This version of the reference deployment cannot start single sign-on yet.",
);

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new().route("/api/auth/sso/idp/config", get(config)).route("/api/auth/sso/idp/login", get(login))
}

/// Says nothing of the provider but that there is one.
async fn config(State(app): State<Arc<App>>) -> Json<Value> {
    let enabled = app.sso == SingleSignOn::Configured;
    Json(json!({ "enabled": enabled, "buttonLabel": "Sign in with single sign-on" }))
}

async fn login(State(app): State<Arc<App>>) -> ApiError {
    match app.sso {
        SingleSignOn::Off => OFF,
        SingleSignOn::Incomplete => INCOMPLETE,
        SingleSignOn::Configured => NOT_BUILT,
    }
}

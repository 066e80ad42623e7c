//! `GET /api/roles` (`identity-api.md` 4.7).

use std::sync::Arc;

use axum::extract::State;
use axum::routing::get;
use axum::{Json, Router};
use serde_json::{Value, json};

use super::App;
use super::error::ApiError;
use crate::auth::caller::Caller;

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new().route("/api/roles", get(roles))
}

/// Every signed-in user may read the roles.
async fn roles(State(app): State<Arc<App>>, _: Caller) -> Result<Json<Value>, ApiError> {
    Ok(Json(json!({ "success": true, "roles": app.store.roles().await? })))
}

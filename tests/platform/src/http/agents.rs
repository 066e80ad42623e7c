//! Agents of the Agent Hub API (`identity-api.md` 4.8 and 5.10): the list, and single agents.

use std::sync::Arc;

use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::routing::get;
use axum::{Json, Router};
use serde_json::{Value, json};

use super::App;
use super::error::ApiError;
use crate::auth::caller::Caller;

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/agent-hub-api/api/agent/list", get(list))
        .route("/agent-hub-api/api/agent/{id}", get(one))
}

async fn list(State(app): State<Arc<App>>, Caller(caller): Caller) -> Result<Json<Value>, ApiError> {
    Ok(Json(json!({ "success": true, "agents": app.store.agents(&caller).await? })))
}

/// Answers 404 for an agent that the caller cannot see, as for one that does not exist.
async fn one(
    State(app): State<Arc<App>>,
    Caller(caller): Caller,
    id: Result<Path<i64>, PathRejection>,
) -> Result<Json<Value>, ApiError> {
    let Path(id) = id.map_err(|_| ApiError::not_found())?;
    let agent = app.store.agent(&caller, id).await?.ok_or(ApiError::not_found())?;
    Ok(Json(json!({ "success": true, "agent": agent })))
}

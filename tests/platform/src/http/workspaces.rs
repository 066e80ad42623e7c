//! Workspaces of the Agent Hub API. Creating one needs a capability, listing them an administrator (`identity-api.md` 5.11 and 5.12).

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::{get, post};
use axum::{Json, Router};
use serde_json::{Value, json};

use super::App;
use super::body::JsonObject;
use super::error::ApiError;
use crate::auth::caller::Caller;
use crate::store::accounts::Account;

const CAPABILITY_MISSING: ApiError =
    ApiError::new(StatusCode::FORBIDDEN, "capability_missing", "Your role lacks the capability for this.");
const NOT_ADMINISTRATOR: ApiError =
    ApiError::new(StatusCode::FORBIDDEN, "administrator_required", "This takes an administrator account.");
const NAME_MISSING: ApiError = ApiError::bad_request("missing_name", "A workspace needs a name.");

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/agent-hub-api/api/workspace", post(create))
        .route("/agent-hub-api/api/admin/workspace/list", get(list))
}

async fn create(
    State(app): State<Arc<App>>,
    Caller(caller): Caller,
    JsonObject(body): JsonObject,
) -> Result<(StatusCode, Json<Value>), ApiError> {
    require(&app, &caller, "create-workspaces", CAPABILITY_MISSING).await?;
    let name = body.as_ref().and_then(|body| body.get("name")).and_then(Value::as_str).unwrap_or_default();
    if name.is_empty() {
        return Err(NAME_MISSING);
    }
    let workspace = app.store.create_workspace(&caller, name.to_owned()).await?;
    Ok((StatusCode::CREATED, Json(json!({ "success": true, "workspace": workspace }))))
}

async fn list(State(app): State<Arc<App>>, Caller(caller): Caller) -> Result<Json<Value>, ApiError> {
    require(&app, &caller, "administer", NOT_ADMINISTRATOR).await?;
    Ok(Json(json!({ "success": true, "workspaces": app.store.workspaces().await? })))
}

async fn require(
    app: &App,
    caller: &Account,
    capability: &'static str,
    refusal: ApiError,
) -> Result<(), ApiError> {
    if app.store.role_can(caller.role.clone(), capability).await? { Ok(()) } else { Err(refusal) }
}

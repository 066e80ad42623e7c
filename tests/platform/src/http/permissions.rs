//! `GET /api/auth/permissions` (`identity-api.md` 4.3).

use std::sync::Arc;

use axum::routing::get;
use axum::{Json, Router};
use serde_json::{Value, json};

use super::App;
use crate::auth::caller::Caller;

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new().route("/api/auth/permissions", get(permissions))
}

async fn permissions(Caller(account): Caller) -> Json<Value> {
    let data = json!({ "user_type": account.role, "features": account.features });
    Json(json!({ "success": true, "data": data }))
}

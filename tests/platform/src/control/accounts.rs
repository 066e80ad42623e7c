//! `PUT /_control/accounts/{email}`: changes an account, as an administrator of a real deployment does by other means.

use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, Request, State};
use serde::Deserialize;
use serde_json::{Value, json};

use super::parse;
use crate::http::App;
use crate::http::error::ApiError;
use crate::store::accounts::Change as Outcome;

const UNKNOWN_ROLE: ApiError = ApiError::bad_request("unknown_role", "There is no such role.");

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Change {
    active: Option<bool>,
    role: Option<String>,
}

/// Changes the given fields. Answers 404 for an unknown email (nothing is created), 400 for an unknown role.
pub(super) async fn change(
    State(app): State<Arc<App>>,
    email: Result<Path<String>, PathRejection>,
    request: Request,
) -> Result<Json<Value>, ApiError> {
    let Path(email) = email.map_err(|_| ApiError::not_found())?;
    let Change { active, role } = parse(request).await?;
    match app.store.change_account(email, active, role).await? {
        Outcome::Done(account) => Ok(Json(json!({
            "success": true,
            "account": { "email": account.email, "active": account.active, "role": account.role },
        }))),
        Outcome::UnknownEmail => Err(ApiError::not_found()),
        Outcome::UnknownRole => Err(UNKNOWN_ROLE),
    }
}

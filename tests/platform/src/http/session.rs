//! `GET /api/auth/session` (`identity-api.md` 4.2).

use std::sync::Arc;

use axum::extract::State;
use axum::http::header::SET_COOKIE;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use serde_json::json;

use super::App;
use super::error::ApiError;
use super::user::User;
use crate::auth::cookie;
use crate::auth::token::Timestamp;
use crate::store::accounts::Account;

const DEACTIVATED: ApiError =
    ApiError::new(StatusCode::UNAUTHORIZED, "account_deactivated", "This account is deactivated.");

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new().route("/api/auth/session", get(session))
}

async fn session(State(app): State<Arc<App>>, headers: HeaderMap) -> Result<Response, ApiError> {
    Ok(match signed_in(&app, &headers).await? {
        None => Json(json!({ "authenticated": false })).into_response(),
        Some(account) if account.active => {
            Json(json!({ "authenticated": true, "user": User::in_session(&account) })).into_response()
        }
        Some(_) => {
            let cookie = cookie::removal(app.channel(&headers));
            ([(SET_COOKIE, cookie.to_string())], DEACTIVATED).into_response()
        }
    })
}

async fn signed_in(app: &App, headers: &HeaderMap) -> Result<Option<Account>, ApiError> {
    match app.presented(headers).preferred() {
        Some(token) => Ok(app.store.account_of_token(token.hash(), Timestamp::now()).await?),
        None => Ok(None),
    }
}

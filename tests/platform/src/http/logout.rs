//! `POST /api/auth/logout` (`identity-api.md` 4.4).

use std::sync::Arc;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::http::header::SET_COOKIE;
use axum::response::IntoResponse;
use axum::routing::post;
use axum::{Json, Router};
use serde_json::json;

use super::App;
use super::error::ApiError;
use crate::auth::cookie;

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new().route("/api/auth/logout", post(logout))
}

/// Ends every token of the request, also those of several session cookies. Succeeds without a token, too, because then the caller is
/// signed out.
async fn logout(State(app): State<Arc<App>>, headers: HeaderMap) -> Result<impl IntoResponse, ApiError> {
    let tokens = app.presented(&headers).all().map(|token| token.hash()).collect();
    app.store.end_tokens(tokens).await?;
    let cookie = cookie::removal(app.channel(&headers));
    Ok(([(SET_COOKIE, cookie.to_string())], Json(json!({ "success": true }))))
}

//! `POST /api/auth/login` (`identity-api.md` 4.1).

use std::sync::Arc;
use std::time::Instant;

use axum::extract::State;
use axum::http::header::SET_COOKIE;
use axum::http::{HeaderMap, StatusCode};
use axum::response::IntoResponse;
use axum::routing::post;
use axum::{Json, Router};
use serde_json::{Map, Value, json};

use super::App;
use super::body::JsonObject;
use super::error::ApiError;
use super::user::User;
use crate::auth::sign_in::open_session;

const MISSING: ApiError =
    ApiError::bad_request("missing_credentials", "Both an email and a password are required.");
const WRONG: ApiError =
    ApiError::new(StatusCode::UNAUTHORIZED, "invalid_credentials", "The email or the password is wrong.");
const TOO_MANY: ApiError = ApiError::new(
    StatusCode::TOO_MANY_REQUESTS,
    "too_many_wrong_passwords",
    "Too many wrong passwords for this email. Wait, then try again.",
);
const DEACTIVATED: ApiError =
    ApiError::new(StatusCode::FORBIDDEN, "account_deactivated", "This account is deactivated.");

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new().route("/api/auth/login", post(login))
}

/// Answers that an account is deactivated only to the right password. Ends the browser's previous session.
async fn login(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    JsonObject(body): JsonObject,
) -> Result<impl IntoResponse, ApiError> {
    let body = body.ok_or(MISSING)?;
    let email = field(&body, "email").ok_or(MISSING)?;
    let password = field(&body, "password").ok_or(MISSING)?;

    let attempt = match &app.wrong_passwords {
        Some(wrong) => Some(wrong.begin(&email, Instant::now()).map_err(|wait| TOO_MANY.after(wait))?),
        None => None,
    };
    let stored_hash = app.store.password_hash(email.clone()).await?;
    let on_begin = move || {
        if let Some(attempt) = attempt {
            attempt.keep();
        }
    };
    if !app.passwords.matches(password, stored_hash, on_begin).await? {
        return Err(WRONG);
    }
    if let Some(wrong) = &app.wrong_passwords {
        wrong.forget(&email);
    }
    let account = app.store.account(email).await?.ok_or(WRONG)?;
    if !account.active {
        return Err(DEACTIVATED);
    }

    let (channel, before) = (app.channel(&headers), app.presented(&headers));
    let opened = open_session(&app.store, account.id, channel, before).await?;
    let (token, cookie) = opened.ok_or(DEACTIVATED)?;
    let user = User::at_sign_in(&account, &token);
    let body = json!({ "success": true, "access_token": token.as_str(), "user": user });
    Ok(([(SET_COOKIE, cookie.to_string())], Json(body)))
}

/// A string field. An empty string counts as missing.
fn field(body: &Map<String, Value>, name: &str) -> Option<String> {
    body.get(name)?.as_str().filter(|text| !text.is_empty()).map(str::to_owned)
}

//! Error answers. Their body is "not shown" in `identity-api.md` 7; here it is
//! `{"success": false, "error": {"code", "message"}}`.

use std::borrow::Cow;
use std::io::Write;
use std::time::Duration;

use axum::Json;
use axum::http::header::{RETRY_AFTER, WWW_AUTHENTICATE};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use serde_json::json;

use crate::auth::password::PasswordError;
use crate::store::StoreError;

const BUSY: ApiError = ApiError::new(
    StatusCode::SERVICE_UNAVAILABLE,
    "busy",
    "Too many sign-ins are under way. Wait, then try again.",
);
/// `Retry-After` of a busy answer: by then the threads have hashed many of the waiting passwords.
const BUSY_PAUSE: Duration = Duration::from_secs(2);

/// An error answer. It contains only what the caller may know, never the cause.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ApiError {
    status: StatusCode,
    code: &'static str,
    message: Cow<'static, str>,
    /// Whole seconds, for `Retry-After`.
    retry_after: Option<u64>,
}

impl ApiError {
    pub(crate) const fn new(status: StatusCode, code: &'static str, message: &'static str) -> Self {
        Self { status, code, message: Cow::Borrowed(message), retry_after: None }
    }

    pub(crate) const fn bad_request(code: &'static str, message: &'static str) -> Self {
        Self::new(StatusCode::BAD_REQUEST, code, message)
    }

    /// Adds a reason to the message. The reason must contain only what the caller may know.
    pub(crate) fn because(self, reason: &dyn std::error::Error) -> Self {
        Self { message: Cow::Owned(format!("{} {reason}", self.message)), ..self }
    }

    /// Adds `Retry-After`, in whole seconds, rounded up.
    pub(crate) fn after(self, wait: Duration) -> Self {
        Self { retry_after: Some(wait.as_millis().div_ceil(1000).try_into().unwrap_or(u64::MAX)), ..self }
    }

    /// Token missing, invalid or expired (`identity-api.md` 7).
    pub(crate) const fn unauthenticated() -> Self {
        Self::new(StatusCode::UNAUTHORIZED, "unauthenticated", "A valid access token is required.")
    }

    /// Missing, or not visible to the caller: both have the same answer (`identity-api.md` 5.10).
    pub(crate) const fn not_found() -> Self {
        Self::new(StatusCode::NOT_FOUND, "not_found", "There is nothing here.")
    }

    /// Reports the cause to the operator. The answer does not contain it.
    pub(super) fn internal(cause: &dyn std::error::Error) -> Self {
        report(cause);
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "internal", "The deployment could not answer.")
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let body = json!({ "success": false, "error": { "code": self.code, "message": self.message } });
        let mut response = (self.status, Json(body)).into_response();
        if self.status == StatusCode::UNAUTHORIZED {
            response.headers_mut().insert(WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        if let Some(seconds) = self.retry_after {
            response.headers_mut().insert(RETRY_AFTER, seconds.into());
        }
        response
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> Self {
        Self::internal(&error)
    }
}

impl From<PasswordError> for ApiError {
    fn from(error: PasswordError) -> Self {
        match error {
            PasswordError::Busy(_) => BUSY.after(BUSY_PAUSE),
            error => Self::internal(&error),
        }
    }
}

impl From<getrandom::Error> for ApiError {
    fn from(error: getrandom::Error) -> Self {
        Self::internal(&error)
    }
}

/// Reports a cause to the operator, on standard error.
pub(super) fn report(cause: &dyn std::error::Error) {
    // A closed standard error is no reason to fail.
    let _ = writeln!(std::io::stderr(), "platform: {cause}");
}

pub(crate) async fn not_found() -> ApiError {
    ApiError::not_found()
}

/// The router adds the `Allow` header.
pub(crate) async fn method_not_allowed() -> ApiError {
    ApiError::new(
        StatusCode::METHOD_NOT_ALLOWED,
        "method_not_allowed",
        "This path does not answer to this method.",
    )
}

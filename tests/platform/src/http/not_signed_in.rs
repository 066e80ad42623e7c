//! The page at the end of a single sign-on without a session.

use axum::http::header::{CONTENT_SECURITY_POLICY, REFERRER_POLICY};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{Html, IntoResponse, Response};

/// Why there is no session, for the user and for tests. It contains nothing from the request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct NotSignedIn {
    status: StatusCode,
    reason: &'static str,
    message: &'static str,
}

impl NotSignedIn {
    pub(super) const fn new(status: StatusCode, reason: &'static str, message: &'static str) -> Self {
        Self { status, reason, message }
    }
}

impl IntoResponse for NotSignedIn {
    fn into_response(self) -> Response {
        let Self { status, reason, message } = self;
        let page = format!(
            r#"<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>Not signed in</title>
<main data-testid="not-signed-in" data-reason="{reason}">
<h1>Not signed in</h1>
<p>{message}</p>
<p><a href="/">Back to the application</a></p>
</main>
"#
        );
        let mut response = (status, Html(page)).into_response();
        let policy = HeaderValue::from_static("default-src 'none'; base-uri 'none'; frame-ancestors 'none'");
        response.headers_mut().insert(CONTENT_SECURITY_POLICY, policy);
        // The address of this page contains parameters of the provider.
        response.headers_mut().insert(REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
        response
    }
}

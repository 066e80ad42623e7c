//! Refuses requests with an unclear host, path or credential.

use axum::extract::Request;
use axum::http::Method;
use axum::http::header::AUTHORIZATION;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::PRIVATE;
use super::area::Area;
use super::error::ApiError;
use super::host::host_of;

const BAD_HOST: ApiError =
    ApiError::bad_request("bad_host", "The request does not name the one host that it goes to.");
const BAD_TARGET: ApiError = ApiError::bad_request("bad_target", "The request asks for no path.");
const TWO_CREDENTIALS: ApiError =
    ApiError::bad_request("two_credentials", "The request has more than one Authorization header.");

/// Refuses a request with an unclear host or path (RFC 9112 3.2) or credential (RFC 9110 5.3): a proxy in front of the deployment may
/// have read it in another way. The control paths check the host themselves.
pub(super) async fn refuse_others(request: Request, next: Next) -> Response {
    let refusal = if host_of(&request, "http").is_none() && Area::of(request.uri().path()) != Area::Control {
        BAD_HOST
    } else if !has_path(&request) {
        BAD_TARGET
    } else if request.headers().get_all(AUTHORIZATION).iter().nth(1).is_some() {
        TWO_CREDENTIALS
    } else {
        return next.run(request).await;
    };
    (PRIVATE, refusal).into_response()
}

/// A target that is only a host (`GET localhost:80`) asks for a tunnel, and `*` is for `OPTIONS` only.
fn has_path(request: &Request) -> bool {
    let path = request.uri().path();
    path.starts_with('/') || path == "*" && request.method() == Method::OPTIONS
}

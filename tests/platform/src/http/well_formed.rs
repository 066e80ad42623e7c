//! Requests that say two things at once, or not where they go.

use axum::extract::Request;
use axum::http::header::{AUTHORIZATION, CACHE_CONTROL, X_CONTENT_TYPE_OPTIONS};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::area::Area;
use super::error::ApiError;
use super::host::host_of;

const BAD_HOST: ApiError =
    ApiError::bad_request("bad_host", "The request does not name the one host that it goes to.");
const TWO_CREDENTIALS: ApiError =
    ApiError::bad_request("two_credentials", "The request has more than one Authorization header.");

/// Refuses a request whose host is not clear (RFC 9112 3.2), or its credential (RFC 9110 5.3): what stands before the deployment
/// may have taken another one of the two than it would. The control paths say so themselves.
pub(super) async fn refuse_others(request: Request, next: Next) -> Response {
    let refusal = if host_of(&request, "http").is_none() && Area::of(request.uri().path()) != Area::Control {
        BAD_HOST
    } else if request.headers().get_all(AUTHORIZATION).iter().nth(1).is_some() {
        TWO_CREDENTIALS
    } else {
        return next.run(request).await;
    };
    ([(CACHE_CONTROL, "no-store"), (X_CONTENT_TYPE_OPTIONS, "nosniff")], refusal).into_response()
}

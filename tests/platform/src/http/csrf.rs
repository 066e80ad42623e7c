//! Refuses state-changing requests that a page of another site makes a browser send.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header::ORIGIN;
use axum::http::{HeaderMap, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use tower_http::csrf::{CsrfLayer, ProtectionError};

use super::App;
use super::error::ApiError;
use super::host::host_of;
use super::known_origins::KnownOrigins;

const SITE: &str = "sec-fetch-site";

const CROSS_ORIGIN: ApiError = ApiError::new(
    StatusCode::FORBIDDEN,
    "cross_origin",
    "A page of an origin that this deployment does not know sent this request: see `--origin` and `--allowed-origin`.",
);

/// Refuses state-changing requests that a browser marks as from another site (`Sec-Fetch-Site`), unless they are from a known origin.
/// Requests of other programs pass, because they have neither `Sec-Fetch-Site` nor `Origin`.
pub(super) fn layer(known: &KnownOrigins) -> CsrfLayer<fn(ProtectionError) -> Response> {
    let refuse: fn(ProtectionError) -> Response = |_| CROSS_ORIGIN.into_response();
    let trusted = known.allowed.iter().chain([&known.own]);
    trusted.fold(CsrfLayer::new().with_rejection_response(refuse), |layer, origin| {
        // An origin that the layer does not accept stays untrusted.
        layer.clone().add_trusted_origin(origin.to_string()).unwrap_or(layer)
    })
}

/// Also refuses requests by `Origin`. The layer above compares `Origin` only with `Host`: with DNS rebinding both are the attacker's, and
/// an http page of the same host is not a page of an https deployment.
pub(super) async fn refuse_unknown_origins(
    State(app): State<Arc<App>>,
    request: Request,
    next: Next,
) -> Result<Response, ApiError> {
    let is_safe = matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    if is_safe || is_from_known_page(&app.origins, &request) {
        Ok(next.run(request).await)
    } else {
        Err(CROSS_ORIGIN)
    }
}

/// Whether the request is from a page of a known origin, or from a program that is no browser: those send neither `Origin` nor
/// `Sec-Fetch-Site`.
fn is_from_known_page(known: &KnownOrigins, request: &Request) -> bool {
    let headers = request.headers();
    let host = host_of(request, known.own.root().scheme());
    let is_same_origin = says_same_origin(headers);
    // The only evidence if the browser sends no `Origin`, or `null`.
    let is_of_a_known_host = is_same_origin && host.as_ref().is_some_and(|host| known.answer_to(host));
    if !headers.contains_key(ORIGIN) {
        return is_of_a_known_host || !headers.contains_key(SITE);
    }
    headers.get_all(ORIGIN).iter().all(|origin| match origin.to_str().map(str::parse) {
        Ok(Ok(origin)) => {
            known.contain(&origin)
                || known.may_be_another_of_its_own(&origin)
                    && (is_same_origin || host.as_ref() == Some(&origin))
        }
        _ => origin == "null" && is_of_a_known_host,
    })
}

/// Whether the browser says that the page and the request have the same origin. `none`: the user entered the address.
fn says_same_origin(headers: &HeaderMap) -> bool {
    headers.contains_key(SITE)
        && headers.get_all(SITE).iter().all(|site| site == "same-origin" || site == "none")
}

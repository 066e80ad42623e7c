//! Requests that another site makes a browser send.

use address::Origin;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use tower_http::csrf::{CsrfLayer, ProtectionError};

use super::error::ApiError;

const CROSS_ORIGIN: ApiError = ApiError::new(
    StatusCode::FORBIDDEN,
    "cross_origin",
    "A page of an origin that this deployment does not allow sent this request.",
);

/// Refuses state-changing requests that a browser says come from pages of other origins than the deployment's own
/// and the allowed ones. Programs other than browsers are not concerned: they send neither header it looks at.
pub(super) fn layer(allowed: &[Origin]) -> CsrfLayer<fn(ProtectionError) -> Response> {
    let refuse: fn(ProtectionError) -> Response = |_| CROSS_ORIGIN.into_response();
    allowed.iter().fold(CsrfLayer::new().with_rejection_response(refuse), |layer, origin| {
        // What is not taken stays untrusted.
        layer.clone().add_trusted_origin(origin.to_string()).unwrap_or(layer)
    })
}

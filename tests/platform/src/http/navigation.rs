//! Refuses requests that are no navigation (`identity-api.md` 4.6: "a top-level browser navigation, not a fetch").

use axum::extract::FromRequestParts;
use axum::http::header::ALLOW;
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method, StatusCode};
use axum::response::{IntoResponse, Response};

use super::error::{ApiError, method_not_allowed};

const NOT_A_NAVIGATION: ApiError = ApiError::new(
    StatusCode::FORBIDDEN,
    "not_a_navigation",
    "This path is for a browser that opens it as a page of its own.",
);

/// A request that may be a navigation. `HEAD`, prefetches, images, frames and fetches of scripts are refused: they would begin sign-ons that
/// no user completes, or use up the one under way. Requests of other programs and of older browsers do not say what they are for, and pass.
pub(super) struct Navigation;

impl<S: Sync> FromRequestParts<S> for Navigation {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Self, Response> {
        if parts.method == Method::HEAD {
            return Err(([(ALLOW, "GET")], method_not_allowed().await).into_response());
        }
        if is_for_something_else(&parts.headers) {
            return Err(NOT_A_NAVIGATION.into_response());
        }
        Ok(Self)
    }
}

fn is_for_something_else(headers: &HeaderMap) -> bool {
    let destinations = headers.get_all("sec-fetch-dest");
    let mut purposes =
        ["sec-purpose", "purpose", "x-purpose", "x-moz"].into_iter().filter_map(|name| headers.get(name));
    destinations.iter().any(|destination| destination != "document")
        || purposes.any(|purpose| purpose.as_bytes().starts_with(b"pre"))
}

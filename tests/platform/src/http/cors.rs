//! Lets pages of allowed origins read the answers of the API (`identity-api.md` 5.7).

use std::time::Duration;

use address::Origin;
use axum::Router;
use axum::extract::Request;
use axum::http::header::{ALLOW, DATE, RETRY_AFTER, WWW_AUTHENTICATE};
use axum::http::{HeaderValue, Method};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use tower_http::cors::{AllowHeaders, AllowOrigin, CorsLayer};

use super::PRIVATE;

/// How long a browser may store the answer to a preflight.
const PREFLIGHT_AGE: Duration = Duration::from_mins(10);

/// Allows cross-origin requests with credentials for exactly these origins, never for `*`. Without any, no answer has a cross-origin
/// header, so browsers keep out every other origin.
pub(super) fn allow(router: Router, allowed: &[Origin]) -> Router {
    match layer(allowed) {
        Some(layer) => router.layer(layer).layer(middleware::from_fn(keep_no_preflight)),
        None => router,
    }
}

/// The CORS layer answers `OPTIONS` itself. Its answers must not go into shared caches.
async fn keep_no_preflight(request: Request, next: Next) -> Response {
    let is_preflight = request.method() == Method::OPTIONS;
    let answer = next.run(request).await;
    if is_preflight { (PRIVATE, answer).into_response() } else { answer }
}

fn layer(allowed: &[Origin]) -> Option<CorsLayer> {
    let origins: Vec<HeaderValue> =
        allowed.iter().filter_map(|origin| HeaderValue::try_from(origin.to_string()).ok()).collect();
    if origins.is_empty() {
        return None;
    }
    Some(
        CorsLayer::new()
            .allow_origin(AllowOrigin::list(origins))
            .allow_credentials(true)
            .allow_methods([
                Method::GET,
                Method::HEAD,
                Method::POST,
                Method::PUT,
                Method::PATCH,
                Method::DELETE,
            ])
            .allow_headers(AllowHeaders::mirror_request())
            .expose_headers([RETRY_AFTER, WWW_AUTHENTICATE, ALLOW, DATE])
            .max_age(PREFLIGHT_AGE),
    )
}

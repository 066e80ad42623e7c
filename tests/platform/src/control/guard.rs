//! Which requests may steer. The control paths need no token, so without this guard any page that a developer has open could use them.

use address::Origin;
use axum::extract::{Request, State};
use axum::http::header::ORIGIN;
use axum::http::{HeaderMap, HeaderName, StatusCode, Version};
use axum::middleware::Next;
use axum::response::Response;

use crate::config::Steering;
use crate::http::error::ApiError;
use crate::http::host::host_of;

/// Headers that proxies, load balancers and CDNs add to forwarded requests, and other programs do not. The many `X-Forwarded-…` headers are
/// not in the list: `is_forwarded` knows their prefix.
const MARKS: [&str; 17] = [
    "cdn-loop",
    "cf-connecting-ip",
    "fastly-client-ip",
    "fly-client-ip",
    "forwarded",
    "max-forwards",
    "true-client-ip",
    "via",
    "x-amzn-trace-id",
    "x-azure-clientip",
    "x-client-ip",
    "x-cluster-client-ip",
    "x-envoy-external-address",
    "x-original-forwarded-for",
    "x-original-host",
    "x-real-ip",
    "x-scheme",
];

const FOREIGN_HOST: ApiError = ApiError::new(
    StatusCode::FORBIDDEN,
    "foreign_host",
    "The control paths are for requests to a loopback host, unless `--control-anyone` is given.",
);
const FORWARDED: ApiError = ApiError::new(
    StatusCode::FORBIDDEN,
    "forwarded",
    "The control paths are for no request that a proxy sent on, unless `--control-anyone` is given.",
);
const FOREIGN_PAGE: ApiError = ApiError::new(
    StatusCode::FORBIDDEN,
    "cross_origin",
    "The control paths are for no page of another origin.",
);

/// Lets requests of local programs and of the deployment's own pages through, and refuses all other requests.
pub(super) async fn refuse_others(
    State(steering): State<Steering>,
    request: Request,
    next: Next,
) -> Result<Response, ApiError> {
    let host = host_of(&request, "http").ok_or(FOREIGN_HOST)?;
    // With DNS rebinding, a page of an attacker's host name is of the same origin as its requests. They have that name as `Host`.
    if steering != Steering::Anyone && !host.is_loopback() {
        return Err(FOREIGN_HOST);
    }
    if steering != Steering::Anyone && is_forwarded(&request) {
        return Err(FORWARDED);
    }
    if is_of_another_page(request.headers(), &host) {
        return Err(FOREIGN_PAGE);
    }
    Ok(next.run(request).await)
}

/// Whether a proxy has visibly forwarded the request: by a header of `MARKS`, or by HTTP/1.0, which nginx spoke before 1.29.7. Tunnels, and
/// proxies without such a mark (nginx since then), are not recognised: if they rewrite `Host` to a loopback name, all their clients may
/// steer. So the program warns at its start, and does not start with an `--origin` that is not loopback.
fn is_forwarded(request: &Request) -> bool {
    let is_mark =
        |name: &HeaderName| MARKS.contains(&name.as_str()) || name.as_str().starts_with("x-forwarded");
    request.version() < Version::HTTP_11 || request.headers().keys().any(is_mark)
}

/// Whether a browser marks the request as one of another origin's page. Other programs send neither header.
fn is_of_another_page(headers: &HeaderMap, host: &Origin) -> bool {
    let foreign_site =
        headers.get_all("sec-fetch-site").iter().any(|site| site != "same-origin" && site != "none");
    let foreign_origin = headers.get_all(ORIGIN).iter().any(|origin| {
        let origin = origin.to_str().ok().and_then(|text| text.parse::<Origin>().ok());
        origin.as_ref() != Some(host)
    });
    foreign_site || foreign_origin
}

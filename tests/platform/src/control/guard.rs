//! Who may steer. The control paths ask for no token, so any page that a developer has open could use them.

use address::Origin;
use axum::extract::{Request, State};
use axum::http::header::{HOST, ORIGIN};
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::Next;
use axum::response::Response;

use crate::config::Steering;
use crate::http::error::ApiError;

const FOREIGN_HOST: ApiError = ApiError::new(
    StatusCode::FORBIDDEN,
    "foreign_host",
    "The control paths are for requests to a loopback host, unless `--control-anyone` is given.",
);
const FOREIGN_PAGE: ApiError = ApiError::new(
    StatusCode::FORBIDDEN,
    "cross_origin",
    "The control paths are for no page of another origin.",
);

/// Lets a request through that programs, or the deployment's own pages, send to a host that may be steered by.
pub(super) async fn refuse_others(
    State(steering): State<Steering>,
    request: Request,
    next: Next,
) -> Result<Response, ApiError> {
    let host = host_of(&request).ok_or(FOREIGN_HOST)?;
    // A page whose own name was made to lead here (DNS rebinding) is of the same origin, and sends that name.
    if steering != Steering::Anyone && !host.is_loopback() {
        return Err(FOREIGN_HOST);
    }
    if is_of_another_page(request.headers(), &host) {
        return Err(FOREIGN_PAGE);
    }
    Ok(next.run(request).await)
}

/// What the request takes this deployment for. Of an address with a host in the request line, that (RFC 9112 3.2.2).
fn host_of(request: &Request) -> Option<Origin> {
    let mut fields = request.headers().get_all(HOST).iter();
    let host = match (request.uri().authority(), fields.next(), fields.next()) {
        (Some(authority), _, None) => authority.as_str(),
        (None, Some(field), None) => field.to_str().ok()?,
        _ => return None,
    };
    format!("http://{host}").parse().ok()
}

/// Whether a browser says so. Programs other than browsers send neither header.
fn is_of_another_page(headers: &HeaderMap, host: &Origin) -> bool {
    let foreign_site =
        headers.get_all("sec-fetch-site").iter().any(|site| site != "same-origin" && site != "none");
    let foreign_origin = headers.get_all(ORIGIN).iter().any(|origin| {
        let origin = origin.to_str().ok().and_then(|text| text.parse::<Origin>().ok());
        origin.as_ref() != Some(host)
    });
    foreign_site || foreign_origin
}

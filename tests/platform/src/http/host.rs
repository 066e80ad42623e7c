//! What a request takes this deployment for.

use address::Origin;
use axum::extract::Request;
use axum::http::header::HOST;

/// The one host that the request names, as an origin of this scheme. Of an address with a host in the request line, that (RFC 9112
/// 3.2.2). `None` where it names none, several, or what is no host.
pub(crate) fn host_of(request: &Request, scheme: &str) -> Option<Origin> {
    let mut fields = request.headers().get_all(HOST).iter();
    let host = match (request.uri().authority(), fields.next(), fields.next()) {
        (Some(authority), _, None) => authority.as_str(),
        (None, Some(field), None) => field.to_str().ok()?,
        _ => return None,
    };
    format!("{scheme}://{host}").parse().ok()
}

//! What a request takes this deployment for.

use address::Origin;
use axum::extract::Request;
use axum::http::header::HOST;

/// The one host that the request names, as an origin of this scheme. `None` where its `Host` is not there, there twice, or no host,
/// and where the request line names another host: what stands before the deployment may have taken either of the two.
pub(crate) fn host_of(request: &Request, scheme: &str) -> Option<Origin> {
    let mut fields = request.headers().get_all(HOST).iter();
    let (Some(field), None) = (fields.next(), fields.next()) else { return None };
    let host = parse(field.to_str().ok()?, scheme)?;
    match request.uri().authority() {
        Some(authority) if parse(authority.as_str(), scheme)? != host => None,
        _ => Some(host),
    }
}

/// A name or an address, and a port where it has one. URLs decode and leave out more than a `Host` may have: `%61`, a trailing `/`.
fn parse(host: &str, scheme: &str) -> Option<Origin> {
    let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || b".-_:[]".contains(&byte);
    let origin = host.bytes().all(is_allowed).then(|| format!("{scheme}://{host}"));
    origin?.parse().ok()
}

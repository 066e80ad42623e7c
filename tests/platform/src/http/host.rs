//! The host that a request names.

use address::Origin;
use axum::extract::Request;
use axum::http::header::HOST;

/// The host of the request, as an origin of this scheme. `None` if `Host` is missing, repeated or invalid, or if the request line names
/// another host: a proxy in front of the deployment may have used either of the two.
pub(crate) fn host_of(request: &Request, scheme: &str) -> Option<Origin> {
    let mut fields = request.headers().get_all(HOST).iter();
    let (Some(field), None) = (fields.next(), fields.next()) else { return None };
    let host = parse(field.to_str().ok()?, scheme)?;
    match request.uri().authority() {
        Some(authority) if parse(authority.as_str(), scheme)? != host => None,
        _ => Some(host),
    }
}

/// Parses a name or address with an optional port. The URL parser accepts more than a `Host` may contain (`%61`, a trailing `/`), so the
/// characters are checked first.
fn parse(host: &str, scheme: &str) -> Option<Origin> {
    let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || b".-_:[]".contains(&byte);
    let origin = host.bytes().all(is_allowed).then(|| format!("{scheme}://{host}"));
    origin?.parse().ok()
}

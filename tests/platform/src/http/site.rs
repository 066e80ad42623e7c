//! The static files of the site.

use std::convert::Infallible;
use std::io::ErrorKind;
use std::path::Path;

use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use axum::handler::HandlerWithoutStateExt;
use axum::http::header::{
    ALLOW, CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HeaderName, REFERRER_POLICY,
    X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderValue, Method};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use percent_encoding::percent_decode_str;
use tower::{Service, service_fn};
use tower_http::compression::CompressionLayer;
use tower_http::services::ServeDir;
use tower_http::set_header::SetResponseHeaderLayer;

use super::error::{ApiError, method_not_allowed, not_found};
use super::files::Files;

/// The headers of every answer of the site. The policy allows what the package needs, and nothing inline.
const HEADERS: [(HeaderName, &str); 5] = [
    (
        CONTENT_SECURITY_POLICY,
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; \
         connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    ),
    (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin-allow-popups"),
    (CACHE_CONTROL, "no-cache"),
];

/// Serves the files of `directory`, compressed. Symbolic links are followed. Names that begin with a dot, and what is no file
/// (`files.rs`), are answered 404.
pub(super) fn router(directory: &Path) -> Router {
    let files = ServeDir::with_backend(directory, Files)
        .call_fallback_on_method_not_allowed(true)
        .fallback(no_file.into_service());
    let router = Router::new()
        .fallback_service(service_fn(move |request| serve(files.clone(), request)))
        .layer(SetResponseHeaderLayer::overriding(CONTENT_TYPE, media_type))
        .layer(CompressionLayer::new())
        .layer(middleware::from_fn(refuse_hidden))
        .layer(middleware::from_fn(one_slash));
    HEADERS.into_iter().fold(router, |router, (name, value)| {
        router.layer(SetResponseHeaderLayer::overriding(name, HeaderValue::from_static(value)))
    })
}

async fn serve<F>(mut files: ServeDir<F, Files>, request: Request) -> Result<Response, Infallible>
where
    F: Service<Request, Response = Response, Error = Infallible> + Clone,
    F::Future: Send + 'static,
{
    Ok(match files.try_call(request).await {
        Ok(response) => response.map(Body::new),
        // No file can have a name of this length.
        Err(error) if error.kind() == ErrorKind::InvalidFilename => not_found().await.into_response(),
        Err(error) => ApiError::internal(&error).into_response(),
    })
}

/// Corrects the type that is guessed from a file's name: JavaScript is `text/javascript` (RFC 9239).
fn media_type(response: &Response) -> Option<HeaderValue> {
    let guess = response.headers().get(CONTENT_TYPE)?;
    Some(if guess == "application/javascript" {
        HeaderValue::from_static("text/javascript")
    } else {
        guess.clone()
    })
}

/// Answers 404 for a path that begins with `//`. The redirect that adds a slash to a directory's path would lead browsers to another
/// host.
async fn one_slash(request: Request, next: Next) -> Response {
    if request.uri().path().starts_with("//") {
        return not_found().await.into_response();
    }
    next.run(request).await
}

/// Answers 404 for names that begin with a dot: `.git`, `.env` and other files of tools.
async fn refuse_hidden(request: Request, next: Next) -> Response {
    let path: Vec<u8> = percent_decode_str(request.uri().path()).collect();
    if path.split(|byte| *byte == b'/').any(|segment| segment.starts_with(b".")) {
        return not_found().await.into_response();
    }
    next.run(request).await
}

async fn no_file(method: Method) -> Response {
    match method {
        Method::GET | Method::HEAD => not_found().await.into_response(),
        _ => ([(ALLOW, "GET,HEAD")], method_not_allowed().await).into_response(),
    }
}

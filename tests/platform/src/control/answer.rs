//! A fault's answers, in full and cut short.

use std::io;
use std::time::Duration;

use axum::body::Body;
use axum::http::header::CONTENT_LENGTH;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use bytes::Bytes;
use futures_util::stream::{self, StreamExt};
use tokio::time::sleep;

use crate::connection::Ending;

/// Time for the first half of a body to leave before its connection is reset.
const BEFORE_RESET: Duration = Duration::from_millis(50);
/// Cut short where a fault that drops mid-body brings no body of its own.
const PLACEHOLDER: &str =
    r#"{"authenticated":true,"user":{"id":1,"email":"nobody@example.com","name":"Nobody"}}"#;

/// An answer in place of the real one.
#[derive(Debug, Clone)]
pub(super) struct Answer {
    pub(super) status: StatusCode,
    pub(super) headers: HeaderMap,
    pub(super) body: Bytes,
}

impl Answer {
    pub(super) fn in_full(self) -> Response {
        let bodiless = matches!(
            self.status,
            StatusCode::NO_CONTENT | StatusCode::RESET_CONTENT | StatusCode::NOT_MODIFIED
        );
        let body = if bodiless { Body::empty() } else { Body::from(self.body) };
        respond(self.status, self.headers, body)
    }

    /// The headers, the length of the whole body among them, the first half of the body, and then a reset.
    pub(super) fn cut_short(self) -> Response {
        let whole = if self.body.is_empty() { Bytes::from_static(PLACEHOLDER.as_bytes()) } else { self.body };
        let length = whole.len();
        // At least one byte is missing, even of a body of one byte.
        let first_half = whole.slice(..length / 2);
        let broken = stream::once(async { Ok::<_, io::Error>(first_half) }).chain(stream::once(async {
            sleep(BEFORE_RESET).await;
            Err(io::ErrorKind::ConnectionReset.into())
        }));
        let mut response = respond(self.status, self.headers, Body::from_stream(broken));
        response.headers_mut().insert(CONTENT_LENGTH, length.into());
        response.extensions_mut().insert(Ending::Reset);
        response
    }
}

/// Stands for no answer at all.
pub(super) fn silence() -> Response {
    let mut response = Response::new(Body::empty());
    response.extensions_mut().insert(Ending::Silent);
    response
}

fn respond(status: StatusCode, headers: HeaderMap, body: Body) -> Response {
    let mut response = Response::new(body);
    *response.status_mut() = status;
    *response.headers_mut() = headers;
    response
}

//! The answers of fault rules, in full or cut short.

use std::io;
use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::http::header::CONTENT_LENGTH;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use bytes::Bytes;
use futures_util::stream::{self, Stream, StreamExt};
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

use super::content::{Content, PIECE};
use super::delivery::{Delivery, Receipt};
use crate::connection::Ending;

/// A pause before the connection ends, in which the headers and the first part of the body are sent.
const PAUSE_BEFORE_END: Duration = Duration::from_millis(50);

/// An answer in place of the real one.
#[derive(Debug, Clone, Default)]
pub(super) struct Answer {
    pub(super) status: StatusCode,
    pub(super) headers: HeaderMap,
    pub(super) content: Content,
    pub(super) framing: Framing,
    pub(super) drip: Option<Drip>,
}

/// How a client can know the end of a body.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Framing {
    /// `content-length` is the length of the body.
    #[default]
    Length,
    /// `content-length` is this number, which may differ from the length of the body.
    Declared(u64),
    /// The body is chunked, without `content-length`.
    Chunked,
}

/// A body in small pieces, with a pause before each.
#[derive(Debug, Clone, Copy)]
pub(super) struct Drip {
    pub(super) bytes: NonZeroU32,
    pub(super) every: Duration,
    /// Whether the body is repeated without end.
    pub(super) endless: bool,
}

impl Answer {
    /// Returns the whole answer. `stopping` ends a dripping body.
    pub(super) fn in_full(self, receipt: Arc<Receipt>, stopping: CancellationToken) -> Response {
        let bodiless = matches!(
            self.status,
            StatusCode::NO_CONTENT | StatusCode::RESET_CONTENT | StatusCode::NOT_MODIFIED
        );
        if bodiless {
            let nothing = Delivery::new(stream::empty(), Some(0), true, receipt);
            return respond(self.status, self.headers, nothing);
        }
        let endless = self.drip.is_some_and(|drip| drip.endless);
        let length = (!endless).then(|| self.content.length());
        let pieces = match self.drip {
            Some(drip) => dripping(&self.content, drip, stopping).boxed(),
            None => stream::iter(self.content.pieces(PIECE)).map(Ok).boxed(),
        };
        let pieces = match self.framing {
            Framing::Declared(declared) if declared > self.content.length() => breaking_off(pieces).boxed(),
            _ => pieces,
        };
        let body = Delivery::new(pieces, length, self.framing == Framing::Length, receipt);
        let mut response = respond(self.status, self.headers, body);
        if let Framing::Declared(length) = self.framing {
            response.headers_mut().insert(CONTENT_LENGTH, length.into());
        }
        response
    }

    /// Returns the headers, with the length of the whole body, and the first half of the body; then the connection is reset.
    pub(super) fn cut_short(self, receipt: Arc<Receipt>) -> Response {
        let length = self.content.length();
        // At least one byte is missing, even of a body of one byte.
        let first_half = stream::iter(self.content.first(length / 2)).map(Ok);
        let broken = breaking_off(first_half);
        let mut response =
            respond(self.status, self.headers, Delivery::new(broken, Some(length), false, receipt));
        response.headers_mut().insert(CONTENT_LENGTH, length.into());
        response.extensions_mut().insert(Ending::Reset);
        response
    }
}

/// The connection closes without an answer.
pub(super) fn silence() -> Response {
    let mut response = Response::new(Body::empty());
    response.extensions_mut().insert(Ending::Silent);
    response
}

/// A body that ends with an error after `pieces`.
fn breaking_off(
    pieces: impl Stream<Item = io::Result<Bytes>> + Send + 'static,
) -> impl Stream<Item = io::Result<Bytes>> + Send {
    pieces.chain(stream::once(async {
        sleep(PAUSE_BEFORE_END).await;
        Err(io::ErrorKind::ConnectionReset.into())
    }))
}

fn dripping(
    content: &Content,
    Drip { bytes, every, endless }: Drip,
    stopping: CancellationToken,
) -> impl Stream<Item = io::Result<Bytes>> + use<> {
    let once = content.pieces(usize::try_from(bytes.get()).unwrap_or(PIECE));
    let pieces = if endless { stream::iter(once.cycle()).boxed() } else { stream::iter(once).boxed() };
    pieces.then(move |piece| {
        let stopping = stopping.clone();
        async move {
            tokio::select! {
                () = sleep(every) => Ok(piece),
                () = stopping.cancelled() => Err(io::ErrorKind::ConnectionAborted.into()),
            }
        }
    })
}

fn respond(status: StatusCode, headers: HeaderMap, body: Delivery) -> Response {
    let mut response = Response::new(Body::new(body));
    *response.status_mut() = status;
    *response.headers_mut() = headers;
    response
}

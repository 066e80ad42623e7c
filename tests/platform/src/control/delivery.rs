//! Counts how much of a fault rule's answer was sent, which shows whether a client has taken all of it.

use std::io;
use std::pin::Pin;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::task::{Context, Poll, ready};

use axum::http::{Method, StatusCode};
use bytes::Bytes;
use futures_util::stream::{BoxStream, Stream};
use hyper::body::{Body, Frame, SizeHint};
use serde::Serialize;

/// The receipts of the answers by fault rules, in the order in which the answers began.
#[derive(Default)]
pub(super) struct Deliveries(Mutex<Vec<Arc<Receipt>>>);

/// The progress of one answer: how many bytes were sent, and how it ended.
pub(super) struct Receipt {
    method: Method,
    path: String,
    status: StatusCode,
    bytes: AtomicU64,
    end: OnceLock<End>,
}

/// How an answer ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
enum End {
    /// The connection has taken the whole body.
    Whole,
    /// The connection ended first.
    Cut,
}

/// A receipt as JSON.
#[derive(Debug, Serialize)]
pub(super) struct Entry {
    method: String,
    path: String,
    status: u16,
    /// How many bytes of the body the connection has taken.
    bytes: u64,
    /// `None` while the answer is under way.
    end: Option<End>,
}

/// A body that records its progress in a receipt.
pub(super) struct Delivery {
    pieces: BoxStream<'static, io::Result<Bytes>>,
    /// How many bytes are left; `None` if the pieces never end.
    left: Option<u64>,
    /// Whether the connection gets that number, and so sends a `content-length`.
    sized: bool,
    receipt: Arc<Receipt>,
}

impl Deliveries {
    pub(super) fn begin(&self, method: Method, path: String, status: StatusCode) -> Arc<Receipt> {
        let receipt =
            Arc::new(Receipt { method, path, status, bytes: AtomicU64::new(0), end: OnceLock::new() });
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(receipt.clone());
        receipt
    }

    pub(super) fn entries(&self) -> Vec<Entry> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).iter().map(|receipt| receipt.entry()).collect()
    }

    pub(super) fn clear(&self) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }
}

impl Receipt {
    fn entry(&self) -> Entry {
        Entry {
            method: self.method.to_string(),
            path: self.path.clone(),
            status: self.status.as_u16(),
            bytes: self.bytes.load(Ordering::Relaxed),
            end: self.end.get().copied(),
        }
    }

    fn add_bytes(&self, bytes: u64) {
        self.bytes.fetch_add(bytes, Ordering::Relaxed);
    }

    /// Only the first call counts: every delivery calls this with `Cut` when it is dropped.
    fn set_end(&self, end: End) {
        let _ = self.end.set(end);
    }
}

impl Delivery {
    /// `length` is the length of all pieces together; `None` if they never end. `sized`: the connection sends it as `content-length`.
    pub(super) fn new(
        pieces: impl Stream<Item = io::Result<Bytes>> + Send + 'static,
        length: Option<u64>,
        sized: bool,
        receipt: Arc<Receipt>,
    ) -> Self {
        if length == Some(0) {
            receipt.set_end(End::Whole);
        }
        Self { pieces: Box::pin(pieces), left: length, sized, receipt }
    }
}

impl Body for Delivery {
    type Data = Bytes;
    type Error = io::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<io::Result<Frame<Bytes>>>> {
        let Some(piece) = ready!(self.pieces.as_mut().poll_next(context)) else { return Poll::Ready(None) };
        if let Ok(piece) = &piece {
            let length = piece.len() as u64;
            self.receipt.add_bytes(length);
            self.left = self.left.map(|left| left.saturating_sub(length));
            if self.left == Some(0) {
                self.receipt.set_end(End::Whole);
            }
        }
        Poll::Ready(Some(piece.map(Frame::data)))
    }

    fn is_end_stream(&self) -> bool {
        self.sized && self.left == Some(0)
    }

    fn size_hint(&self) -> SizeHint {
        self.left.filter(|_| self.sized).map_or_else(SizeHint::default, SizeHint::with_exact)
    }
}

impl Drop for Delivery {
    fn drop(&mut self) {
        self.receipt.set_end(End::Cut);
    }
}

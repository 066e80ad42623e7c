//! The log of requests, for tests that count them. It contains no tokens, queries or bodies.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::Response;
use serde::Serialize;

use super::Control;
use crate::http::App;
use crate::http::area::Area;

/// How many of the last requests are kept.
const MOST_ENTRIES: usize = 10_000;
/// The longest path that is kept whole, in bytes.
const PATH_LIMIT: usize = 2048;

/// The requests, in order of arrival.
#[derive(Default)]
pub(super) struct Log(Mutex<VecDeque<Entry>>);

#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct Entry {
    method: String,
    /// Without the query, and cut after `PATH_LIMIT`.
    path: String,
    /// Whether the request carried the session cookie.
    cookie: bool,
    /// Whether the request carried an `Authorization: Bearer` header.
    bearer: bool,
}

impl Log {
    pub(super) fn entries(&self) -> VecDeque<Entry> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(super) fn clear(&self) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }

    fn push(&self, entry: Entry) {
        let mut entries = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if entries.len() >= MOST_ENTRIES {
            entries.pop_front();
        }
        entries.push_back(entry);
    }
}

/// Records every request as it arrives, apart from those to the control paths.
pub(crate) async fn record(
    State((app, control)): State<(Arc<App>, Arc<Control>)>,
    request: Request,
    next: Next,
) -> Response {
    if Area::of(request.uri().path()) != Area::Control {
        let presented = app.presented(request.headers());
        let path = request.uri().path();
        control.log.push(Entry {
            method: request.method().to_string(),
            path: path.split_at(path.floor_char_boundary(PATH_LIMIT)).0.to_owned(),
            cookie: !presented.cookies.is_empty(),
            bearer: presented.bearer.is_some(),
        });
    }
    next.run(request).await
}

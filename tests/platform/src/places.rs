//! The number of connections at once, and which connection is closed for a new one.

use std::collections::BTreeMap;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};

use axum::body::Body;
use axum::response::Response;
use bytes::Bytes;
use hyper::body::{Body as HttpBody, Frame, SizeHint};
use rustix::process::{Resource, getrlimit};
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore};
use tokio_util::sync::CancellationToken;

/// The most connections, however many descriptors there are.
const MOST_CONNECTIONS: usize = 4096;
/// Descriptors that are kept for other uses: the listener, the database, the identity provider.
const OTHER_DESCRIPTORS: u64 = 64;

/// A place for each connection. If none is free, the connection that has waited longest for a request is closed, so that idle
/// connections keep no client out.
#[derive(Clone)]
pub(crate) struct Places {
    free: Arc<Semaphore>,
    waiting: Arc<Mutex<Waiting>>,
    /// Notified when a connection begins to wait for a request.
    began_waiting: Arc<Notify>,
}

/// Connections without a request under way, by a number that grows: the first has waited longest.
#[derive(Default)]
struct Waiting {
    last: u64,
    /// Cancelling a token closes its connection.
    connections: BTreeMap<u64, CancellationToken>,
}

/// The place of one connection, until this is dropped.
pub(crate) struct Place {
    waiting: Arc<Mutex<Waiting>>,
    began_waiting: Arc<Notify>,
    /// The number of the connection in `Waiting`.
    turn: Mutex<u64>,
    closed: CancellationToken,
    _permit: OwnedSemaphorePermit,
}

/// A request under way. Its connection is not closed for another until this is dropped.
struct Work(Arc<Place>);

/// The body of an answer. The request ends when this is dropped.
struct WorkingBody {
    body: Body,
    _work: Work,
}

impl Places {
    /// As many places as this process has descriptors for. Each needs two, because a download also has its file open.
    pub(crate) fn of_this_process() -> Self {
        let descriptors = getrlimit(Resource::Nofile).current.unwrap_or(u64::MAX);
        // If there are few descriptors, a third of them is kept for other uses.
        let most = if descriptors > 3 * OTHER_DESCRIPTORS {
            (descriptors - OTHER_DESCRIPTORS) / 2
        } else {
            descriptors / 3
        };
        let most = usize::try_from(most).unwrap_or(MOST_CONNECTIONS).clamp(1, MOST_CONNECTIONS);
        Self { free: Arc::new(Semaphore::new(most)), waiting: Arc::default(), began_waiting: Arc::default() }
    }

    /// Waits for a place. Never `None`: the semaphore is never closed.
    pub(crate) async fn take(&self) -> Option<Arc<Place>> {
        let permit = loop {
            let place = self.free.clone().acquire_owned();
            if self.free.available_permits() == 0 && !self.make_room() {
                tokio::select! {
                    permit = place => break permit.ok()?,
                    () = self.began_waiting.notified() => continue,
                }
            }
            break place.await.ok()?;
        };
        let closed = CancellationToken::new();
        let turn = lock(&self.waiting).add(closed.clone());
        let (waiting, began_waiting) = (self.waiting.clone(), self.began_waiting.clone());
        Some(Arc::new(Place { waiting, began_waiting, turn: Mutex::new(turn), closed, _permit: permit }))
    }

    /// Closes the connection that has waited longest for a request. `false`: no connection waits.
    pub(crate) fn make_room(&self) -> bool {
        let longest = lock(&self.waiting).connections.pop_first();
        longest.inspect(|(_, longest)| longest.cancel()).is_some()
    }
}

impl Place {
    /// Cancelled when the connection must close.
    pub(crate) fn closed(&self) -> CancellationToken {
        self.closed.clone()
    }

    /// Answers a request. It is under way until the answer's body was sent.
    pub(crate) async fn work<E>(
        self: Arc<Self>,
        answer: impl Future<Output = Result<Response, E>>,
    ) -> Result<Response, E> {
        lock(&self.waiting).connections.remove(&*lock(&self.turn));
        let work = Work(self);
        Ok(answer.await?.map(|body| Body::new(WorkingBody { body, _work: work })))
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        lock(&self.waiting).connections.remove(&*lock(&self.turn));
    }
}

impl Drop for Work {
    fn drop(&mut self) {
        let turn = lock(&self.0.waiting).add(self.0.closed.clone());
        *lock(&self.0.turn) = turn;
        self.0.began_waiting.notify_one();
    }
}

impl Waiting {
    fn add(&mut self, connection: CancellationToken) -> u64 {
        self.last = self.last.wrapping_add(1);
        self.connections.insert(self.last, connection);
        self.last
    }
}

impl HttpBody for WorkingBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

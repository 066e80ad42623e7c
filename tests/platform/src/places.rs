//! How many connections there may be at once, and which one makes room for another.

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

/// Most connections, however many descriptors there are.
const MOST: usize = 4096;
/// Descriptors that are not for connections: files on their way into memory, the database, the identity provider.
const OTHERS: u64 = 64;

/// A place for each connection. Where none is free, the connection that has waited longest for a request makes room: those that
/// only keep places cost others nothing.
#[derive(Clone)]
pub(crate) struct Places {
    free: Arc<Semaphore>,
    waiting: Arc<Mutex<Waiting>>,
    /// Notified when a connection begins to wait.
    waits: Arc<Notify>,
}

/// Connections without a request under way, the one that has waited longest first.
#[derive(Default)]
struct Waiting {
    last: u64,
    connections: BTreeMap<u64, CancellationToken>,
}

/// One connection's place, until it is dropped.
pub(crate) struct Place {
    waiting: Arc<Mutex<Waiting>>,
    waits: Arc<Notify>,
    turn: Mutex<u64>,
    gives_way: CancellationToken,
    _taken: OwnedSemaphorePermit,
}

/// A request under way. Its connection makes room for none until this is dropped.
struct Work(Arc<Place>);

/// An answer's body, with which the request ends.
struct WorkingBody {
    body: Body,
    _work: Work,
}

impl Places {
    /// Places for as many connections as this process may have descriptors for, where each has two: a download has its file open, too.
    pub(crate) fn of_this_process() -> Self {
        let descriptors = getrlimit(Resource::Nofile).current.unwrap_or(u64::MAX);
        // Where they are few, a third of them is kept for all else.
        let most = if descriptors > 3 * OTHERS { (descriptors - OTHERS) / 2 } else { descriptors / 3 };
        let most = usize::try_from(most).unwrap_or(MOST).clamp(1, MOST);
        Self { free: Arc::new(Semaphore::new(most)), waiting: Arc::default(), waits: Arc::default() }
    }

    /// A place for a connection, once there is one. Never `None`: the semaphore is not closed.
    pub(crate) async fn take(&self) -> Option<Arc<Place>> {
        let taken = loop {
            let place = self.free.clone().acquire_owned();
            if self.free.available_permits() == 0 && !self.make_room() {
                tokio::select! {
                    taken = place => break taken.ok()?,
                    () = self.waits.notified() => continue,
                }
            }
            break place.await.ok()?;
        };
        let gives_way = CancellationToken::new();
        let turn = lock(&self.waiting).add(gives_way.clone());
        let (waiting, waits) = (self.waiting.clone(), self.waits.clone());
        Some(Arc::new(Place { waiting, waits, turn: Mutex::new(turn), gives_way, _taken: taken }))
    }

    /// Closes the connection that has waited longest for a request. `false`: none waits.
    pub(crate) fn make_room(&self) -> bool {
        let longest = lock(&self.waiting).connections.pop_first();
        longest.inspect(|(_, longest)| longest.cancel()).is_some()
    }
}

impl Place {
    /// Cancelled when the connection is to close.
    pub(crate) fn gives_way(&self) -> CancellationToken {
        self.gives_way.clone()
    }

    /// Answers a request, which is under way until the answer's body has been handed over.
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
        let turn = lock(&self.0.waiting).add(self.0.gives_way.clone());
        *lock(&self.0.turn) = turn;
        self.0.waits.notify_one();
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

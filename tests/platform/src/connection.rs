//! Sockets: accepts connections, serves HTTP/1.1 on them, and ends them.

use std::convert::Infallible;
use std::future::Future;
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::response::Response;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use rustix::io::Errno;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tower::ServiceExt;

use crate::places::{Place, Places};

/// How long a client may take to send the headers of a request, and how long an idle connection is kept.
const HEADER_TIMEOUT: Duration = Duration::from_secs(30);
/// The pause after a failed `accept`, for example without a free file descriptor.
const ACCEPT_PAUSE: Duration = Duration::from_millis(50);

/// How the connection of a response must end. Handlers put it into the extensions of the response.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Ending {
    /// The connection closes without a response.
    Silent,
    /// The response's body fails in the middle, and the connection is reset.
    Reset,
}

/// All connections of one deployment.
#[derive(Clone)]
pub(crate) struct Connections {
    tasks: TaskTracker,
    stopping: CancellationToken,
    abort: CancellationToken,
    recycler: Recycler,
    places: Places,
}

/// Closes every connection after its request under way, so that later requests use new connections.
#[derive(Clone)]
pub(crate) struct Recycler(watch::Sender<()>);

impl Connections {
    /// All connections end at once when `abort` is cancelled.
    pub(crate) fn new(abort: CancellationToken) -> Self {
        Self {
            tasks: TaskTracker::new(),
            stopping: abort.child_token(),
            abort,
            recycler: Recycler(watch::Sender::new(())),
            places: Places::of_this_process(),
        }
    }

    pub(crate) fn recycler(&self) -> Recycler {
        self.recycler.clone()
    }

    /// Cancelled when the deployment begins to stop.
    pub(crate) fn stopping(&self) -> CancellationToken {
        self.stopping.clone()
    }

    /// Ends every connection: an idle one now, a busy one after its answer, and all of them after `grace`.
    pub(crate) async fn stop(&self, grace: Duration) {
        self.stopping.cancel();
        self.tasks.close();
        if tokio::time::timeout(grace, self.tasks.wait()).await.is_err() {
            self.abort.cancel();
            self.tasks.wait().await;
        }
    }
}

impl Recycler {
    pub(crate) fn recycle(&self) {
        self.0.send_replace(());
    }
}

/// Accepts and serves connections until `Connections::stop`.
pub(crate) fn accept(
    listener: TcpListener,
    router: Router,
    connections: Connections,
) -> impl Future<Output = ()> + Send {
    let tasks = connections.tasks.clone();
    tasks.track_future(async move {
        loop {
            let accepted = tokio::select! {
                accepted = listener.accept() => accepted,
                () = connections.stopping.cancelled() => return,
            };
            let stream = match accepted {
                Ok((stream, _peer)) => stream,
                Err(error) => {
                    if is_lack_of_descriptors(&error) {
                        connections.places.make_room();
                    }
                    tokio::time::sleep(ACCEPT_PAUSE).await;
                    continue;
                }
            };
            let place = tokio::select! {
                place = connections.places.take() => place,
                () = connections.stopping.cancelled() => return,
            };
            if let Some(place) = place {
                connections.tasks.spawn(serve(stream, router.clone(), connections.clone(), place));
            }
        }
    })
}

/// Whether the process, or the whole machine, has no file descriptor left.
fn is_lack_of_descriptors(error: &io::Error) -> bool {
    matches!(Errno::from_io_error(error), Some(Errno::MFILE | Errno::NFILE))
}

async fn serve(stream: TcpStream, router: Router, connections: Connections, place: Arc<Place>) {
    let closed = place.closed();
    let mut recycled = connections.recycler.0.subscribe();
    let reset = Arc::new(AtomicBool::new(false));
    // Without this, small answers wait for the client's delayed acknowledgement. A failure does no harm.
    let _ = stream.set_nodelay(true);

    let service = {
        let reset = reset.clone();
        service_fn(move |request| place.clone().work(answer(router.clone(), request, reset.clone())))
    };
    let mut connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEADER_TIMEOUT)
        .serve_connection(TokioIo::new(stream), service);

    let mut closing = false;
    loop {
        tokio::select! {
            // An error here is a client that has left, or a fault rule: there is nothing to do.
            _ = &mut connection => break,
            () = connections.abort.cancelled() => return,
            // The connection has no request under way, apart from one that has just arrived.
            () = closed.cancelled() => return,
            () = connections.stopping.cancelled(), if !closing => {}
            _ = recycled.changed(), if !closing => {}
        }
        closing = true;
        Pin::new(&mut connection).graceful_shutdown();
    }
    if reset.load(Ordering::Relaxed) {
        // With a zero linger time, the kernel closes with a reset.
        let _ = connection.into_parts().io.into_inner().set_zero_linger();
    }
}

async fn answer(
    router: Router,
    request: hyper::Request<Incoming>,
    reset: Arc<AtomicBool>,
) -> Result<Response, io::Error> {
    let response: Result<Response, Infallible> = router.oneshot(request.map(Body::new)).await;
    let Ok(response) = response;
    match response.extensions().get::<Ending>() {
        Some(Ending::Silent) => Err(io::ErrorKind::ConnectionAborted.into()),
        Some(Ending::Reset) => {
            reset.store(true, Ordering::Relaxed);
            Ok(response)
        }
        None => Ok(response),
    }
}

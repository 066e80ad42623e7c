//! The threads that hash passwords: so many and no more, whatever comes.

use std::io;
use std::num::NonZero;
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{Builder, available_parallelism};

use tokio::sync::oneshot;

use super::hasher::Hasher;

/// Most threads that hash. Each keeps 19 MiB.
const MOST_THREADS: usize = 8;
/// Passwords that may wait to be hashed, beyond those that are. One takes some 30 ms of a thread.
const WAITING: usize = 128;

/// Hashing on threads of its own: a session read does not wait behind them.
pub(super) struct Hashing {
    queue: SyncSender<Work>,
}

type Work = Box<dyn FnOnce(&mut Hasher) + Send>;

/// No more passwords may wait.
#[derive(Debug, thiserror::Error)]
#[error("as many passwords as may wait are waiting to be hashed")]
pub struct Busy;

impl Hashing {
    /// The threads end when this is dropped.
    pub(super) fn start() -> io::Result<Self> {
        let (queue, work) = sync_channel(WAITING);
        let work = Arc::new(Mutex::new(work));
        for _ in 0..threads() {
            let work = work.clone();
            Builder::new().name("passwords".to_owned()).spawn(move || run(&work))?;
        }
        Ok(Self { queue })
    }

    /// What `work` comes to, once it is its turn. It is dropped undone where nothing waits for it any more by then.
    pub(super) fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Hasher) -> T + Send + 'static,
    ) -> Result<oneshot::Receiver<T>, Busy> {
        let (done, waiting) = oneshot::channel();
        let work: Work = Box::new(move |hasher| {
            if !done.is_closed() {
                // Whether it is still waited for by now makes no difference.
                let _ = done.send(work(hasher));
            }
        });
        match self.queue.try_send(work) {
            Err(TrySendError::Full(_)) => Err(Busy),
            // Without threads the work is dropped, and the one that waits is told so.
            Ok(()) | Err(TrySendError::Disconnected(_)) => Ok(waiting),
        }
    }
}

/// The number of threads that hash: one less than there are cores, so that one is left for all other requests.
fn threads() -> usize {
    let cores = available_parallelism().map_or(1, NonZero::get);
    cores.saturating_sub(1).clamp(1, MOST_THREADS)
}

fn run(queue: &Mutex<Receiver<Work>>) {
    let mut hasher = Hasher::default();
    loop {
        let next = queue.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(work) = next else { return };
        work(&mut hasher);
    }
}

//! A fixed number of threads that hash passwords.

use std::io;
use std::num::NonZero;
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{Builder, available_parallelism};

use tokio::sync::oneshot;

use super::hasher::Hasher;

/// The most threads. Each keeps 19 MiB.
const MOST_THREADS: usize = 8;
/// How many passwords may wait for a thread. Each takes a thread about 30 ms.
const QUEUE_LENGTH: usize = 128;

/// Hashes on separate threads, so that session reads do not wait behind sign-ins.
pub(super) struct Hashing {
    queue: SyncSender<Work>,
}

type Work = Box<dyn FnOnce(&mut Hasher) + Send>;

/// The queue of passwords is full.
#[derive(Debug, thiserror::Error)]
#[error("as many passwords as may wait are waiting to be hashed")]
pub struct Busy;

impl Hashing {
    /// Starts the threads. They end when this is dropped.
    pub(super) fn start() -> io::Result<Self> {
        let (queue, work) = sync_channel(QUEUE_LENGTH);
        let work = Arc::new(Mutex::new(work));
        for _ in 0..threads() {
            let work = work.clone();
            Builder::new().name("passwords".to_owned()).spawn(move || run(&work))?;
        }
        Ok(Self { queue })
    }

    /// Queues `work`, and returns a receiver of its result. If the receiver is dropped before its turn, the work is not done.
    pub(super) fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Hasher) -> T + Send + 'static,
    ) -> Result<oneshot::Receiver<T>, Busy> {
        let (sender, result) = oneshot::channel();
        let work: Work = Box::new(move |hasher| {
            if !sender.is_closed() {
                // The receiver may have been dropped meanwhile.
                let _ = sender.send(work(hasher));
            }
        });
        match self.queue.try_send(work) {
            Err(TrySendError::Full(_)) => Err(Busy),
            // If all threads have ended, the work is dropped, and the receiver gets an error.
            Ok(()) | Err(TrySendError::Disconnected(_)) => Ok(result),
        }
    }
}

/// One thread fewer than cores, so that one core is left for other requests.
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

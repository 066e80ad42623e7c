//! The files that may be pages: regular ones, and the directories that hold them.

use std::fs::Metadata;
use std::io::{Error, ErrorKind};
use std::path::PathBuf;
use std::pin::Pin;

use rustix::io::Errno;
use tower_http::services::fs::{Backend, TokioBackend, TokioFile};

/// The files of this machine, less what is neither a file nor a directory: opening a pipe waits for ever for who writes into it, and
/// a socket cannot be opened at all.
#[derive(Debug, Clone, Default)]
pub(super) struct Files;

type Pending<T> = Pin<Box<dyn Future<Output = Result<T, Error>> + Send>>;

impl Backend for Files {
    type File = TokioFile;
    type Metadata = Metadata;
    type OpenFuture = Pending<TokioFile>;
    type MetadataFuture = Pending<Metadata>;

    fn open(&self, path: PathBuf) -> Self::OpenFuture {
        let found = self.metadata(path.clone());
        Box::pin(async move {
            found.await?;
            TokioBackend.open(path).await
        })
    }

    fn metadata(&self, path: PathBuf) -> Self::MetadataFuture {
        Box::pin(async move {
            match TokioBackend.metadata(path).await {
                Ok(found) if !found.is_file() && !found.is_dir() => Err(ErrorKind::NotFound.into()),
                // Symbolic links that lead to each other lead to no file.
                Err(error) if Errno::from_io_error(&error) == Some(Errno::LOOP) => {
                    Err(ErrorKind::NotFound.into())
                }
                result => result,
            }
        })
    }
}

//! The file system as the site may use it: regular files and directories only.

use std::fs::Metadata;
use std::io::{Error, ErrorKind};
use std::path::PathBuf;
use std::pin::Pin;

use rustix::io::Errno;
use tower_http::services::fs::{Backend, TokioBackend, TokioFile};

/// Hides everything that is neither a file nor a directory: opening a pipe waits until a program writes into it, and a socket cannot be
/// opened.
#[derive(Debug, Clone, Default)]
pub(super) struct Files;

type Pending<T> = Pin<Box<dyn Future<Output = Result<T, Error>> + Send>>;

impl Backend for Files {
    type File = TokioFile;
    type Metadata = Metadata;
    type OpenFuture = Pending<TokioFile>;
    type MetadataFuture = Pending<Metadata>;

    fn open(&self, path: PathBuf) -> Self::OpenFuture {
        let metadata = self.metadata(path.clone());
        Box::pin(async move {
            metadata.await?;
            TokioBackend.open(path).await
        })
    }

    fn metadata(&self, path: PathBuf) -> Self::MetadataFuture {
        Box::pin(async move {
            match TokioBackend.metadata(path).await {
                Ok(metadata) if !metadata.is_file() && !metadata.is_dir() => Err(ErrorKind::NotFound.into()),
                // Symbolic links in a circle lead to no file.
                Err(error) if Errno::from_io_error(&error) == Some(Errno::LOOP) => {
                    Err(ErrorKind::NotFound.into())
                }
                result => result,
            }
        })
    }
}

//! The database: accounts, roles, tokens, sign-ons, agents and workspaces, in SQLite.

pub(crate) mod accounts;
pub(crate) mod agents;
mod file;
pub(crate) mod flows;
pub(crate) mod identities;
pub(crate) mod roles;
pub(crate) mod seed;
pub(crate) mod tokens;
pub(crate) mod workspaces;

use std::io;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use rusqlite::Connection;
use tokio::task::{JoinError, spawn_blocking};

/// Version of `schema.sql`, kept in the database's `user_version`. A new database has version 0.
const SCHEMA_VERSION: i64 = 3;
/// How long a write waits while another process has locked the database file.
const BUSY_TIMEOUT: Duration = Duration::from_secs(5);

/// The database. Clones share it.
#[derive(Clone)]
pub(crate) struct Store {
    connection: Arc<Mutex<Connection>>,
}

/// The database could not be opened, read or written.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    #[error("database: {0}")]
    Sqlite(#[from] rusqlite::Error),
    #[error("database file: {0}")]
    File(#[from] io::Error),
    #[error("the database has schema version {found}, this deployment reads version {SCHEMA_VERSION}")]
    Version { found: i64 },
    #[error("database work was cut short")]
    CutShort(#[from] JoinError),
}

impl Store {
    /// Opens the database file `path`, or a database in memory. A new database is filled with the schema and the catalogue.
    pub(crate) async fn open(path: Option<PathBuf>) -> Result<Self, StoreError> {
        let connection = spawn_blocking(move || {
            let mut connection = match path {
                Some(path) => {
                    // An absolute path is always a file for SQLite, unlike `:memory:` and `file:…`.
                    let path = std::path::absolute(path)?;
                    Connection::open(file::make_private(&path)?)?
                }
                None => Connection::open_in_memory()?,
            };
            prepare(&mut connection)?;
            Ok::<_, StoreError>(connection)
        });
        Ok(Self { connection: Arc::new(Mutex::new(connection.await??)) })
    }

    /// Runs `work` on the database, off the async threads, one at a time.
    async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T, StoreError> {
        let shared = self.connection.clone();
        let done = spawn_blocking(move || {
            // Dropped transactions roll back, so the connection is sound even after a panic.
            let mut connection = shared.lock().unwrap_or_else(PoisonError::into_inner);
            work(&mut connection)
        });
        Ok(done.await??)
    }
}

fn prepare(connection: &mut Connection) -> Result<(), StoreError> {
    connection.busy_timeout(BUSY_TIMEOUT)?;
    connection.pragma_update(None, "foreign_keys", true)?;
    connection.pragma_update(None, "journal_mode", "wal")?;
    match connection.pragma_query_value(None, "user_version", |row| row.get(0))? {
        SCHEMA_VERSION => Ok(()),
        0 => {
            let transaction = connection.transaction()?;
            transaction.execute_batch(include_str!("schema.sql"))?;
            seed::catalogue(&transaction)?;
            transaction.pragma_update(None, "user_version", SCHEMA_VERSION)?;
            Ok(transaction.commit()?)
        }
        found => Err(StoreError::Version { found }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_database_of_another_version_is_refused() {
        let directory = tempfile::tempdir().unwrap();
        for version in [1, 2, 7] {
            let path = directory.path().join(format!("{version}.db"));
            Connection::open(&path).unwrap().pragma_update(None, "user_version", version).unwrap();
            let refused = Store::open(Some(path)).await;
            assert!(matches!(refused, Err(StoreError::Version { found }) if found == version), "{version}");
        }
    }

    #[tokio::test]
    async fn a_file_that_is_no_database_is_refused() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("platform.db");
        std::fs::write(&path, "not a database, and long enough to be looked at").unwrap();
        assert!(matches!(Store::open(Some(path)).await, Err(StoreError::Sqlite(_))));
    }
}

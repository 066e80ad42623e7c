//! Workspaces. Creating one needs a capability.

use rusqlite::params;
use serde::Serialize;

use super::accounts::Account;
use super::{Store, StoreError};

/// A workspace; its shape is "not shown" in `identity-api.md`.
#[derive(Debug, Serialize)]
pub(crate) struct Workspace {
    id: i64,
    name: String,
    owner: String,
}

impl Store {
    pub(crate) async fn create_workspace(
        &self,
        owner: &Account,
        name: String,
    ) -> Result<Workspace, StoreError> {
        let (id, owner) = (owner.id, owner.email.clone());
        self.run(move |connection| {
            connection.execute("INSERT INTO workspaces (name, owner) VALUES (?, ?)", params![name, id])?;
            Ok(Workspace { id: connection.last_insert_rowid(), name, owner })
        })
        .await
    }

    /// Every workspace of the deployment, of every owner.
    pub(crate) async fn workspaces(&self) -> Result<Vec<Workspace>, StoreError> {
        let sql =
            "SELECT w.id, w.name, o.email FROM workspaces w JOIN accounts o ON o.id = w.owner ORDER BY w.id";
        self.run(move |connection| {
            connection
                .prepare_cached(sql)?
                .query_map([], |row| {
                    Ok(Workspace { id: row.get(0)?, name: row.get(1)?, owner: row.get(2)? })
                })?
                .collect()
        })
        .await
    }
}

//! The role catalogue, and the capabilities of roles.

use serde::Serialize;

use super::{Store, StoreError};

/// `identity-api.md` 2.4, in the names it has on the wire.
#[derive(Debug, Serialize)]
pub(crate) struct Role {
    name: String,
    rank: i64,
    label: String,
    description: String,
}

impl Store {
    /// Every role, lowest rank first.
    pub(crate) async fn roles(&self) -> Result<Vec<Role>, StoreError> {
        self.run(|connection| {
            connection
                .prepare_cached("SELECT name, rank, label, description FROM roles ORDER BY rank, name")?
                .query_map([], |row| {
                    Ok(Role {
                        name: row.get(0)?,
                        rank: row.get(1)?,
                        label: row.get(2)?,
                        description: row.get(3)?,
                    })
                })?
                .collect()
        })
        .await
    }

    /// Whether the role has the capability (`identity-api.md` 5.11).
    pub(crate) async fn role_can(&self, role: String, capability: &'static str) -> Result<bool, StoreError> {
        let sql = "SELECT 1 FROM role_capabilities WHERE role = ? AND capability = ?";
        self.run(move |connection| connection.prepare_cached(sql)?.exists((role, capability))).await
    }
}

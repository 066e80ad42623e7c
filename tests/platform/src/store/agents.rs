//! Agents, and which callers can see them (`identity-api.md` 5.10).

use rusqlite::{OptionalExtension, Row, named_params};
use serde::Serialize;

use super::accounts::Account;
use super::{Store, StoreError};

/// An agent; its shape is "not shown" in `identity-api.md` 4.8.
#[derive(Debug, Serialize)]
pub(crate) struct Agent {
    id: i64,
    name: String,
    description: String,
    owner: String,
}

const VISIBLE: &str = "
    SELECT g.id, g.name, g.description, o.email FROM agents g JOIN accounts o ON o.id = g.owner
    WHERE (g.owner = :caller OR (g.shared AND o.company = :company))";

impl Store {
    /// The agents that `caller` can see.
    pub(crate) async fn agents(&self, caller: &Account) -> Result<Vec<Agent>, StoreError> {
        let (caller, company) = (caller.id, caller.company.id);
        self.run(move |connection| {
            connection
                .prepare_cached(&format!("{VISIBLE} ORDER BY g.id"))?
                .query_map(named_params! { ":caller": caller, ":company": company }, read)?
                .collect()
        })
        .await
    }

    /// Returns one agent, if it exists and `caller` can see it.
    pub(crate) async fn agent(&self, caller: &Account, id: i64) -> Result<Option<Agent>, StoreError> {
        let (caller, company) = (caller.id, caller.company.id);
        self.run(move |connection| {
            connection
                .prepare_cached(&format!("{VISIBLE} AND g.id = :id"))?
                .query_row(named_params! { ":caller": caller, ":company": company, ":id": id }, read)
                .optional()
        })
        .await
    }
}

fn read(row: &Row<'_>) -> rusqlite::Result<Agent> {
    Ok(Agent { id: row.get(0)?, name: row.get(1)?, description: row.get(2)?, owner: row.get(3)? })
}

//! Accounts, with everything that the API shows of them.

use std::collections::BTreeMap;

use rusqlite::{Connection, OptionalExtension, Row, named_params};
use serde::Serialize;
use serde_json::Value;

use super::{Store, StoreError};

/// An account as it is in the database now.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Account {
    pub(crate) id: i64,
    pub(crate) email: String,
    pub(crate) name: String,
    pub(crate) role: String,
    pub(crate) active: bool,
    pub(crate) auth_source: String,
    pub(crate) company: Company,
    /// What the role grants, by feature name (`identity-api.md` 2.2).
    pub(crate) features: BTreeMap<String, FeaturePermission>,
}

/// `identity-api.md` 2.3, in the names it has on the wire.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct Company {
    pub(crate) id: i64,
    pub(crate) name: String,
    pub(crate) address: String,
    pub(crate) city: String,
    pub(crate) country: String,
    pub(crate) postal_code: String,
}

/// `identity-api.md` 2.2, in the names it has on the wire.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct FeaturePermission {
    pub(crate) enabled: bool,
    pub(crate) limit: Option<Value>,
}

/// The outcome of a change to an account.
#[derive(Debug, PartialEq)]
pub(crate) enum Change {
    Done(Box<Account>),
    UnknownEmail,
    UnknownRole,
}

impl Store {
    /// The account with this email; upper and lower case are the same.
    pub(crate) async fn account(&self, email: String) -> Result<Option<Account>, StoreError> {
        self.run(move |connection| by_email(connection, &email)).await
    }

    /// The account's password hash; `None` for an unknown email and for an account without a password.
    pub(crate) async fn password_hash(&self, email: String) -> Result<Option<String>, StoreError> {
        let sql = "SELECT password_hash FROM accounts WHERE email = ?";
        self.run(move |connection| {
            connection.query_row(sql, [email], |row| row.get(0)).optional().map(Option::flatten)
        })
        .await
    }

    /// Changes the given fields of an existing account. The tokens of a deactivated account stay in the database, so that a session read
    /// can answer with the reason. They are deleted when the account is activated again.
    pub(crate) async fn change_account(
        &self,
        email: String,
        active: Option<bool>,
        role: Option<String>,
    ) -> Result<Change, StoreError> {
        self.run(move |connection| {
            let transaction = connection.transaction()?;
            let Some(before) = by_email(&transaction, &email)? else {
                return Ok(Change::UnknownEmail);
            };
            if let Some(role) = &role
                && !transaction.prepare("SELECT 1 FROM roles WHERE name = ?")?.exists([role])?
            {
                return Ok(Change::UnknownRole);
            }
            if active == Some(true) && !before.active {
                transaction.execute("DELETE FROM tokens WHERE account = ?", [before.id])?;
            }
            transaction.execute(
                "UPDATE accounts SET active = coalesce(:active, active), role = coalesce(:role, role)
                 WHERE email = :email",
                named_params! { ":active": active, ":role": role, ":email": email },
            )?;
            let changed = by_email(&transaction, &email)?;
            transaction.commit()?;
            Ok(changed.map_or(Change::UnknownEmail, |account| Change::Done(Box::new(account))))
        })
        .await
    }
}

/// The account with this identifier.
pub(super) fn by_id(connection: &Connection, id: i64) -> rusqlite::Result<Option<Account>> {
    load(connection, "a.id = ?", id)
}

/// The account with this email; upper and lower case are the same.
pub(super) fn by_email(connection: &Connection, email: &str) -> rusqlite::Result<Option<Account>> {
    load(connection, "a.email = ?", email)
}

fn load(
    connection: &Connection,
    condition: &'static str,
    key: impl rusqlite::ToSql,
) -> rusqlite::Result<Option<Account>> {
    let sql = format!(
        "SELECT a.id, a.email, a.name, a.role, a.active, a.auth_source,
                c.id AS company_id, c.name AS company_name, c.address, c.city, c.country, c.postal_code
         FROM accounts a JOIN companies c ON c.id = a.company WHERE {condition}"
    );
    let account = connection.prepare_cached(&sql)?.query_row([key], read).optional()?;
    account
        .map(|account| Ok(Account { features: features(connection, &account.role)?, ..account }))
        .transpose()
}

fn read(row: &Row<'_>) -> rusqlite::Result<Account> {
    Ok(Account {
        id: row.get("id")?,
        email: row.get("email")?,
        name: row.get("name")?,
        role: row.get("role")?,
        active: row.get("active")?,
        auth_source: row.get("auth_source")?,
        company: Company {
            id: row.get("company_id")?,
            name: row.get("company_name")?,
            address: row.get("address")?,
            city: row.get("city")?,
            country: row.get("country")?,
            postal_code: row.get("postal_code")?,
        },
        features: BTreeMap::new(),
    })
}

fn features(connection: &Connection, role: &str) -> rusqlite::Result<BTreeMap<String, FeaturePermission>> {
    connection
        .prepare_cached("SELECT feature, enabled, usage_limit FROM role_features WHERE role = ?")?
        .query_map([role], |row| {
            Ok((row.get(0)?, FeaturePermission { enabled: row.get(1)?, limit: row.get(2)? }))
        })?
        .collect()
}

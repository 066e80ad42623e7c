//! Accounts that sign in through the identity provider. Each is created at its first sign-on.

use rusqlite::{Connection, OptionalExtension, params};

use super::accounts::{Account, by_email, by_id};
use super::seed::COMPANY;
use super::{Store, StoreError};
use crate::sso::identity::Identity;

/// The `authSource` of such accounts (`identity-api.md` 2.1), named like the `idp` in the paths.
const AUTH_SOURCE: &str = "idp";
const ROLE: &str = "default";

/// The outcome of looking for the account of an identity.
#[derive(Debug, PartialEq)]
pub(crate) enum Resolved {
    /// The account, found or created. It may be deactivated.
    Account(Box<Account>),
    /// The identity is new, and has no usable address, for this reason.
    NoEmail(&'static str),
    /// The identity is new, and its address belongs to another account, which it must not take over.
    EmailTaken,
}

impl Store {
    /// Finds or creates the account of this person. A later sign-on changes neither name nor address nor role.
    pub(crate) async fn account_of_identity(&self, identity: Identity) -> Result<Resolved, StoreError> {
        self.run(move |connection| {
            let transaction = connection.transaction()?;
            let resolved = resolve(&transaction, &identity)?;
            transaction.commit()?;
            Ok(resolved)
        })
        .await
    }
}

fn resolve(connection: &Connection, identity: &Identity) -> rusqlite::Result<Resolved> {
    let Identity { issuer, subject, profile } = identity;
    let known: Option<i64> = connection
        .query_row(
            "SELECT account FROM identities WHERE issuer = ? AND subject = ?",
            [issuer, subject],
            |row| row.get(0),
        )
        .optional()?;
    if let Some(id) = known {
        return account(connection, id);
    }
    let email = match profile.usable_email() {
        Ok(email) => email,
        Err(reason) => return Ok(Resolved::NoEmail(reason)),
    };
    if by_email(connection, email)?.is_some() {
        return Ok(Resolved::EmailTaken);
    }
    let name = profile.name.as_deref().unwrap_or(email);
    connection.execute(
        "INSERT INTO accounts (email, name, password_hash, role, active, auth_source, company)
         VALUES (?, ?, NULL, ?, TRUE, ?, ?)",
        params![email, name, ROLE, AUTH_SOURCE, COMPANY],
    )?;
    let id = connection.last_insert_rowid();
    connection.execute(
        "INSERT INTO identities (issuer, subject, account) VALUES (?, ?, ?)",
        params![issuer, subject, id],
    )?;
    account(connection, id)
}

fn account(connection: &Connection, id: i64) -> rusqlite::Result<Resolved> {
    let account = by_id(connection, id)?.ok_or(rusqlite::Error::QueryReturnedNoRows)?;
    Ok(Resolved::Account(Box::new(account)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sso::identity::Profile;

    fn person(issuer: &str, subject: &str, email: Option<&str>, email_verified: Option<bool>) -> Identity {
        let profile = Profile { email: email.map(str::to_owned), email_verified, name: None };
        Identity { issuer: issuer.to_owned(), subject: subject.to_owned(), profile }
    }

    fn account_of(resolved: Resolved) -> Account {
        match resolved {
            Resolved::Account(account) => *account,
            other => panic!("{other:?}"),
        }
    }

    #[tokio::test]
    async fn issuer_and_subject_name_an_account_whatever_its_address_is_by_now() {
        let store = Store::open(None).await.unwrap();
        let first = person("https://idp", "1", Some("hedy@example.com"), Some(true));
        let account = account_of(store.account_of_identity(first).await.unwrap());
        assert_eq!((account.role.as_str(), account.auth_source.as_str()), ("default", "idp"));
        assert_eq!(account.name, "hedy@example.com");

        for email in [Some("lamarr@example.com"), None] {
            let again = person("https://idp", "1", email, Some(false));
            assert_eq!(account_of(store.account_of_identity(again).await.unwrap()), account);
        }
        for other in [
            person("https://idp", "2", Some("Hedy@Example.com"), Some(true)),
            person("https://other", "1", Some("hedy@example.com"), Some(true)),
        ] {
            assert_eq!(store.account_of_identity(other).await.unwrap(), Resolved::EmailTaken);
        }
    }
}

//! Access tokens, by their hash.

use rusqlite::{OptionalExtension, params};

use super::accounts::{Account, by_id};
use super::{Store, StoreError};
use crate::auth::token::{Timestamp, TokenHash};

impl Store {
    /// Remembers a token of the account until `expires_at`, and forgets those that have expired by `now`.
    pub(crate) async fn add_token(
        &self,
        hash: TokenHash,
        account: i64,
        now: Timestamp,
        expires_at: Timestamp,
    ) -> Result<(), StoreError> {
        self.run(move |connection| {
            let transaction = connection.transaction()?;
            transaction.execute("DELETE FROM tokens WHERE expires_at <= ?", [now.seconds()])?;
            transaction.execute(
                "INSERT INTO tokens (hash, account, expires_at) VALUES (?, ?, ?)",
                params![hash.as_bytes(), account, expires_at.seconds()],
            )?;
            transaction.commit()
        })
        .await
    }

    /// The account, active or not, that a token still valid at `now` was issued to.
    pub(crate) async fn account_of_token(
        &self,
        hash: TokenHash,
        now: Timestamp,
    ) -> Result<Option<Account>, StoreError> {
        self.run(move |connection| {
            let account: Option<i64> = connection
                .prepare_cached("SELECT account FROM tokens WHERE hash = ? AND expires_at > ?")?
                .query_row(params![hash.as_bytes(), now.seconds()], |row| row.get(0))
                .optional()?;
            account.map_or(Ok(None), |id| by_id(connection, id))
        })
        .await
    }

    pub(crate) async fn end_token(&self, hash: TokenHash) -> Result<(), StoreError> {
        self.run(move |connection| {
            connection.execute("DELETE FROM tokens WHERE hash = ?", [hash.as_bytes()]).map(drop)
        })
        .await
    }

    pub(crate) async fn end_every_token(&self) -> Result<(), StoreError> {
        self.run(|connection| connection.execute("DELETE FROM tokens", []).map(drop)).await
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::auth::password::Passwords;
    use crate::auth::token::{LIFETIME, Token};
    use crate::store::seed;

    #[tokio::test]
    async fn a_token_is_valid_for_24_hours_and_not_a_second_longer() {
        let store = Store::open(None).await.unwrap();
        seed::accounts(&store, &Passwords::new().await.unwrap()).await.unwrap();
        let ada = store.account("ada@example.com".to_owned()).await.unwrap().unwrap();

        let signed_in = Timestamp::now();
        let end = signed_in.plus(LIFETIME);
        let hash = Token::random().unwrap().hash();
        store.add_token(hash, ada.id, signed_in, end).await.unwrap();

        let last_second = signed_in.plus(LIFETIME - Duration::from_secs(1));
        assert_eq!(store.account_of_token(hash, last_second).await.unwrap(), Some(ada.clone()));
        assert_eq!(store.account_of_token(hash, end).await.unwrap(), None);

        let other = Token::random().unwrap().hash();
        store.add_token(other, ada.id, end, end.plus(LIFETIME)).await.unwrap();
        assert_eq!(
            store.account_of_token(hash, signed_in).await.unwrap(),
            None,
            "expired tokens are forgotten"
        );
        assert_eq!(store.account_of_token(other, end).await.unwrap(), Some(ada));
    }
}

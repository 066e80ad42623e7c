//! Access tokens, by their hash.

use rusqlite::{OptionalExtension, Transaction, params};

use super::accounts::{Account, by_id};
use super::{Store, StoreError};
use crate::auth::token::{CLOCK_LEEWAY, LIFETIME, Timestamp, TokenHash};

impl Store {
    /// Stores a token of the account, issued `now`, and ends `others`, the previous tokens of the browser. Returns `false`, and changes
    /// nothing, if the account was deactivated meanwhile.
    pub(crate) async fn open_session(
        &self,
        hash: TokenHash,
        account: i64,
        now: Timestamp,
        others: Vec<TokenHash>,
    ) -> Result<bool, StoreError> {
        self.run(move |connection| {
            let transaction = connection.transaction()?;
            transaction.execute(
                "DELETE FROM tokens WHERE expires_at <= ? OR issued_at > ?",
                [now.seconds(), now.plus(CLOCK_LEEWAY).seconds()],
            )?;
            end(&transaction, &others)?;
            let added = transaction.execute(
                "INSERT INTO tokens (hash, account, issued_at, expires_at)
                 SELECT ?, id, ?, ? FROM accounts WHERE id = ? AND active",
                params![hash.as_bytes(), now.seconds(), now.plus(LIFETIME).seconds(), account],
            )?;
            if added == 0 {
                return Ok(false);
            }
            transaction.commit()?;
            Ok(true)
        })
        .await
    }

    /// The account, active or not, of a token that is valid at `now`. An invalid token is deleted, so that it does not become valid again
    /// after the clock was set back, or later if it is from the future.
    pub(crate) async fn account_of_token(
        &self,
        hash: TokenHash,
        now: Timestamp,
    ) -> Result<Option<Account>, StoreError> {
        self.run(move |connection| {
            let token: Option<(i64, i64, i64)> = connection
                .prepare_cached("SELECT account, issued_at, expires_at FROM tokens WHERE hash = ?")?
                .query_row([hash.as_bytes()], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))
                .optional()?;
            let Some((account, issued_at, expires_at)) = token else { return Ok(None) };
            if expires_at <= now.seconds() || issued_at > now.plus(CLOCK_LEEWAY).seconds() {
                connection.execute("DELETE FROM tokens WHERE hash = ?", [hash.as_bytes()])?;
                return Ok(None);
            }
            by_id(connection, account)
        })
        .await
    }

    /// Ends all these tokens in one transaction.
    pub(crate) async fn end_tokens(&self, hashes: Vec<TokenHash>) -> Result<(), StoreError> {
        self.run(move |connection| {
            let transaction = connection.transaction()?;
            end(&transaction, &hashes)?;
            transaction.commit()
        })
        .await
    }

    pub(crate) async fn end_every_token(&self) -> Result<(), StoreError> {
        self.run(|connection| connection.execute("DELETE FROM tokens", []).map(drop)).await
    }
}

fn end(transaction: &Transaction<'_>, hashes: &[TokenHash]) -> rusqlite::Result<()> {
    let mut statement = transaction.prepare_cached("DELETE FROM tokens WHERE hash = ?")?;
    hashes.iter().try_for_each(|hash| statement.execute([hash.as_bytes()]).map(drop))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::auth::password::Passwords;
    use crate::auth::token::Token;
    use crate::store::seed;

    async fn with_ada() -> (Store, Account) {
        let store = Store::open(None).await.unwrap();
        seed::accounts(&store, &Passwords::start().await.unwrap()).await.unwrap();
        let ada = store.account("ada@example.com".to_owned()).await.unwrap().unwrap();
        (store, ada)
    }

    async fn issued(store: &Store, ada: &Account, now: Timestamp) -> TokenHash {
        let hash = Token::random().unwrap().hash();
        assert!(store.open_session(hash, ada.id, now, Vec::new()).await.unwrap());
        hash
    }

    #[tokio::test]
    async fn a_token_is_valid_for_24_hours_and_not_a_second_longer() {
        let (store, ada) = with_ada().await;
        let signed_in = Timestamp::now();
        let end = signed_in.plus(LIFETIME);
        let hash = issued(&store, &ada, signed_in).await;

        let last_second = signed_in.plus(LIFETIME - Duration::from_secs(1));
        assert_eq!(store.account_of_token(hash, last_second).await.unwrap(), Some(ada.clone()));
        assert_eq!(store.account_of_token(hash, end).await.unwrap(), None);
        assert_eq!(
            store.account_of_token(hash, signed_in).await.unwrap(),
            None,
            "nor once the clock is set back"
        );
    }

    #[tokio::test]
    async fn a_sign_in_forgets_tokens_that_have_expired_and_those_from_the_future() {
        let (store, ada) = with_ada().await;
        let now = Timestamp::now();
        let old = issued(&store, &ada, now).await;
        let later = now.plus(LIFETIME);
        issued(&store, &ada, later).await;
        assert_eq!(store.account_of_token(old, now).await.unwrap(), None);
        let ahead = issued(&store, &ada, later.plus(LIFETIME)).await;
        issued(&store, &ada, later).await;
        assert_eq!(store.account_of_token(ahead, later.plus(LIFETIME)).await.unwrap(), None);
    }

    #[tokio::test]
    async fn an_account_that_is_deactivated_while_it_signs_in_gets_no_token() {
        let (store, ada) = with_ada().await;
        store.change_account(ada.email.clone(), Some(false), None).await.unwrap();
        let hash = Token::random().unwrap().hash();
        assert!(!store.open_session(hash, ada.id, Timestamp::now(), Vec::new()).await.unwrap());
    }
}

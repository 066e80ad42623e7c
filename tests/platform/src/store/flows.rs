//! The sign-ons under way. Each can be used once, within ten minutes.

use rusqlite::{OptionalExtension, params};

use super::{Store, StoreError};
use crate::auth::token::{CLOCK_LEEWAY, Timestamp, TokenHash};
use crate::sso::ticket::LIFETIME;

/// The most sign-ons under way. The oldest are deleted for new ones, because any client may begin one.
const CAPACITY: i64 = 4096;

/// What the deployment stores of a sign-on while its browser is at the provider.
#[derive(PartialEq)]
pub(crate) struct Flow {
    /// The ID token must contain it.
    pub(crate) nonce: String,
    /// Proves to the provider that the client with the code is the one that began the sign-on (RFC 7636).
    pub(crate) verifier: String,
    /// Where the browser goes at the end, already checked; `/` if there is none.
    pub(crate) return_url: Option<String>,
}

impl Store {
    /// Stores a sign-on that begins `now`, and deletes those that have expired or are from the future.
    pub(crate) async fn add_flow(
        &self,
        state: TokenHash,
        binding: TokenHash,
        flow: Flow,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        self.run(move |connection| {
            let transaction = connection.transaction()?;
            transaction.execute(
                "DELETE FROM sign_ons WHERE expires_at <= ? OR expires_at > ?",
                [now.seconds(), latest_end(now)],
            )?;
            transaction.execute(
                "DELETE FROM sign_ons WHERE state IN
                 (SELECT state FROM sign_ons ORDER BY expires_at DESC LIMIT -1 OFFSET ?)",
                [CAPACITY - 1],
            )?;
            transaction.execute(
                "INSERT INTO sign_ons (state, binding, nonce, verifier, return_url, expires_at)
                 VALUES (?, ?, ?, ?, ?, ?)",
                params![
                    state.as_bytes(),
                    binding.as_bytes(),
                    flow.nonce,
                    flow.verifier,
                    flow.return_url,
                    now.plus(LIFETIME).seconds()
                ],
            )?;
            transaction.commit()
        })
        .await
    }

    /// Deletes and returns the sign-on, if it has not expired and `binding` matches: another browser can neither use nor end it.
    pub(crate) async fn take_flow(
        &self,
        state: TokenHash,
        binding: TokenHash,
        now: Timestamp,
    ) -> Result<Option<Flow>, StoreError> {
        self.run(move |connection| {
            connection
                .prepare_cached(
                    "DELETE FROM sign_ons WHERE state = ? AND binding = ? AND expires_at > ? AND expires_at <= ?
                     RETURNING nonce, verifier, return_url",
                )?
                .query_row(
                    params![state.as_bytes(), binding.as_bytes(), now.seconds(), latest_end(now)],
                    |row| Ok(Flow { nonce: row.get(0)?, verifier: row.get(1)?, return_url: row.get(2)? }),
                )
                .optional()
        })
        .await
    }

    pub(crate) async fn end_every_flow(&self) -> Result<(), StoreError> {
        self.run(|connection| connection.execute("UPDATE sign_ons SET expires_at = 0", []).map(drop)).await
    }
}

/// The latest end of a sign-on that began now. A later one is from a clock that was ahead.
fn latest_end(now: Timestamp) -> i64 {
    now.plus(LIFETIME).plus(CLOCK_LEEWAY).seconds()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn flow(nonce: &str) -> Flow {
        Flow { nonce: nonce.to_owned(), verifier: "verifier".to_owned(), return_url: None }
    }

    async fn add(store: &Store, name: &str, now: Timestamp) {
        let (state, binding) = (TokenHash::of(name), TokenHash::of("browser"));
        store.add_flow(state, binding, flow(name), now).await.unwrap();
    }

    async fn taken(store: &Store, name: &str, browser: &str, now: Timestamp) -> bool {
        store.take_flow(TokenHash::of(name), TokenHash::of(browser), now).await.unwrap() == Some(flow(name))
    }

    #[tokio::test]
    async fn a_sign_on_has_ten_minutes_and_not_a_second_longer() {
        let store = Store::open(None).await.unwrap();
        let now = Timestamp::now();
        for name in ["in time", "late"] {
            add(&store, name, now).await;
        }
        assert!(taken(&store, "in time", "browser", now.plus(LIFETIME - Duration::from_secs(1))).await);
        assert!(!taken(&store, "late", "browser", now.plus(LIFETIME)).await);
    }

    #[tokio::test]
    async fn a_sign_on_begun_by_a_clock_that_was_ahead_is_refused() {
        let store = Store::open(None).await.unwrap();
        let now = Timestamp::now();
        add(&store, "ahead", now.plus(CLOCK_LEEWAY + Duration::from_secs(1))).await;
        assert!(!taken(&store, "ahead", "browser", now).await);
    }

    #[tokio::test]
    async fn the_oldest_make_room() {
        let store = Store::open(None).await.unwrap();
        let now = Timestamp::now();
        add(&store, "oldest", now).await;
        let later = now.plus(Duration::from_secs(1));
        for index in 0..CAPACITY {
            add(&store, &index.to_string(), later).await;
        }
        assert!(!taken(&store, "oldest", "browser", later).await);
        assert!(taken(&store, "0", "browser", later).await);
    }
}

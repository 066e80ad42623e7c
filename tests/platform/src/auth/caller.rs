//! The signed-in account behind a request to an endpoint marked "bearer token".

use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;

use super::credential::Presented;
use super::token::{Timestamp, Token};
use crate::config::Bearer;
use crate::http::App;
use crate::http::error::ApiError;
use crate::store::accounts::Account;

/// The caller, re-read from the database for this request. Extracting it answers 401 where there is none
/// (`identity-api.md` 5.4): token missing, not accepted here, unknown, ended, or its account deactivated.
pub(crate) struct Caller(pub(crate) Account);

impl FromRequestParts<Arc<App>> for Caller {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, ApiError> {
        let presented = app.presented(&parts.headers);
        let token = accepted(presented, app.bearer).ok_or_else(ApiError::unauthenticated)?;
        let account = app.store.account_of_token(token.hash(), Timestamp::now()).await?;
        account.filter(|account| account.active).map(Self).ok_or_else(ApiError::unauthenticated)
    }
}

fn accepted(presented: Presented, bearer: Bearer) -> Option<Token> {
    match bearer {
        Bearer::Strict => presented.bearer,
        Bearer::Cookie => presented.preferred(),
    }
}

//! The signed-in account of a request to an endpoint marked "bearer token".

use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;

use super::credential::Presented;
use super::token::{Timestamp, Token};
use crate::config::Bearer;
use crate::http::App;
use crate::http::error::ApiError;
use crate::store::accounts::Account;

/// The caller, read from the database for each request. Without a caller the answer is 401 (`identity-api.md` 5.4): the token is
/// missing, in a carrier that is not accepted, unknown or ended, or its account is deactivated.
pub(crate) struct Caller(pub(crate) Account);

impl FromRequestParts<Arc<App>> for Caller {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, ApiError> {
        let presented = app.presented(&parts.headers);
        let token = accepted_token(presented, app.bearer).ok_or_else(ApiError::unauthenticated)?;
        let account = app.store.account_of_token(token.hash(), Timestamp::now()).await?;
        account.filter(|account| account.active).map(Self).ok_or_else(ApiError::unauthenticated)
    }
}

fn accepted_token(presented: Presented, bearer: Bearer) -> Option<Token> {
    match bearer {
        Bearer::Strict => presented.bearer,
        Bearer::Cookie => presented.preferred(),
    }
}

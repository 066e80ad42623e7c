//! What every way of signing in ends with.

use axum_extra::extract::cookie::Cookie;

use super::channel::Channel;
use super::cookie;
use super::token::{LIFETIME, Timestamp, Token};
use crate::http::error::ApiError;
use crate::store::Store;

/// A session of this account, 24 hours from now: its token, and the cookie that carries it.
pub(crate) async fn open_session(
    store: &Store,
    account: i64,
    channel: Channel,
) -> Result<(Token, Cookie<'static>), ApiError> {
    let token = Token::random()?;
    let now = Timestamp::now();
    store.add_token(token.hash(), account, now, now.plus(LIFETIME)).await?;
    let cookie = cookie::issue(&token, channel);
    Ok((token, cookie))
}

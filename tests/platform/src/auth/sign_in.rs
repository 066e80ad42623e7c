//! What every way of signing in ends with.

use axum_extra::extract::cookie::Cookie;

use super::channel::Channel;
use super::cookie;
use super::credential::Presented;
use super::token::{Timestamp, Token};
use crate::http::error::ApiError;
use crate::store::Store;

/// A session of this account, 24 hours from now: its token, and the cookie that carries it. The session that the browser had
/// `before` ends: the new cookie overwrites its cookie, so no sign-out could end it later (ASVS 5.0, 7.2.4). `None` where the account
/// has been deactivated meanwhile.
pub(crate) async fn open_session(
    store: &Store,
    account: i64,
    channel: Channel,
    before: Presented,
) -> Result<Option<(Token, Cookie<'static>)>, ApiError> {
    let token = Token::random()?;
    let before = before.all().map(|token| token.hash()).collect();
    let is_open = store.open_session(token.hash(), account, Timestamp::now(), before).await?;
    let cookie = cookie::issue(&token, channel);
    Ok(is_open.then_some((token, cookie)))
}

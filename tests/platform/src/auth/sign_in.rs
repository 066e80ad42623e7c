//! The last step of every way of signing in.

use axum_extra::extract::cookie::Cookie;

use super::channel::Channel;
use super::cookie;
use super::credential::Presented;
use super::token::{Timestamp, Token};
use crate::http::error::ApiError;
use crate::store::Store;

/// Opens a session of 24 hours for an account. Returns its token and cookie, or `None` if the account was deactivated meanwhile. Ends
/// the browser's previous session, of which the tokens are `before`: the new cookie overwrites the old one, so no sign-out could end it
/// later (ASVS 5.0, 7.2.4).
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

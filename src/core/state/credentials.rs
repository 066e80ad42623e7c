//! The results of a sign-in on this page: a bearer token, the known end of the session, and whether the browser accepted the cookie.
//!
//! `begin_epoch` (`rules/identity.rs`) drops all of it, and so does the end of a session with an unverified identity (`rules/expiry.rs`). The
//! token alone is dropped when it was refused (`rules/unauthorized.rs`), and here (`leave`, `expire`). The allocator overwrites freed memory
//! (`src/lib.rs`). `rules/bearer.rs` decides which requests carry the token.

use crate::api::Token;
use crate::core::clock::Now;
use crate::core::policy::TOKEN_LIFETIME_MS;

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Credentials {
    bearer: Option<Bearer>,
    /// When the sign-in began, by the page's clock: the begin of the session's 24 hours. `None`: not known.
    pub signed_in_ms: Option<u64>,
    /// When the 24 hours are over, by the wall clock.
    ends_at_ms: u64,
    /// Whether another user may have signed in since: then no request carries the token until a read is answered.
    suspended: bool,
    pub cookie: Cookie,
    /// Whether the page has been warned of the session's end.
    pub warned: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Bearer {
    token: Token,
    since_ms: u64,
}

/// Whether the browser accepts the session's cookie.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Cookie {
    /// The browser accepts the cookie, as far as is known.
    #[default]
    Accepted,
    /// Not known: the next read is sent without the token, and its answer tells.
    Unconfirmed,
    /// The browser refuses the cookie: session reads carry the token.
    Refused,
}

impl Credentials {
    /// Makes the credentials of a sign-in.
    pub fn of_sign_in(token: Option<Token>, since_ms: u64, ends_at_ms: u64) -> Self {
        let bearer = token.map(|token| Bearer { token, since_ms });
        Self {
            bearer,
            signed_in_ms: Some(since_ms),
            ends_at_ms,
            cookie: Cookie::Unconfirmed,
            ..Self::default()
        }
    }

    /// Returns the token to send, if there is one.
    pub fn token(&self) -> Option<&Token> {
        self.bearer.as_ref().filter(|_| !self.suspended).map(|bearer| &bearer.token)
    }

    /// Whether session reads carry the token, because the browser refuses the cookie.
    pub fn carries_reads(&self) -> bool {
        self.cookie == Cookie::Refused && self.token().is_some()
    }

    /// Suspends the token, because another sign-in may have replaced the cookie that came with the sign-in here.
    pub fn suspend(&mut self) {
        self.suspended = true;
        match self.bearer {
            Some(_) if self.cookie == Cookie::Refused => self.cookie = Cookie::Unconfirmed,
            Some(_) => {}
            // There is no token. If a read finds no user now, the reason need not be a refused cookie any more.
            None => self.cookie = Cookie::Accepted,
        }
    }

    /// Confirms the credentials, because a read found the same user. If another sign-in may have come since, the end of the session is not known
    /// any more.
    pub fn confirm(&mut self) {
        if self.cookie == Cookie::Unconfirmed {
            self.cookie = Cookie::Accepted;
        }
        if core::mem::take(&mut self.suspended) {
            self.signed_in_ms = None;
        }
    }

    /// Takes in that the browser refuses the cookie, because a read without the token found no user after a sign-in. Returns whether there is a
    /// token for the next read; without one nothing changes but the suspension, which ends.
    pub fn refuse_cookie(&mut self) -> bool {
        self.suspended = false;
        let Some(bearer) = &self.bearer else { return false };
        self.cookie = Cookie::Refused;
        // From now on the session depends on the token, so both end together.
        self.signed_in_ms = Some(bearer.since_ms);
        true
    }

    /// Drops the token, if the page is left before a read has told whether the browser kept the cookie: once the page is back, no read can tell
    /// that any more.
    pub fn leave(&mut self) {
        if self.cookie == Cookie::Unconfirmed {
            self.cookie = Cookie::Accepted;
            self.drop_token();
        }
    }

    pub fn drop_token(&mut self) {
        self.bearer = None;
    }

    /// Drops the token after its 24 hours. Returns whether the 24 hours of the session are over, too.
    pub fn expire(&mut self, now: Now) -> bool {
        let is_over = |since_ms| now.left_ms(TOKEN_LIFETIME_MS, since_ms) == 0;
        if self.bearer.as_ref().is_some_and(|bearer| is_over(bearer.since_ms)) {
            self.bearer = None;
        }
        self.signed_in_ms.is_some_and(is_over)
    }

    /// Returns how many milliseconds of the session's 24 hours remain, if they are known.
    pub fn ends_in_ms(&self, now: Now) -> Option<u64> {
        self.signed_in_ms.map(|since_ms| now.left_ms(TOKEN_LIFETIME_MS, since_ms))
    }

    /// Returns when the sign-in began, if the session that is shown is known to come from it.
    pub fn shown_since_ms(&self) -> Option<u64> {
        self.signed_in_ms.filter(|_| !self.suspended)
    }

    /// Returns when the session that is shown ends, by the wall clock, if that is known.
    pub fn shown_end_ms(&self) -> Option<u64> {
        self.shown_since_ms().map(|_| self.ends_at_ms)
    }
}

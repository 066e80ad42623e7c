//! What a sign-in on this page left behind: a bearer token, the known end of the session, and whether the browser
//! accepted the cookie.
//!
//! All of it is dropped by `begin_epoch` (`rules/identity.rs`) and where an end comes while the identity is unverified
//! (`rules/expiry.rs`); the token alone where it was refused (`rules/unauthorized.rs`), and here (`leave`, `check_end`). The allocator
//! overwrites what is freed (`src/lib.rs`). Which requests carry the token: `rules/bearer.rs`. The header is written in
//! `src/browser/fetch.rs`.

use crate::api::Token;
use crate::core::clock::Now;
use crate::core::policy::TOKEN_LIFETIME_MS;

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Credentials {
    bearer: Option<Bearer>,
    /// When the sign-in began. The 24 hours of the session count from then.
    pub signed_in_ms: Option<u64>,
    /// When the 24 hours are over, by the wall clock.
    ends_at_ms: u64,
    /// Whether another user may have signed in since: then nothing carries the token until a read says who is signed in.
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
    /// The browser accepts it, as far as is known: the cookie says who is signed in.
    #[default]
    Accepted,
    /// That is not known: the next read goes without a bearer, and its answer tells.
    Unconfirmed,
    /// The browser refuses it: the token carries the session.
    Refused,
}

impl Credentials {
    /// Makes the credentials that a sign-in has left.
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

    /// Whether a session read carries the token, for want of a cookie.
    pub fn carries_reads(&self) -> bool {
        self.cookie == Cookie::Refused && self.token().is_some()
    }

    /// Suspends the token, because another sign-in may have replaced the cookie that came with the sign-in here.
    pub fn suspend(&mut self) {
        self.suspended = true;
        match self.bearer {
            Some(_) if self.cookie == Cookie::Refused => self.cookie = Cookie::Unconfirmed,
            Some(_) => {}
            // Without a token, a read that finds no user no longer says that our own cookie was refused.
            None => self.cookie = Cookie::Accepted,
        }
    }

    /// Confirms the credentials, because a read found the same user. Where another sign-in may have come since, the end of the session is not
    /// known any more.
    pub fn confirm(&mut self) {
        if self.cookie == Cookie::Unconfirmed {
            self.cookie = Cookie::Accepted;
        }
        if core::mem::take(&mut self.suspended) {
            self.signed_in_ms = None;
        }
    }

    /// Takes the cookie for refused, because a read without a bearer found no user after a sign-in. Returns whether the token carries the
    /// session from here on.
    pub fn refuse_cookie(&mut self) -> bool {
        self.suspended = false;
        let Some(bearer) = &self.bearer else { return false };
        self.cookie = Cookie::Refused;
        // The token carries the session now, so both end together.
        self.signed_in_ms = Some(bearer.since_ms);
        true
    }

    /// Drops the token if the page leaves before a read has shown whether the cookie was kept: on the page's return that cannot be told any
    /// more, so the token must not carry the session.
    pub fn leave(&mut self) {
        if self.cookie == Cookie::Unconfirmed {
            self.cookie = Cookie::Accepted;
            self.drop_token();
        }
    }

    pub fn drop_token(&mut self) {
        self.bearer = None;
    }

    /// Drops a token after its 24 hours. Returns whether those of the session are over.
    pub fn check_end(&mut self, now: Now) -> bool {
        let is_over = |since_ms| now.left_ms(TOKEN_LIFETIME_MS, since_ms) == 0;
        if self.bearer.as_ref().is_some_and(|bearer| is_over(bearer.since_ms)) {
            self.bearer = None;
        }
        self.signed_in_ms.is_some_and(is_over)
    }

    /// Returns how many milliseconds of the 24 hours remain.
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

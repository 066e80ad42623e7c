//! The newest sign-in of a page: whether its cookie was kept, and when it ends.

use super::{Granted, Sight, Witness};
use crate::deployment::{SessionId, TOKEN_LIFETIME_MS, Who};
use crate::rule::Rule;
use crate::time::is_over;
use crate::wire::Exchange;
use platform_session::core::RequestId;

/// The newest sign-in of this page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct SignedIn {
    pub(super) session: SessionId,
    pub(super) request: RequestId,
    pub(super) called_ms: u64,
    /// When the request left: it may have waited for a sign-out.
    pub(super) left_ms: u64,
    pub(super) cookie: Cookie,
    pub(super) end: End,
    /// Whether the page was warned that the session ends.
    pub(super) warned: bool,
}

/// What the page knows of the end of the session that it began.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum End {
    /// 24 hours after the sign-in: what is shown is of the session that it began.
    Known,
    /// Another user may have signed in since. What is shown is still of this session.
    Unverified,
    /// The same user was found since: by which session, no read tells.
    Unknown,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Cookie {
    /// No read without the token was answered since.
    Unconfirmed,
    Accepted,
    Refused,
}

impl Witness {
    /// Whether the token is known to carry the session, for want of a cookie.
    pub fn is_carried(&self) -> bool {
        self.signed_in.is_some_and(|signed_in| signed_in.cookie == Cookie::Refused)
    }

    /// After a sign-in, the first read without its token finds no session: the token may still carry the session.
    pub(super) fn may_carry_on(&self, exchange: &Exchange, who: Who, sight: &Sight<'_>) -> bool {
        who == Who::NoSession
            && !exchange.bearer
            && sight.page.token().is_some()
            && self.signed_in.is_some_and(|signed_in| signed_in.cookie == Cookie::Unconfirmed)
    }

    /// Notes by the answer to a read without the token whether the browser sent the cookie along.
    pub(super) fn sees_cookie(&mut self, exchange: &Exchange, who: Who) {
        let Some(signed_in) = &mut self.signed_in else { return };
        if exchange.bearer || exchange.id <= signed_in.request {
            return;
        }
        match (who, signed_in.cookie) {
            (Who::Granted(_), _) => signed_in.cookie = Cookie::Accepted,
            // Whatever another tab has done, the token carries the session now, and both end together.
            (Who::NoSession, Cookie::Unconfirmed) => {
                (signed_in.cookie, signed_in.end) = (Cookie::Refused, End::Known);
            }
            _ => {}
        }
    }

    /// The page goes into the back/forward cache, or is back. If the next read finds no session, it cannot tell whether the browser kept no
    /// cookie, or the user has signed out: so the token must not carry the session, as if the cookie had been kept.
    pub(super) fn forgets_unconfirmed_cookie(&mut self) {
        if let Some(signed_in) = &mut self.signed_in
            && signed_in.cookie == Cookie::Unconfirmed
        {
            signed_in.cookie = Cookie::Accepted;
        }
    }

    /// Another user may have signed in since: the browser may have got a cookie, and the end may be another session's. The next read tells.
    pub(super) fn suspends_credentials(&mut self) {
        // A user may be signed in again: an answer that names one is not for that reason from before the sign-out.
        self.signed_out_ms = 0;
        if let Some(signed_in) = &mut self.signed_in {
            if signed_in.cookie == Cookie::Refused {
                signed_in.cookie = Cookie::Unconfirmed;
            }
            if signed_in.end == End::Known {
                signed_in.end = End::Unverified;
            }
        }
    }

    /// Notes that a read has named the user: that does not tell by which session.
    pub(super) fn confirms_end(&mut self) {
        if let Some(signed_in) = &mut self.signed_in
            && signed_in.end == End::Unverified
        {
            signed_in.end = End::Unknown;
        }
    }

    /// Checks that the page is warned once, within the time that it chose before the known end.
    pub(super) fn checks_warning(&mut self, warnings: usize, sight: &Sight<'_>) {
        let is_shown = sight.page.view().user.is_some();
        let before_ms = sight.page.policy().expiring_ms;
        let Some(signed_in) = &mut self.signed_in else { return self.broken.add(Rule::Events, warnings > 0) };
        let has_lasted = |span_ms| is_over(signed_in.left_ms, span_ms, sight.now_ms);
        let is_time =
            before_ms > 0 && has_lasted(TOKEN_LIFETIME_MS - before_ms) && !has_lasted(TOKEN_LIFETIME_MS);
        let is_due = is_time && is_shown && !signed_in.warned && signed_in.end == End::Known;
        signed_in.warned |= warnings > 0;
        self.broken.add(Rule::Events, warnings != usize::from(is_due));
    }

    /// Whether the sign-in seen here has come to its known end. While the identity is unverified it is not known, unless that sign-in has just been answered.
    pub(super) fn is_over(&self, now_ms: u64, is_just_answered: bool) -> bool {
        self.signed_in.is_some_and(|signed_in| {
            let is_known = signed_in.end != End::Unknown && (is_just_answered || !self.is_unverified());
            is_known && is_over(signed_in.called_ms, TOKEN_LIFETIME_MS, now_ms)
        })
    }

    /// Whether a grant of the sign-in seen here has outlived it: by the page's clock, and by the deployment's, which began later.
    pub(super) fn has_expired(&self, granted: Granted, sight: &Sight<'_>) -> bool {
        let seen_here = self.signed_in.is_some_and(|signed_in| {
            signed_in.session == granted.grant.session
                && signed_in.end != End::Unknown
                && is_over(signed_in.called_ms, TOKEN_LIFETIME_MS, sight.now_ms)
        });
        let judged_ms = sight.deployment.judged_ms(granted.grant.session);
        seen_here && judged_ms.is_some_and(|at| is_over(at, TOKEN_LIFETIME_MS, sight.now_ms))
    }
}

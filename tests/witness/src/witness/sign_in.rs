//! The newest sign-in of a page: whether the browser accepted its cookie, and when its session ends.

use super::{Granted, Sight, Witness};
use crate::deployment::{SessionId, SessionState, TOKEN_LIFETIME_MS};
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
    /// When the request was sent: it may have waited for a sign-out.
    pub(super) left_ms: u64,
    pub(super) cookie: Cookie,
    pub(super) end: End,
    /// Whether the event `expiring` was fired.
    pub(super) warned: bool,
}

/// What the page knows of the end of the session shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum End {
    /// The session is that of the sign-in: it ends 24 hours after it.
    Known,
    /// Another sign-in may have replaced the session. The page still shows the session of this one.
    Unverified,
    /// A read has named the same user since, and does not say by which session.
    Unknown,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Cookie {
    /// No read without the token was answered since the sign-in.
    Unconfirmed,
    Accepted,
    Refused,
}

impl Witness {
    /// Whether the browser has refused the cookie, so that the token carries the session.
    pub fn is_carried(&self) -> bool {
        self.signed_in.is_some_and(|signed_in| signed_in.cookie == Cookie::Refused)
    }

    /// Whether this is the first read after a sign-in, without the token, and finds no session: the token may still carry it.
    pub(super) fn may_carry_on(&self, exchange: &Exchange, state: SessionState, sight: &Sight<'_>) -> bool {
        state == SessionState::NoSession
            && !exchange.bearer
            && sight.page.token().is_some()
            && self.signed_in.is_some_and(|signed_in| signed_in.cookie == Cookie::Unconfirmed)
    }

    /// Notes, by the answer to a read without the token, whether the browser has accepted the cookie.
    pub(super) fn note_cookie(&mut self, exchange: &Exchange, state: SessionState) {
        let Some(signed_in) = &mut self.signed_in else { return };
        if exchange.bearer || exchange.id <= signed_in.request {
            return;
        }
        match (state, signed_in.cookie) {
            (SessionState::Granted(_), _) => signed_in.cookie = Cookie::Accepted,
            // From here on the token carries the session, so the session ends with the token.
            (SessionState::NoSession, Cookie::Unconfirmed) => {
                (signed_in.cookie, signed_in.end) = (Cookie::Refused, End::Known);
            }
            _ => {}
        }
    }

    /// Notes that the page was in the back/forward cache. A read that finds no session may now mean a sign-out and not a refused cookie,
    /// so the token must not carry the session.
    pub(super) fn forget_unconfirmed_cookie(&mut self) {
        if let Some(signed_in) = &mut self.signed_in
            && signed_in.cookie == Cookie::Unconfirmed
        {
            signed_in.cookie = Cookie::Accepted;
        }
    }

    /// Notes that another sign-in may have replaced the cookie and the session. The next read decides.
    pub(super) fn suspend_credentials(&mut self) {
        // An answer that names a user need not be from before the sign-out any more.
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

    /// Notes that a read has named the user, by an unknown session.
    pub(super) fn note_user_confirmed(&mut self) {
        if let Some(signed_in) = &mut self.signed_in
            && signed_in.end == End::Unverified
        {
            signed_in.end = End::Unknown;
        }
    }

    /// Checks that `expiring` is fired once, `expiringMs` before the known end.
    pub(super) fn check_warning(&mut self, warnings: usize, sight: &Sight<'_>) {
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

    /// Whether the session has come to its known end. While the identity is unverified the end is not known, unless the sign-in was answered in this step.
    pub(super) fn is_over(&self, now_ms: u64, is_just_answered: bool) -> bool {
        self.signed_in.is_some_and(|signed_in| {
            let is_known = signed_in.end != End::Unknown && (is_just_answered || !self.is_unverified());
            is_known && is_over(signed_in.called_ms, TOKEN_LIFETIME_MS, now_ms)
        })
    }

    /// Whether a grant of this sign-in's session is still shown after 24 hours, counted from the call and from the deployment's answer.
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

//! Checks the requests that a page sends.

use super::calls::{Call, Kind};
use super::sign_in::SignedIn;
use super::sign_outs::Due;
use super::{Sight, Witness};
use crate::deployment::{SessionState, TOKEN_LIFETIME_MS};
use crate::rule::Rule;
use crate::time::is_over;
use crate::wire::Reply;
use platform_session::api::login::TokenPolicy;
use platform_session::core::{
    CallId, Effect, Event, NeedReason, PageEvent, Reason, Request, RequestId, SessionEvent,
};

impl Witness {
    pub(super) fn check_what_leaves(&mut self, sight: &Sight<'_>, due: &Due) {
        // No token may be held while no user is signed in.
        self.broken.add(Rule::Bearer, self.known.is_none() && sight.page.token().is_some());
        self.check_loss_of_token(sight);
        let busy = self.signing_out.is_some();
        let mut newest: Option<CallId> = None;
        for effect in sight.effects {
            if let Effect::Cancel { id } = effect {
                self.reads.under_way = self.reads.under_way.filter(|reading| reading != id);
            }
            if let Effect::Adopt { id, request } = effect {
                self.check_single_flight();
                self.signing_out = Some((*id, self.own_lock().or(due.called.last().copied())));
                self.note_sent(*id, request, false, sight);
            }
            let Effect::Send { id, request, bearer } = effect else { continue };
            self.check_bearer(request, *bearer, sight);
            match request {
                Request::Session => {
                    let comes_online = sight.is(|event| *event == Event::Page(PageEvent::Online))
                        && sight.seen.iter().any(|seen| !seen.was_online);
                    let awaited = !self.calls.is_empty() || self.reads.has_urgent_cause();
                    let jitter = comes_online && !awaited && !sight.at_once && !sight.replayed;
                    self.broken.add(Rule::Jitter, jitter);
                    self.check_single_flight();
                    self.reads.under_way = Some(*id);
                }
                Request::Login(call) => {
                    self.check_single_flight();
                    self.signing_in = Some(*id);
                    self.check_patience(*call, busy, sight);
                }
                Request::Logout => {
                    self.check_single_flight();
                    self.signing_out = Some((*id, self.own_lock().or(due.called.last().copied())));
                    // Only a page that is left may send a sign-out with `keepalive`: its answer counts even if it was aborted.
                    let is_left =
                        self.reads.is_away || sight.is(|event| *event == Event::Page(PageEvent::Unloading));
                    self.broken.add(Rule::Outlives, !is_left && sight.page.sends_sign_out_with_keepalive());
                }
                Request::SsoConfig => {}
                Request::Fetch(call) => {
                    // Requests are sent in the order of their calls.
                    self.broken.add(Rule::InOrder, newest.is_some_and(|newest| newest.0 > call.0));
                    newest = Some(*call);
                    let first = |known: &&super::Call| known.call == *call && known.sent == 0;
                    if let Some(this) = self.calls.iter().find(first).copied() {
                        let overtaken = self.calls.iter().any(|other| {
                            other.kind == Kind::Fetch && other.sent == 0 && other.call.0 < this.call.0
                        });
                        self.broken.add(Rule::InOrder, overtaken && !sight.replayed);
                    }
                }
                Request::Roles => (self.roles_on_wire, self.roles_refused) = (Some(*id), false),
                Request::Permissions => {}
            }
            self.note_sent(*id, request, *bearer, sight);
        }
        for effect in sight.effects {
            self.check_need(effect, sight);
            self.check_refusal(effect, sight);
        }
    }

    fn check_single_flight(&mut self) {
        let crowded =
            self.signing_in.is_some() || self.signing_out.is_some() || self.reads.under_way.is_some();
        self.broken.add(Rule::Requests, crowded);
    }

    fn note_sent(&mut self, id: RequestId, request: &Request, bearer: bool, sight: &Sight<'_>) {
        let is_of_the_identity = matches!(request, Request::Permissions | Request::Roles | Request::Fetch(_));
        let signing_in = sight
            .effects
            .iter()
            .any(|effect| matches!(effect, Effect::Send { request: Request::Login(_), .. }))
            || self.signing_in.is_some();
        let waits = self.is_unverified() || self.is_locked() || signing_in;
        self.broken.add(Rule::Unverified, is_of_the_identity && waits);
        let user = self.identity.user;
        let number = self.identity.number;
        for call in &mut self.calls {
            let is_meant = match request {
                Request::Permissions => call.kind == Kind::Permissions,
                Request::Roles => call.kind == Kind::Roles,
                Request::Fetch(fetch) => call.call == *fetch,
                Request::Login(login) => call.call == *login,
                Request::Logout => call.kind == Kind::Logout,
                Request::SsoConfig => call.kind == Kind::SsoConfig,
                Request::Session => false,
            };
            let ended = call.is_of_the_identity() && call.is_ended(number);
            if !is_meant || call.on_wire.is_some() || ended && call.kind != Kind::Fetch {
                continue;
            }
            if call.kind == Kind::Fetch {
                // A request is repeated once at most, and only if it is replayable.
                let is_repeated = call.sent > 0;
                let too_often = is_repeated && (!call.replayable || call.sent > 1);
                let for_another_user = is_repeated && call.sent_for.is_some() && call.sent_for != user;
                // The same request is refused again, unless a user has signed in since, or the page has served its 401.
                let is_alike = is_repeated && call.had_bearer == bearer;
                let is_vain = call.sent_as > self.shown_since.max(self.reauthenticated_up_to);
                self.broken.add(Rule::Binding, too_often || for_another_user || is_alike && is_vain);
            }
            self.broken.add(Rule::Binding, ended);
            (call.sent_for, call.had_bearer) = (user, bearer);
            call.sent = call.sent.saturating_add(1);
            (call.on_wire, call.sent_as) = (Some(id), Some(id));
        }
    }

    /// Checks that a sign-in is sent once the earlier sign-outs have ended, or after the full wait for them.
    fn check_patience(&mut self, call: CallId, signing_out: bool, sight: &Sight<'_>) {
        let Some(login) = sight.page.logins.iter().find(|login| login.call == call) else {
            return self.broken.add(Rule::Calls, true);
        };
        let waited_ms = sight.now_ms.saturating_sub(login.waits_since_ms);
        let early = waited_ms < super::PATIENCE_MS && (signing_out || self.is_held_elsewhere());
        self.broken.add(Rule::Overtaken, early);
    }

    fn check_bearer(&mut self, request: &Request, bearer: bool, sight: &Sight<'_>) {
        let token = sight.page.token();
        if bearer {
            let owner = token.and_then(|session| sight.deployment.person(session));
            let takes_none = matches!(request, Request::Login(_) | Request::Logout | Request::SsoConfig);
            self.broken.add(Rule::Bearer, takes_none || owner.is_none() || owner != self.known);
        }
        if *request == Request::Session {
            let kept = sight.jar.is_some() && sight.jar == token;
            let live =
                matches!(sight.deployment.session_state(sight.jar, sight.now_ms), SessionState::Granted(_));
            self.broken
                .add(Rule::CookieFirst, bearer && !self.deceived && (!self.is_carried() || kept && live));
        }
    }

    /// Checks that the token of a user who stays signed in is dropped only after a 401 to it, or at its end.
    fn check_loss_of_token(&mut self, sight: &Sight<'_>) {
        // While the identity is unverified, the token is suspended and not lost.
        if self.is_unverified() {
            return;
        }
        let holds = sight.page.token().is_some();
        let stays = sight.before.user.is_some() && sight.before.user == sight.page.view().user;
        let is_refused = self.roles_refused || self.calls.iter().any(|call| call.refused && call.had_bearer);
        let is_lost = std::mem::replace(&mut self.held_token, holds) && !holds && stays;
        let lives = |signed_in: &SignedIn| !is_over(signed_in.left_ms, TOKEN_LIFETIME_MS, sight.now_ms);
        let is_due = is_refused || !self.signed_in.as_ref().is_some_and(lives);
        self.broken.add(Rule::Bearer, is_lost && !is_due && !sight.replayed);
    }

    /// Checks that `reauthenticate` is called only for the current identity, and never after a sign-out.
    fn check_need(&mut self, effect: &Effect, sight: &Sight<'_>) {
        let Effect::Reauthenticate(need) = effect else { return };
        let view = sight.page.view();
        let another = need.user != self.identity.user.map(crate::deployment::Person::id);
        let brings_a_token = sight.page.policy().token == TokenPolicy::Memory;
        let without_one = self.calls.iter().any(|call| call.was_refused && !call.had_bearer);
        let untrue = match need.reason {
            NeedReason::Ended => view.reason.is_none_or(|reason| reason == Reason::SignedOut),
            NeedReason::Bearer => view.user.is_none() || !brings_a_token || !without_one,
        };
        // A call without a request of its own shares a request for the catalogue that no call made. It counts, too.
        let is_newer =
            |call: &Call| call.sent_as.is_none_or(|sent_as| Some(sent_as) > self.reauthenticated_up_to);
        let for_no_call = !self.calls.iter().any(|call| call.was_refused && is_newer(call));
        let may_not = !sight.page.policy().reauthenticates;
        self.broken.add(Rule::Reauthenticates, another || untrue || for_no_call || may_not);
    }

    fn check_refusal(&mut self, effect: &Effect, sight: &Sight<'_>) {
        let Effect::Publish(publication) = effect else { return };
        let is_announced =
            publication.session_events.iter().any(|event| matches!(event, SessionEvent::CookieRefused(_)));
        let by_token = sight.replies().any(|(exchange, reply)| {
            exchange.bearer && matches!(reply, Reply::Session(SessionState::Granted(_)))
        });
        self.broken.add(Rule::CookieRefused, is_announced && sight.page.token().is_some() && !by_token);
    }
}

//! An independent account of what was said and called, and what a session may show after it.
//!
//! It knows the promises and none of the machine's reasons: it sees events go in and views come out.

use super::harness::{HOUR, SECOND, Sent, Session};
use crate::api::{Failure, Features, Identity, SessionAnswer, SignedIn};
use crate::core::{Answer, Event, Reason, Request, RequestId, Status, TabMessage, View};
use std::sync::Arc;

#[derive(Default)]
pub struct Witness {
    granted: Vec<Grant>,
    /// Who was shown last, in which epoch.
    known: Option<(u32, i64)>,
    hidden: Option<Hidden>,
    elsewhere: Option<Elsewhere>,
    /// When another tab's sign-out was heard of last.
    heard_at: Option<Clocks>,
    /// That was not long ago when something happened last.
    guarded: bool,
    /// When the newest sign-in was called, and when it was sent.
    sign_in_called: Clocks,
    sign_in_began: Clocks,
    /// When the newest sign-in that succeeded was called, and the epoch that it began.
    signed_in: Option<(Clocks, u32)>,
    token_of: Option<u32>,
    token_since: Option<(Clocks, u32)>,
    cookie_refused_in: Option<u32>,
    newest_permissions: Option<RequestId>,
    newest_read_failed: bool,
    retry_is_due: bool,
    reauthenticating: bool,
    /// Hidden, offline, in the back/forward cache.
    away: [bool; 3],
}

/// Wall and monotonic.
type Clocks = (u64, u64);

/// Features that the deployment named.
struct Grant {
    epoch: u32,
    request: RequestId,
    /// `None`: to whoever has the role.
    user: Option<i64>,
    role: String,
    features: Arc<Features>,
}

/// A sign-out was called here, and since then nobody may be shown who is not certainly somebody else.
struct Hidden {
    /// `None`: it was not known who.
    user: Option<i64>,
    /// The page has asked for the truth while it was being told.
    asked: bool,
}

/// Sign-outs of other tabs.
struct Elsewhere {
    user: Option<i64>,
    open: u32,
    at: Clocks,
}

/// How long another tab's sign-out guards.
const GUARD_MS: u64 = 10 * SECOND;

/// How things stood when an event came.
pub struct Before {
    view: View,
    epoch: u32,
    closed: bool,
    signing_out: bool,
    last_sent: Option<RequestId>,
    /// The request under way that the event answers.
    asked: Option<Sent>,
}

impl Before {
    pub fn of(session: &Session, event: Option<&Event>) -> Self {
        let asked = match event {
            Some(Event::Answered { id, .. }) => {
                session.in_flight().iter().find(|sent| sent.id == *id).copied()
            }
            _ => None,
        };
        Self {
            view: session.view().clone(),
            epoch: session.epoch(),
            closed: session.is_closed(),
            signing_out: session.under_way(Request::Logout).is_some(),
            last_sent: session.sent_last().map(|sent| sent.id),
            asked,
        }
    }
}

impl Witness {
    pub fn awaits_reauthentication(&self) -> bool {
        self.reauthenticating
    }

    /// An event was handled; `None`: time passed.
    pub fn sees(&mut self, event: Option<&Event>, before: &Before, session: &Session) {
        if before.closed {
            return assert_eq!(session.view(), &before.view, "a closed session shows what it showed");
        }
        let over = |(began, epoch)| epoch == before.epoch && has_passed(24 * HOUR, began, session.clocks());
        let expired = self.signed_in.is_some_and(over);
        self.known = self.known.filter(|_| !expired);
        let now = session.clocks();
        self.elsewhere = self.elsewhere.take().filter(|heard| !has_passed(GUARD_MS, heard.at, now));
        match event {
            Some(Event::Answered { answer: Answer::Login(Ok(answer)), .. }) if before.asked.is_some() => {
                self.hears_sign_in(answer, before, session);
            }
            Some(Event::Answered { answer, .. }) => self.hears_answer(answer, before, session, expired),
            Some(event) => self.hears(event, before, session),
            None => {}
        }
        let begins =
            |sent: &&Sent| matches!(sent.request, Request::Login(_)) && Some(sent.id) > before.last_sent;
        if session.in_flight().iter().any(|sent| begins(&sent)) {
            // It may have waited for a sign-out.
            let mono = if event.is_some() { now.1 } else { self.sign_in_called.1 + 3 * SECOND };
            self.sign_in_began = (now.0 - (now.1 - mono), mono);
        }
        self.checks_what_is_shown(before, session);
        self.checks_an_end(event, before, session, expired);
        self.checks_the_token(before, session);
        self.checks_that_nothing_waits_for_ever(session);
        self.guarded = self.heard_at.is_some_and(|at| !has_passed(GUARD_MS, at, now));
        if let Some(user) = session.user() {
            self.known = Some((session.epoch(), user));
        }
    }

    fn hears(&mut self, event: &Event, before: &Before, session: &Session) {
        match event {
            Event::Started { sign_out_pending: true, .. } => {
                self.hidden = Some(Hidden { user: None, asked: false });
            }
            Event::Started { initial: Some(SessionAnswer::Authenticated(identity)), .. } => {
                self.grants(RequestId(0), identity, session.epoch());
            }
            Event::LoginCalled { complete: true, .. } => self.sign_in_called = session.clocks(),
            Event::LogoutCalled { .. } => {
                self.hidden = Some(Hidden { user: self.who_signs_out(before.epoch), asked: false });
            }
            Event::RefreshCalled { .. } if before.signing_out => {
                self.hidden = self.hidden.take().map(|hidden| Hidden { asked: true, ..hidden });
            }
            Event::RefreshCalled { .. } => self.hidden = None,
            Event::Heard(TabMessage::SignedIn) => {
                self.hidden = self.hidden.take().filter(|_| before.signing_out);
                self.signed_in = None;
            }
            Event::Heard(TabMessage::SignedOut) => {
                let user = self.who_signs_out(before.epoch);
                let open = self.elsewhere.as_ref().map_or(0, |heard| heard.open) + 1;
                self.elsewhere = Some(Elsewhere { user, open, at: session.clocks() });
                self.heard_at = Some(session.clocks());
            }
            Event::Heard(TabMessage::SignOutOver) => {
                let less = |heard: Elsewhere| Elsewhere { open: heard.open - 1, ..heard };
                self.elsewhere = self.elsewhere.take().map(less).filter(|heard| heard.open > 0);
            }
            Event::Leaving => {
                assert_eq!(session.user(), None, "gates close on the way into the cache");
                self.away[2] = true;
            }
            Event::Restored => {
                self.away[2] = false;
                assert_eq!(session.user(), None, "gates close before the deployment has spoken");
            }
            Event::Reauthenticated { .. } => self.reauthenticating = false,
            Event::Visible(visible) => self.away[0] = !visible,
            Event::Online(online) => self.away[1] = !online,
            _ => {}
        }
    }

    fn hears_answer(&mut self, answer: &Answer, before: &Before, session: &Session, expired: bool) {
        // Nobody listens to what was given up.
        let Some(asked) = before.asked else { return };
        if session.given_up().contains(&asked) {
            return;
        }
        match answer {
            Answer::Session(_) if expired => {}
            Answer::Session(Ok(_)) if self.newest_permissions > Some(asked.id) => {}
            Answer::Session(Ok(answer)) => self.hears_session(asked.id, answer, session),
            Answer::Session(Err(failure)) => {
                self.newest_read_failed |= self.newest_permissions < Some(asked.id);
                self.retry_is_due = failure.code.is_retryable();
            }
            Answer::Logout(Ok(())) => self.hidden = None,
            Answer::Logout(Err(Failure { code, .. })) => {
                self.retry_is_due |= code.is_retryable();
                assert_eq!(session.status(), Status::Unknown, "the cookie may be alive");
            }
            Answer::Permissions(Ok(answer)) if asked.epoch == before.epoch => {
                let view = session.view();
                let role = view.user.as_ref().map(|user| &user.user_type);
                let shown = role == Some(&answer.user_type) && view.features == answer.features;
                self.newest_permissions = self.newest_permissions.max(shown.then_some(asked.id));
                self.granted.push(Grant {
                    epoch: before.epoch,
                    request: asked.id,
                    user: None,
                    role: answer.user_type.clone(),
                    features: Arc::clone(&answer.features),
                });
            }
            _ => {}
        }
    }

    fn hears_sign_in(&mut self, answer: &SignedIn, before: &Before, session: &Session) {
        let request = before.asked.map(|asked| asked.id).unwrap_or_default();
        let epoch = session.epoch();
        self.grants(request, &answer.identity, epoch);
        (self.hidden, self.elsewhere) = (None, None);
        self.signed_in = Some((self.sign_in_began, epoch));
        self.token_since = self.signed_in;
        self.token_of = answer.token.as_ref().map(|_| epoch);
        self.newest_read_failed = false;
        if !has_passed(24 * HOUR, self.sign_in_began, session.clocks()) {
            // Offline, what was long on its way is too old to be shown.
            let shown = session.user() == Some(answer.identity.user.id);
            assert!(shown || self.away[1] || self.away[2], "published at once");
            self.known = Some((epoch, answer.identity.user.id));
        } else {
            self.signed_in = None;
            assert_eq!(session.reason(), Some(Reason::Expired), "it was too long on its way");
        }
    }

    /// The deployment's newest word on who is signed in.
    fn hears_session(&mut self, id: RequestId, answer: &SessionAnswer, session: &Session) {
        self.newest_read_failed = false;
        self.retry_is_due = false;
        match answer {
            SessionAnswer::Authenticated(identity) => {
                self.grants(id, identity, session.epoch());
                let user = identity.user.id;
                let hides = |hidden: Option<i64>| hidden.is_none_or(|hidden| hidden == user);
                let here = self.hidden.as_ref().is_some_and(|hidden| hides(hidden.user) || hidden.asked);
                if here || self.guarded {
                    // Shown or not: what may be is checked below.
                    if session.user() == Some(user) {
                        (self.hidden, self.elsewhere) =
                            (self.take_unless(user), self.take_elsewhere_unless(user));
                    }
                    return;
                }
                self.hidden = None;
                let shown = session.user() == Some(user);
                assert!(shown || self.away[1], "the deployment says who is signed in");
                self.known = Some((session.epoch(), user));
            }
            SessionAnswer::Unauthenticated => {
                if session.status() != Status::Unauthenticated {
                    assert!(session.holds_token(), "nobody is signed in");
                    self.cookie_refused_in = Some(session.epoch());
                    self.signed_in = self.token_since;
                } else {
                    (self.hidden, self.elsewhere) = (None, None);
                }
            }
            SessionAnswer::Deactivated => {
                (self.hidden, self.elsewhere) = (None, None);
                assert_eq!(session.reason(), Some(Reason::Deactivated));
            }
        }
    }

    fn grants(&mut self, request: RequestId, identity: &Identity, epoch: u32) {
        self.granted.push(Grant {
            epoch,
            request,
            user: Some(identity.user.id),
            role: identity.user.user_type.clone(),
            features: Arc::clone(&identity.features),
        });
    }

    /// Who was shown, or signed out before.
    fn who_signs_out(&self, epoch: u32) -> Option<i64> {
        let known = self.known.filter(|(of, _)| *of == epoch).map(|(_, user)| user);
        let hidden = self.hidden.as_ref().and_then(|hidden| hidden.user);
        known.or(hidden).or(self.elsewhere.as_ref().and_then(|heard| heard.user))
    }

    /// Another user ends what hides one; a page that asked for the truth may have been told it.
    fn take_unless(&mut self, user: i64) -> Option<Hidden> {
        let is_hidden = |hidden: &Hidden| !hidden.asked && hidden.user.is_none_or(|hidden| hidden == user);
        self.hidden.take().filter(is_hidden)
    }

    fn take_elsewhere_unless(&mut self, user: i64) -> Option<Elsewhere> {
        self.elsewhere.take().filter(|heard| heard.user.is_none_or(|heard| heard == user))
    }
}

/// What must hold.
impl Witness {
    /// One identity of one epoch, named by the deployment in an answer of that epoch, and never by an older
    /// answer than the one before; and nobody who signed out.
    fn checks_what_is_shown(&self, before: &Before, session: &Session) {
        let Some(user) = &session.view().user else { return };
        let shown = self.grants_of(session.epoch(), session.view());
        assert!(!shown.is_empty(), "shown, and never granted in this epoch: {:?}", session.view());
        if session.epoch() == before.epoch {
            let earlier = self.grants_of(before.epoch, &before.view).into_iter().min();
            assert!(earlier <= shown.into_iter().max(), "an older answer overwrote a newer one");
        }
        let here = self.hidden.as_ref().filter(|hidden| !hidden.asked).map(|hidden| hidden.user);
        for hidden in here.into_iter().chain(self.elsewhere.as_ref().map(|heard| heard.user)) {
            let somebody_else = hidden.is_some_and(|hidden| hidden != user.id);
            assert!(somebody_else, "signed out, and shown all the same");
        }
    }

    fn grants_of(&self, epoch: u32, view: &View) -> Vec<RequestId> {
        let Some(user) = &view.user else { return Vec::new() };
        let is_shown = |grant: &&Grant| {
            grant.epoch == epoch
                && grant.user.is_none_or(|id| id == user.id)
                && grant.role == user.user_type
                && grant.features == view.features
        };
        self.granted.iter().filter(is_shown).map(|grant| grant.request).collect()
    }

    /// Only the deployment's word, a sign-out or the token's known end makes a session unauthenticated.
    fn checks_an_end(&self, event: Option<&Event>, before: &Before, session: &Session, expired: bool) {
        let newer = self.signed_in.is_some_and(|(_, epoch)| epoch == session.epoch());
        assert!(!expired || newer || session.user().is_none(), "shown after the token's end");
        if session.status() == Status::Unauthenticated && before.view.status != Status::Unauthenticated {
            let word = |answer: &SessionAnswer| !matches!(answer, SessionAnswer::Authenticated(_));
            let said = match event {
                Some(Event::Started { initial: Some(answer), .. }) => word(answer),
                Some(Event::Answered { answer: Answer::Session(Ok(answer)), .. }) => {
                    before.asked.is_some() && word(answer)
                }
                Some(Event::Answered { answer: Answer::Login(Ok(_)), .. }) => before.asked.is_some(),
                Some(Event::Answered { answer: Answer::Logout(Ok(())), .. }) => before.asked.is_some(),
                Some(Event::LogoutCalled { .. } | Event::Heard(TabMessage::SignedOut)) => true,
                _ => false,
            };
            assert!(said || expired, "unauthenticated without a word: {event:?}");
        }
        assert!(!session.view().stale || self.newest_read_failed, "stale, and the newest read did not fail");
    }

    /// A token is held for the sign-in that brought it, and a read carries it only where no cookie does.
    fn checks_the_token(&self, before: &Before, session: &Session) {
        assert!(!session.holds_token() || self.token_of == Some(session.epoch()), "whose token is that?");
        for sent in session.in_flight() {
            let begins = sent.request == Request::Session && Some(sent.id) > before.last_sent;
            let refused = self.cookie_refused_in == Some(sent.epoch);
            assert!(!(begins && sent.bearer) || refused, "the cookie is the authority");
        }
    }

    fn checks_that_nothing_waits_for_ever(&mut self, session: &Session) {
        self.reauthenticating |= session.asks_to_reauthenticate();
        if session.is_closed() {
            return;
        }
        let busy = !session.in_flight().is_empty();
        assert!(
            busy || self.reauthenticating || self.away[2] || session.unsettled().is_empty(),
            "nothing will end these calls"
        );
        let in_doubt = session.view().stale || session.status() == Status::Unknown;
        if in_doubt && self.retry_is_due && self.away == [false; 3] && !busy {
            assert!(session.wakes_in_ms().is_some(), "nothing will try again");
        }
    }
}

fn has_passed(span_ms: u64, began: Clocks, now: Clocks) -> bool {
    now.0.saturating_sub(began.0).max(now.1 - began.1) >= span_ms
}

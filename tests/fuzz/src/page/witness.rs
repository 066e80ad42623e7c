//! An account of what was said and called, and what may be shown after it. It knows the promises (`design.md`)
//! and none of the machine's reasons.

use super::Sent;
use platform_session::api::{Features, Identity, SessionAnswer};
use platform_session::core::policy::TOKEN_LIFETIME_MS;
use platform_session::core::{Answer, Event, Now, Reason, Request, State, Status, TabMessage};
use std::sync::Arc;

#[derive(Default)]
pub struct Witness {
    granted: Vec<Grant>,
    /// Who was shown when a sign-out was called, with nothing since that may show them again.
    signed_out: Option<i64>,
    login_called: Option<Now>,
    /// When the sign-in that is shown was called, and the epoch that it began.
    signed_in: Option<(Now, u32)>,
    /// The epoch of the sign-in that brought the token.
    token_of: Option<u32>,
    /// When the newest good answer was asked for.
    last_good: Option<Now>,
}

/// Features that the deployment named.
struct Grant {
    epoch: u32,
    /// `None`: to whoever has the role.
    user: Option<i64>,
    role: String,
    features: Arc<Features>,
}

impl Witness {
    /// `answered`: the request under way that came to its end with this event.
    pub fn sees(&mut self, event: &Event, answered: Option<Sent>, before: &State, after: &State, now: Now) {
        match event {
            Event::Started { initial, .. } => {
                if let Some(SessionAnswer::Authenticated(identity)) = initial {
                    self.grants(identity, after.epoch());
                }
                self.last_good = Some(now);
            }
            Event::LoginCalled { complete: true, .. } => self.login_called = Some(now),
            Event::LogoutCalled { .. } => {
                assert_ne!(after.view().status, Status::Authenticated, "gates close at the call");
                assert!(after.token().is_none(), "the token goes at the call");
                let shown = before.view().user.as_ref().map(|user| user.id);
                self.signed_out = shown.or(self.signed_out);
            }
            Event::RefreshCalled { .. } | Event::Heard(_) => self.signed_out = None,
            Event::Restored => {
                assert_ne!(after.view().status, Status::Authenticated, "the deployment has not spoken");
            }
            Event::Answered { answer, .. } => {
                if let Some(sent) = answered {
                    self.hears(answer, sent, before, after);
                }
            }
            _ => {}
        }
        self.checks_what_is_shown(after, now);
        self.checks_an_end(event, answered, before, after, now);
        if matches!(event, Event::Heard(TabMessage::SignedIn)) {
            // The cookie is another tab's from here on, and with it the end.
            self.signed_in = None;
        }
        let whose = self.token_of == Some(after.epoch());
        assert!(after.token().is_none() || whose, "a token is held for the sign-in that brought it");
    }

    fn hears(&mut self, answer: &Answer, sent: Sent, before: &State, after: &State) {
        match answer {
            Answer::Session(Ok(answer)) => {
                self.last_good = Some(sent.at);
                match answer {
                    SessionAnswer::Authenticated(identity) => {
                        self.grants(identity, after.epoch());
                        self.signed_out = self.signed_out.filter(|user| *user == identity.user.id);
                    }
                    SessionAnswer::Unauthenticated | SessionAnswer::Deactivated => self.signed_out = None,
                }
            }
            Answer::Login(Ok(answer)) => {
                self.grants(&answer.identity, after.epoch());
                self.signed_out = None;
                self.signed_in = self.login_called.map(|at| (at, after.epoch()));
                self.last_good = self.login_called;
                self.token_of = answer.token.as_ref().map(|_| after.epoch());
            }
            Answer::Logout(Ok(())) => self.signed_out = None,
            Answer::Permissions(Ok(answer)) if sent.epoch == before.epoch() => self.granted.push(Grant {
                epoch: sent.epoch,
                user: None,
                role: answer.user_type.clone(),
                features: Arc::clone(&answer.features),
            }),
            _ => {}
        }
    }

    fn grants(&mut self, identity: &Identity, epoch: u32) {
        self.granted.push(Grant {
            epoch,
            user: Some(identity.user.id),
            role: identity.user.user_type.clone(),
            features: Arc::clone(&identity.features),
        });
    }

    /// One identity, named by the deployment in this epoch, nobody who signed out, and nothing past its end.
    fn checks_what_is_shown(&self, after: &State, now: Now) {
        let view = after.view();
        let Some(user) = &view.user else { return };
        let named = |grant: &Grant| {
            grant.epoch == after.epoch()
                && grant.user.is_none_or(|id| id == user.id)
                && grant.role == user.user_type
                && grant.features == view.features
        };
        assert!(self.granted.iter().any(named), "shown, and never granted in this epoch: {view:?}");
        assert_ne!(self.signed_out, Some(user.id), "signed out, and shown all the same");
        if let Some((at, epoch)) = self.signed_in {
            let over = epoch == after.epoch() && has_passed(TOKEN_LIFETIME_MS, at, now);
            assert!(!over, "shown after the token's end");
        }
        if let Some(at) = self.last_good.filter(|_| view.stale) {
            assert!(!has_passed(after.policy().max_stale_ms, at, now), "stale for too long");
        }
    }

    /// Only the deployment's word, a sign-out or the token's known end makes a session unauthenticated.
    fn checks_an_end(&self, event: &Event, answered: Option<Sent>, before: &State, after: &State, now: Now) {
        let ended =
            after.view().status == Status::Unauthenticated && before.view().status != Status::Unauthenticated;
        if !ended {
            return;
        }
        let no_word = |answer: &SessionAnswer| !matches!(answer, SessionAnswer::Authenticated(_));
        let of_a_read = answered.is_some_and(|sent| sent.request == Request::Session);
        let said = match event {
            Event::Started { initial: Some(answer), .. } => no_word(answer),
            Event::Answered { answer: Answer::Session(Ok(answer)), .. } => of_a_read && no_word(answer),
            Event::LogoutCalled { .. } | Event::Heard(TabMessage::SignedOut) => true,
            _ => false,
        };
        let expired = after.view().reason == Some(Reason::Expired)
            && self.signed_in.is_some_and(|(at, _)| has_passed(TOKEN_LIFETIME_MS, at, now));
        assert!(said || expired, "unauthenticated without a word: {event:?}");
    }
}

/// By the clock that has run further.
fn has_passed(span_ms: u64, since: Now, now: Now) -> bool {
    let wall = now.wall_ms.saturating_sub(since.wall_ms);
    wall.max(now.mono_ms.saturating_sub(since.mono_ms)) >= span_ms
}

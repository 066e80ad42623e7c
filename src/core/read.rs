//! The session read, and what its answers mean.

use super::clock::Since;
use super::effect::{Effect, Outcome, Request, RequestId};
use super::event::{CallId, TabMessage};
use super::policy::TOKEN_LIFETIME_MS;
use super::publication::{Announced, Notice, Reason, Status};
use super::retry::retry_delay_ms;
use super::schedule::Owed;
use super::state::{Reading, SignOutGuard};
use super::step::Step;
use crate::api::{Code, Failure, Identity, SessionAnswer};

impl Step<'_> {
    /// What a server already read is shown at once; the first read confirms it.
    pub(super) fn started(&mut self, initial: Option<SessionAnswer>, sign_out_pending: bool) {
        self.state.signing_out = sign_out_pending.then_some(SignOutGuard { user: None, own: true });
        if let Some(answer) = initial {
            self.state.last_good = Some(Since::from(self.now));
            match answer {
                SessionAnswer::Authenticated(identity) => self.show(identity),
                SessionAnswer::Unauthenticated => self.end(Reason::NoSession),
                SessionAnswer::Deactivated => self.end(Reason::Deactivated),
            }
        }
        self.state.owe(Owed::Urgent);
    }

    pub(super) fn refresh_called(&mut self, call: CallId) {
        self.read_called(call);
        if self.state.sign_out.is_none() {
            self.state.signing_out = None;
        }
    }

    pub(super) fn read_called(&mut self, call: CallId) {
        self.state.refreshers.push(call);
    }

    /// Begins a read. The cookie is the authority: only where the browser keeps none does the token go along.
    pub(super) fn read(&mut self) {
        let state = &mut *self.state;
        let bearer = state.token_carries && state.token.is_some();
        let reading = Reading {
            id: RequestId(0),
            began: Since::from(self.now),
            automatic: state.refreshers.is_empty(),
            told: state.owed == Owed::Told,
            confirms: state.unconfirmed && !bearer,
        };
        state.owed = Owed::Nothing;
        state.retry_at_ms = None;
        state.last_read = Some(reading.began);
        let id = self.send(Request::Session, bearer);
        self.state.reading = Some(Reading { id, ..reading });
    }

    /// Aborts the read under way; whether there was one.
    pub(super) fn give_up_reading(&mut self) -> bool {
        let reading = self.state.reading.take();
        if let Some(reading) = reading {
            self.act(Effect::Cancel { id: reading.id });
        }
        reading.is_some()
    }

    pub(super) fn session_answered(&mut self, id: RequestId, result: Result<SessionAnswer, Failure>) {
        // A read that was given up, or one of an older epoch: whatever it says, nobody listens.
        let Some(reading) = self.state.reading.take_if(|reading| reading.id == id) else { return };
        let overtaken = id < self.state.newest_answer;
        match result {
            // A later request's answer is shown already; this one says how things were before it.
            Ok(_) if overtaken => {
                self.state.owe(Owed::Urgent);
                return;
            }
            Ok(answer) => self.read_succeeded(&reading, answer),
            Err(failure) => self.read_failed(&reading, failure, overtaken),
        }
        self.settle_exchanges(id);
    }

    fn read_succeeded(&mut self, reading: &Reading, answer: SessionAnswer) {
        self.state.newest_answer = reading.id;
        self.state.last_good = Some(reading.began);
        self.state.failures = 0;
        self.state.hold_until_ms = 0;
        let mut outcome = Ok(Outcome::Published);
        self.tells_change = self.state.status != Status::Unknown && !reading.told;
        match answer {
            SessionAnswer::Authenticated(identity) => self.authenticated(identity),
            SessionAnswer::Unauthenticated => self.unauthenticated(reading),
            SessionAnswer::Deactivated => {
                outcome = Err(Failure::answered(Code::AccountDeactivated, 401));
                self.state.signing_out = None;
                self.end(Reason::Deactivated);
            }
        }
        let waiting = core::mem::take(&mut self.state.refreshers);
        self.settle_all(&waiting, outcome);
    }

    fn authenticated(&mut self, identity: Identity) {
        let user = identity.user.id;
        if let Some(guard) = self.state.signing_out
            && guard.user.is_none_or(|guarded| guarded == user)
        {
            // It may be the very session that was to end, still alive: nothing opens on its word.
            return self.freshen();
        }
        self.state.signing_out = None;
        self.state.unconfirmed = false;
        // To learn who was there all along changes nobody.
        let learned = self.state.announced == Announced::Nothing;
        if !learned && self.state.user() != Some(user) {
            self.begin_epoch();
        }
        self.show(identity);
    }

    fn unauthenticated(&mut self, reading: &Reading) {
        // Not only while it is shown: the page may have been in the back/forward cache meanwhile.
        if reading.confirms && self.state.identity.is_some() {
            return self.cookie_refused();
        }
        self.end_if_shown_otherwise();
    }

    /// The read that confirms a sign-in found nobody: the browser kept no cookie.
    fn cookie_refused(&mut self) {
        let failure = Failure::of(Code::CookieRefused);
        if !self.state.refusal_noticed {
            self.state.refusal_noticed = true;
            self.notices.push(Notice::CookieRefused(failure));
        }
        if self.state.token.is_some() {
            self.state.token_carries = true;
            self.freshen();
            // A session that has ended meanwhile looks the same: only the token can tell.
            self.state.owe(Owed::Urgent);
        } else {
            self.end(Reason::Ended);
            self.state.error = Some(failure);
        }
    }

    /// Nobody is signed in. A reason that is already shown stays.
    fn end_if_shown_otherwise(&mut self) {
        self.state.signing_out = None;
        if self.state.status == Status::Unauthenticated {
            return self.freshen();
        }
        let reason = match self.state.announced {
            Announced::SignedIn { .. } => Reason::Ended,
            Announced::SignedOut => Reason::SignedOut,
            Announced::Nothing => Reason::NoSession,
        };
        self.end(reason);
    }

    /// What is shown is as good as new.
    fn freshen(&mut self) {
        if self.state.stale {
            self.state.stale = false;
            self.state.error = None;
        }
    }

    /// A failed read changes nothing of what is known; it marks it stale.
    fn read_failed(&mut self, reading: &Reading, failure: Failure, overtaken: bool) {
        let waiting = core::mem::take(&mut self.state.refreshers);
        self.settle_all(&waiting, Err(failure));
        self.retry_later(&failure);
        if overtaken {
            return;
        }
        if reading.automatic {
            self.notices.push(Notice::RevalidationFailed(failure));
        }
        self.state.stale = self.state.status != Status::Unknown;
        self.state.error = Some(failure);
    }

    /// Sets the time of the next try, where trying again may help.
    pub(super) fn retry_later(&mut self, failure: &Failure) {
        let state = &mut *self.state;
        if failure.code.is_retryable() {
            let delay = retry_delay_ms(state.failures, failure.retry_after_ms, self.now.random);
            state.retry_at_ms = Some(self.now.mono_ms.saturating_add(delay));
        }
        if failure.retry_after_ms.is_some() {
            state.hold_until_ms = state.retry_at_ms.unwrap_or(0);
        }
        state.failures = state.failures.saturating_add(1);
    }

    /// What ends by itself: the token's 24 hours, and what may be shown without a good answer.
    pub(super) fn check_ends(&mut self) {
        let over = |since: Option<Since>, span, now| since.is_some_and(|since| since.left_ms(span, now) == 0);
        if over(self.state.signed_in, TOKEN_LIFETIME_MS, self.now) {
            self.give_up_reading();
            self.end(Reason::Expired);
            self.act(Effect::Broadcast(TabMessage::Changed));
        }
        if self.state.stale
            && self.state.status == Status::Authenticated
            && over(self.state.last_good, self.state.policy.max_stale_ms, self.now)
        {
            self.state.status = Status::Unknown;
            self.state.stale = false;
        }
    }

    /// A new identity epoch: what was asked before is not believed, and nothing of it is kept.
    pub(super) fn begin_epoch(&mut self) {
        let state = &mut *self.state;
        state.epoch = state.epoch.wrapping_add(1);
        state.identity = None;
        state.company = None;
        state.roles = None;
        state.token = None;
        state.token_carries = false;
        state.signed_in = None;
    }

    /// Shows who is signed in.
    pub(super) fn show(&mut self, identity: Identity) {
        self.state.status = Status::Authenticated;
        self.state.reason = None;
        self.state.identity = Some(identity);
        self.state.stale = false;
        self.state.error = None;
    }

    /// Nobody is signed in any more, for this reason.
    pub(super) fn end(&mut self, reason: Reason) {
        self.begin_epoch();
        self.state.status = Status::Unauthenticated;
        self.state.reason = Some(reason);
        self.state.stale = false;
        self.state.error = None;
    }
}

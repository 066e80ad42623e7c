//! The session read, and what its answers mean (`identity-api.md` 4.2).
//!
//! An answer of an older epoch never comes here: what begins an epoch gives up the read under way, and `step.rs` drops the
//! answer (`rules/epoch.rs`).

use crate::api::{Code, Failure, Identity, SessionAnswer};
use crate::core::clock::Since;
use crate::core::effect::{Effect, Outcome, Request};
use crate::core::event::{Ages, Before};
use crate::core::ids::CallId;
use crate::core::session_event::SessionEvent;
use crate::core::state::{Belief, Cookie, Owed, Reading, Traffic, Who};
use crate::core::turn::Turn;
use crate::core::view::{Reason, Status};

impl Turn<'_> {
    /// What a server already read is shown at once; the first read confirms it.
    pub(in crate::core) fn started(&mut self, initial: Option<SessionAnswer>, before: Before, ages: Ages) {
        self.first_read_began = Some(Since::from(self.now.earlier_by(ages.first_read_ms)));
        if let Some(user) = before.user {
            self.state.announced.who = Who::SignedIn { user };
        }
        if let Some(sign_out) = before.sign_out {
            self.state.sign_outs.resume(sign_out);
        }
        if before.newcomer_unseen {
            self.expect_a_newcomer();
        }
        if initial.is_some() || before.user.is_some() {
            // Somebody else may be signed in by now, and `initial` may be a copy that a cache has kept. Until the first read has
            // confirmed who is, no `session.fetch`, permissions or roles request leaves.
            self.state.reads.newcomer_after = Some(self.state.last_request);
        }
        match initial {
            // `initial` was read before the sign-out.
            Some(SessionAnswer::Authenticated(_)) if before.sign_out.is_some() => {}
            Some(SessionAnswer::Authenticated(identity)) => {
                self.show(identity, None, Since::from(self.now.earlier_by(ages.initial_ms)));
            }
            Some(SessionAnswer::Unauthenticated) => self.end(Reason::NoSession),
            Some(SessionAnswer::Deactivated) => self.end(Reason::Deactivated),
            None => {}
        }
        self.state.reads.owe(Owed::Urgent);
    }

    /// The page wants to know who is signed in: its pending sign-out is not sent again.
    pub(in crate::core) fn refresh_called(&mut self, call: CallId) {
        self.read_called(call);
        self.give_up_pending_sign_out();
    }

    pub(in crate::core) fn read_called(&mut self, call: CallId) {
        self.state.reads.callers.push(call);
    }

    pub(in crate::core) fn begin_read(&mut self) {
        let id = self.send(Request::Session);
        let began = self.first_read_began.take().unwrap_or(Since::from(self.now));
        let reads = &mut self.state.reads;
        self.state.traffic = Traffic::Reading(Reading {
            id,
            began,
            automatic: reads.callers.is_empty(),
            heard: core::mem::take(&mut reads.heard),
            confirms: self.state.credentials.cookie == Cookie::Unconfirmed,
        });
        reads.owed = Owed::Nothing;
        reads.last_began = Some(began);
        reads.backoff.begin();
    }

    /// Aborts the read under way. Returns whether there was one.
    pub(in crate::core) fn give_up_reading(&mut self) -> bool {
        let reading = self.state.traffic.reading();
        if let Some(Reading { id, .. }) = reading {
            self.state.traffic = Traffic::Idle;
            self.act(Effect::Cancel { id });
        }
        reading.is_some()
    }

    pub(in crate::core) fn session_answered(
        &mut self,
        reading: Reading,
        result: Result<SessionAnswer, Failure>,
    ) {
        let overtaken = Some(reading.id) < self.state.reads.newest_believed;
        let named = match &result {
            Ok(SessionAnswer::Authenticated(identity)) => Some(identity.user.id),
            _ => None,
        };
        match result {
            Ok(answer) if overtaken => match self.with_newer_features(answer) {
                Some(answer) => self.read_succeeded(&reading, answer),
                // A later request was believed already. This older answer may name somebody else.
                None => {
                    if named != self.state.belief.user_id() {
                        self.expect_a_newcomer();
                    }
                    return self.state.reads.owe(Owed::Urgent);
                }
            },
            Ok(answer) => self.read_succeeded(&reading, answer),
            Err(failure) => self.read_failed(&reading, failure),
        }
        self.settle_exchanges(reading.id);
    }

    /// The answer, with the features that a later request has shown. `None` if it does not name the known user with the known
    /// role.
    fn with_newer_features(&self, answer: SessionAnswer) -> Option<SessionAnswer> {
        let SessionAnswer::Authenticated(mut identity) = answer else { return None };
        let known = &self.state.belief.known()?.identity;
        let of = |identity: &Identity| (identity.user.id, identity.user.role);
        identity.features = known.features;
        (of(known) == of(&identity)).then_some(SessionAnswer::Authenticated(identity))
    }

    fn read_succeeded(&mut self, reading: &Reading, answer: SessionAnswer) {
        self.tells_change = self.state.belief.status() != Status::Unknown && !reading.heard;
        let was_newcomer = self.state.reads.newcomer_after.is_some();
        self.state.reads.believe(reading.id);
        if self.state.reads.in_question_after.is_none() {
            self.state.sign_outs.release();
        }
        self.state.reads.backoff.succeed();
        if was_newcomer && self.state.reads.newcomer_after.is_none() {
            // The refusal may have come while nobody, or somebody else, was signed in between two sessions of this user.
            self.state.catalogue.refusal = None;
        }
        let mut outcome = Ok(Outcome::Published);
        match answer {
            SessionAnswer::Authenticated(identity) => self.found(identity, reading),
            SessionAnswer::Unauthenticated => self.found_nobody(reading),
            SessionAnswer::Deactivated => {
                outcome = Err(Failure::answered(Code::AccountDeactivated, 401));
                self.lift_guards();
                self.end(Reason::Deactivated);
            }
        }
        self.settle_callers(outcome);
    }

    /// Ends the calls that wait for a read.
    pub(in crate::core) fn settle_callers(&mut self, outcome: Result<Outcome, Failure>) {
        let callers = core::mem::take(&mut self.state.reads.callers);
        self.settle_all(&callers, outcome);
    }

    fn found(&mut self, identity: Identity, reading: &Reading) {
        let user = identity.user.id;
        if self.state.sign_outs.is_of_another(user) {
            // Even while we guard against another tab's sign-out: our own would end the session of somebody else.
            self.forget_pending_sign_out();
        }
        if self.state.sign_outs.guard_against(user) {
            // It may be the very session that was to end, still alive: this answer opens no gate, and no request is sent
            // because of it.
            let reads = &mut self.state.reads;
            reads.newcomer_after = reads.newcomer_after.max(Some(reading.id));
            return self.state.belief.set_doubt(None);
        }
        self.lift_guards();
        let changed = match self.state.belief.user_id() {
            Some(known) => known != user,
            // It is no change to find the first user, or the one who was announced last.
            None => {
                self.state.announced.who != Who::Nothing
                    && self.state.announced.who != (Who::SignedIn { user })
            }
        };
        if changed {
            self.begin_epoch();
            // Though nobody is shown here, the other tabs may still show the earlier user.
            self.tells_change |= !reading.heard && matches!(self.state.announced.who, Who::SignedIn { .. });
        }
        self.cookie_answered();
        let company = self.state.belief.known().and_then(|known| known.company);
        self.show(identity, company, reading.began);
    }

    fn found_nobody(&mut self, reading: &Reading) {
        // The cookie is nobody's now: whoever signed in elsewhere is gone, even if our token still shows its user.
        self.state.reads.see_newcomer();
        // This also holds for a known user who is not shown, as after a return from the back/forward cache.
        if reading.confirms && self.state.belief.known().is_some() {
            return self.cookie_refused();
        }
        // An engine that began with one pending has not shown it yet.
        if self.state.sign_outs.pending.is_some() {
            self.end(Reason::SignedOut);
        }
        self.lift_guards();
        if self.state.credentials.carries_reads() {
            // The token's session has ended. Only a read without the token can tell whose the cookie is.
            self.state.reads.owe(Owed::Soon);
        }
        // A reason that is shown already stays.
        if let Belief::Unauthenticated { doubt, .. } = &mut self.state.belief {
            *doubt = None;
            return;
        }
        self.end(match self.state.announced.who {
            Who::SignedIn { .. } => Reason::Ended,
            Who::SignedOut(reason) => reason,
            Who::Nothing => Reason::NoSession,
        });
    }

    /// A failed read changes nothing of what is known; it puts it in doubt.
    fn read_failed(&mut self, reading: &Reading, failure: Failure) {
        self.settle_callers(Err(failure));
        // A held sign-out waits for a read: try again, whatever the failure.
        self.state.reads.backoff.fail(&failure, self.state.sign_outs.is_held(), self.now);
        if reading.automatic {
            self.session_events.push(SessionEvent::RevalidationFailed(failure));
        }
        self.state.belief.set_doubt(Some(failure));
    }
}

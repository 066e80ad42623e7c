//! What follows from the answer to a session read (`identity-api.md` 4.2). An answer counts as old as its request.

use crate::api::{Code, Failure, SessionAnswer, UserAndFeatures};
use crate::core::effect::Outcome;
use crate::core::event::Answer;
use crate::core::ids::{CallId, RequestId};
use crate::core::publication::SessionEvent;
use crate::core::state::{AnnouncedState, AuthState, Reading};
use crate::core::transition::Transition;
use crate::core::view::{Reason, Status};

/// If the document's preload asked for the first answer earlier than this before the page, the page may have missed messages of other tabs.
const FRESH_MS: u64 = 1_000;

impl Transition<'_> {
    /// Begins the session. `initial`, which a server read for this page, is shown at once.
    pub fn started(&mut self, initial: Option<SessionAnswer>) {
        match initial {
            Some(SessionAnswer::Authenticated(found)) => {
                self.show(found, None, (RequestId::default(), self.now.ms));
            }
            Some(SessionAnswer::Unauthenticated) => self.end(Reason::NoSession),
            Some(SessionAnswer::Deactivated) => self.end(Reason::Deactivated),
            None => {}
        }
        // The entry has sent this read already: `session/requests.rs`, `FIRST_READ`.
        self.begin_read();
    }

    /// Takes a `refresh()`. The page wants to know which user is signed in, so the lock of a failed sign-out ends.
    pub fn refresh_called(&mut self, call: CallId) {
        self.read_called(call);
        if self.state.lock.own.as_ref().is_some_and(|own| own.backoff.has_failed()) {
            self.end_own_lock();
            self.revalidate_now();
        }
    }

    /// Takes the answer to a session read. `preloaded_ms`: how long before the page sent the read, the document's preload had asked for the
    /// answer.
    pub fn session_answered(
        &mut self,
        mut reading: Reading,
        answer: Result<Answer, Failure>,
        preloaded_ms: u64,
    ) {
        reading.began_ms = reading.began_ms.saturating_sub(preloaded_ms);
        self.state.reads.is_urgent = false;
        self.state.reads.given_up_for_message = 0;
        match answer {
            Ok(Answer::Session(answer)) => {
                if answer == SessionAnswer::Unauthenticated && self.read_again_with_token() {
                    return;
                }
                self.read_succeeded(&reading, answer);
                self.settle_pending(reading.id);
                if preloaded_ms > FRESH_MS {
                    // The answer may be outdated, like `initial`.
                    self.revalidate_now();
                }
            }
            Err(failure) => {
                self.read_failed(&reading, failure);
                self.deliver_unsettled(reading.id);
            }
            Ok(_) => {}
        }
    }

    fn read_succeeded(&mut self, reading: &Reading, answer: SessionAnswer) {
        self.broadcasts_change = !reading.after_message;
        self.state.unverified = false;
        // The network works, whatever the browser says.
        self.state.page.cut_off = false;
        self.state.reads.backoff.succeed();
        let mut outcome = Ok(Outcome::Done);
        match answer {
            SessionAnswer::Authenticated(found) => self.found_user(found, reading),
            SessionAnswer::Unauthenticated => self.found_no_user(),
            SessionAnswer::Deactivated => {
                outcome = Err(Failure::answered(Code::AccountDeactivated, 401));
                self.end(Reason::Deactivated);
            }
        }
        self.settle_callers(reading.began_ms, outcome);
    }

    fn found_user(&mut self, found: UserAndFeatures, reading: &Reading) {
        if self.state.auth_state.user().is_none_or(|user| user.id != found.user.id) {
            self.begin_epoch();
        }
        self.confirm_credentials();
        let company = self.state.auth_state.known().and_then(|known| known.company);
        self.show(found, company, (reading.id, reading.began_ms));
    }

    fn found_no_user(&mut self) {
        if self.confirms_a_sign_in() {
            return self.end_for_refused_cookie();
        }
        if self.state.credentials.carries_reads() {
            // The session of the token is over. The cookie may belong to another user, so the next read is sent without the token.
            self.state.reads.backoff.due_by(0);
        }
        // A reason that is shown already stays.
        if let AuthState::Unauthenticated { error, .. } = &mut self.state.auth_state {
            *error = None;
            return;
        }
        self.end(match self.state.announced.state {
            AnnouncedState::SignedIn { .. } => Reason::Ended,
            AnnouncedState::SignedOut(reason) => reason,
            AnnouncedState::Nothing => Reason::NoSession,
        });
    }

    /// Takes in that a read has failed. What is shown stays, and is stale from now on. The read is always made again if the user is unknown or
    /// unverified, or if the page polls.
    fn read_failed(&mut self, reading: &Reading, failure: Failure) {
        if !self.settle_callers(reading.began_ms, Err(failure)) {
            self.session_events.push(SessionEvent::RevalidationFailed(failure));
        }
        self.fail_waiting(failure);
        self.state.auth_state.set_error(Some(failure));
        let is_unknown =
            self.state.auth_state.status() == Status::Unknown || self.staleness_ends_in_ms() == Some(0);
        let always = is_unknown || self.state.unverified || self.state.policy.interval_ms > 0;
        self.state.reads.backoff.fail(&failure, always, self.now);
        self.put_off_retry();
    }
}

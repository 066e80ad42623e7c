//! The session read, and what its answers mean (`identity-api.md` 4.2). An answer is as old as its request. The answer to a request that
//! was given up is dropped (`step.rs`, `answered`).

use crate::api::{Code, Failure, SessionAnswer, UserAndFeatures};
use crate::core::effect::{Effect, Outcome, Request};
use crate::core::event::Answer;
use crate::core::ids::{CallId, RequestId};
use crate::core::publication::SessionEvent;
use crate::core::state::{AuthState, Caller, Reading, SessionRequest, Who};
use crate::core::transition::Transition;
use crate::core::view::{Reason, Status};

/// A first read that the document's preload has asked for longer ago than this may have missed what other tabs said.
const FRESH_MS: u64 = 1_000;
/// By how much the `Date` of an answer may be older than that of an earlier one: clocks of several servers differ.
const DATES_DIFFER_MS: u64 = 5_000;
/// `Date` has whole seconds.
const DATE_STEP_MS: u64 = 1_000;

impl Transition<'_> {
    /// What a server already read is shown at once.
    pub(in crate::core) fn started(&mut self, initial: Option<SessionAnswer>) {
        match initial {
            Some(SessionAnswer::Authenticated(found)) => {
                self.show(found, None, (RequestId::default(), self.now.ms));
            }
            Some(SessionAnswer::Unauthenticated) => self.end(Reason::NoSession),
            Some(SessionAnswer::Deactivated) => self.end(Reason::Deactivated),
            None => {}
        }
        // In a page it has left already: `session/requests.rs`, `FIRST_READ`.
        self.begin_read();
    }

    /// The page wants to know who is signed in: the lock of a sign-out that failed ends.
    pub(in crate::core) fn refresh_called(&mut self, call: CallId) {
        self.read_called(call);
        if self.state.lock.own.as_ref().is_some_and(|own| own.backoff.has_failed()) {
            self.end_own_lock();
            self.revalidate_now();
        }
    }

    pub(in crate::core) fn read_called(&mut self, call: CallId) {
        self.state.reads.callers.push(Caller { call, called_ms: self.now.ms });
    }

    pub(in crate::core) fn begin_read(&mut self) {
        let id = self.send(Request::Session);
        let began_ms = self.now.ms;
        let reads = &mut self.state.reads;
        self.state.in_flight = SessionRequest::Reading(Reading {
            id,
            began_ms,
            after_message: core::mem::take(&mut reads.after_message),
        });
        reads.begin(began_ms);
    }

    /// One read follows, `minIntervalMs` after the one before.
    pub(in crate::core) fn read_spaced(&mut self) {
        let left_ms = self.state.reads.left_ms(self.state.policy.min_interval_ms, self.now);
        self.state.reads.backoff.due_by(self.now.plus_ms(left_ms));
    }

    /// A request was refused: the session may have ended, or the role may have changed. A read that failed is made again in its own time.
    pub(in crate::core) fn read_after_refusal(&mut self) {
        let backoff = self.state.reads.backoff;
        if !backoff.has_failed() || backoff.due_in_ms(self.now).is_none() {
            self.read_spaced();
        }
    }

    /// Aborts the read under way. It is made again.
    pub(in crate::core) fn give_up_reading(&mut self) {
        if let Some(Reading { id, .. }) = self.state.in_flight.reading() {
            self.state.in_flight = SessionRequest::Idle;
            self.act(Effect::Cancel { id });
            self.state.reads.backoff.due_by(0);
        }
    }

    /// Whether an answer that finds a user may be from before this page's sign-out or after it: both were made in the same second, and the
    /// read left before that was surely over. It tells nothing, and is sent again.
    pub(in crate::core) fn is_unclear(
        &mut self,
        reading: &Reading,
        answer: &Result<Answer, Failure>,
        date_ms: Option<u64>,
    ) -> bool {
        let dates = &self.state.dates;
        let over_ms = dates.signed_out_at_ms.saturating_add(DATE_STEP_MS);
        let names = matches!(answer, Ok(Answer::Session(SessionAnswer::Authenticated(_))));
        let is_unclear = names && date_ms == Some(dates.signed_out_ms) && reading.began_ms < over_ms;
        if is_unclear {
            self.state.reads.held_until_ms = over_ms;
            self.state.reads.after_message |= reading.after_message;
            self.state.reads.backoff.due_by(over_ms);
        }
        is_unclear
    }

    /// A read whose answer is older than an earlier answer of the deployment comes from a service worker or a cache: it failed.
    pub(in crate::core) fn checked_for_its_date(
        &mut self,
        answer: Answer,
        date_ms: Option<u64>,
    ) -> Result<Answer, Failure> {
        let Some(date_ms) = date_ms else { return Ok(answer) };
        let dates = &mut self.state.dates;
        // The sign-out left no user.
        let names = matches!(answer, Answer::Session(SessionAnswer::Authenticated(_)));
        let is_undone = names && date_ms <= dates.signed_out_ms;
        let difference_ms = dates.newest_ms.saturating_sub(date_ms);
        let is_older = difference_ms > dates.differ_ms + DATES_DIFFER_MS;
        if matches!(answer, Answer::Session(_)) && (is_undone || is_older) {
            // A cached answer has the same `Date` the next time. A newer one that comes next shows that the deployment's clock was set
            // back; one that is behind by as much as the refused one, that the clocks of its servers differ. It counts, and so do those
            // that are as old from now on.
            let shows_a_clock = dates.refused_ms.is_some_and(|(refused_ms, newest_ms)| {
                let behind_ms = newest_ms.saturating_sub(refused_ms);
                let is_next = newest_ms == dates.newest_ms;
                date_ms > refused_ms && (is_next || difference_ms.abs_diff(behind_ms) <= DATES_DIFFER_MS)
            });
            if is_undone || !shows_a_clock {
                dates.refused_ms = Some((date_ms, dates.newest_ms));
                self.act(Effect::WarnOfCachedAnswers);
                return Err(Failure::of(Code::InvalidResponse));
            }
            dates.differ_ms = difference_ms;
        }
        match answer {
            Answer::Login(_) => dates.signed_out_ms = 0,
            Answer::Logout => (dates.signed_out_ms, dates.signed_out_at_ms) = (date_ms, self.now.ms),
            _ => {}
        }
        dates.newest_ms = dates.newest_ms.max(date_ms);
        Ok(answer)
    }

    /// `preloaded_ms`: how long before this page sent it the document had asked for it.
    pub(in crate::core) fn session_answered(
        &mut self,
        mut reading: Reading,
        answer: Result<Answer, Failure>,
        preloaded_ms: u64,
    ) {
        reading.began_ms = reading.began_ms.saturating_sub(preloaded_ms);
        self.state.reads.is_urgent = false;
        self.state.reads.taken_away = 0;
        match answer {
            Ok(Answer::Session(answer)) => {
                if answer == SessionAnswer::Unauthenticated && self.asks_the_token() {
                    return;
                }
                self.read_succeeded(&reading, answer);
                self.settle_pending(reading.id);
                if preloaded_ms > FRESH_MS {
                    // It is what was known before, as `initial` is.
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
        // The network is there, whatever the browser says.
        self.state.page.cut_off = false;
        self.state.reads.backoff.succeed();
        let mut outcome = Ok(Outcome::Published);
        match answer {
            SessionAnswer::Authenticated(found) => self.found(found, reading),
            SessionAnswer::Unauthenticated => self.found_no_user(),
            SessionAnswer::Deactivated => {
                outcome = Err(Failure::answered(Code::AccountDeactivated, 401));
                self.end(Reason::Deactivated);
            }
        }
        self.settle_callers(reading.began_ms, outcome);
    }

    /// Ends the calls that this read answers: those made no later than `asked_ms`, when it was sent. Returns whether there were any.
    fn settle_callers(&mut self, asked_ms: u64, outcome: Result<Outcome, Failure>) -> bool {
        let waited = self.state.reads.callers.len();
        let is_answered = |caller: &Caller| caller.called_ms <= asked_ms;
        while let Some(place) = self.state.reads.callers.iter().position(is_answered) {
            let caller = self.state.reads.callers.remove(place);
            self.settle(caller.call, outcome);
        }
        self.state.reads.callers.len() < waited
    }

    /// Ends every call that waits for a read.
    pub(in crate::core) fn fail_callers(&mut self, failure: Failure) {
        for caller in core::mem::take(&mut self.state.reads.callers) {
            self.settle(caller.call, Err(failure));
        }
    }

    fn found(&mut self, found: UserAndFeatures, reading: &Reading) {
        let user = found.user.id;
        if self.state.auth_state.user_id() != Some(user) {
            self.begin_epoch();
        }
        self.cookie_answered();
        let company = self.state.auth_state.known().and_then(|known| known.company);
        self.show(found, company, (reading.id, reading.began_ms));
    }

    fn found_no_user(&mut self) {
        if self.confirms_a_sign_in() {
            return self.cookie_refused();
        }
        if self.state.credentials.carries_reads() {
            // The token's session is over. The cookie may belong to another user: the next read goes without the token.
            self.state.reads.backoff.due_by(0);
        }
        // A reason that is shown already stays.
        if let AuthState::Unauthenticated { error, .. } = &mut self.state.auth_state {
            *error = None;
            return;
        }
        self.end(match self.state.announced.who {
            Who::SignedIn { .. } => Reason::Ended,
            Who::SignedOut(reason) => reason,
            Who::Nothing => Reason::NoSession,
        });
    }

    /// A failed read changes nothing of what is known; it makes it stale. It is always made again where it is not known who is signed in,
    /// and on a page that polls.
    fn read_failed(&mut self, reading: &Reading, failure: Failure) {
        if !self.settle_callers(reading.began_ms, Err(failure)) {
            self.session_events.push(SessionEvent::RevalidationFailed(failure));
        }
        self.fail_waiting(failure);
        self.state.auth_state.set_error(Some(failure));
        let is_unknown =
            self.state.auth_state.status() == Status::Unknown || self.staleness_ends_in_ms() == Some(0);
        let always = is_unknown || self.is_unverified() || self.state.policy.interval_ms > 0;
        self.state.reads.backoff.fail(&failure, always, self.now);
        self.put_off_retry();
    }
}

//! Refuses answers of a service worker or a cache, which have an old `Date`: `docs/design.md`, "Cached answers".

use crate::api::{Code, Failure, SessionAnswer};
use crate::core::effect::Effect;
use crate::core::event::Answer;
use crate::core::state::Reading;
use crate::core::transition::Transition;

/// How much older the `Date` of an answer may be than the `Date` of an earlier answer: the clocks of several servers differ.
const DATES_DIFFER_MS: u64 = 5_000;
/// The precision of `Date`: a second.
const DATE_STEP_MS: u64 = 1_000;

impl Transition<'_> {
    /// Makes a read due again, if its answer has a user, and has the same second as this page's sign-out in its `Date`: the answer may be from
    /// before the sign-out or after it. The answer to a read that was sent after that second counts. Returns whether the read is made again.
    pub fn read_again_if_unclear(
        &mut self,
        reading: &Reading,
        answer: &Result<Answer, Failure>,
        date_ms: Option<u64>,
    ) -> bool {
        let dates = &self.state.dates;
        let over_ms = dates.sign_out_answered_ms.saturating_add(DATE_STEP_MS);
        let has_user = matches!(answer, Ok(Answer::Session(SessionAnswer::Authenticated(_))));
        let is_unclear = has_user && date_ms == Some(dates.sign_out_date_ms) && reading.began_ms < over_ms;
        if is_unclear {
            self.state.reads.held_until_ms = over_ms;
            self.state.reads.after_message |= reading.after_message;
            self.state.reads.backoff.due_by(over_ms);
        }
        is_unclear
    }

    /// Refuses an answer that is older than an earlier answer of the deployment: it comes from a service worker or a cache, and its read
    /// failed.
    pub fn refuse_older_answer(&mut self, answer: Answer, date_ms: Option<u64>) -> Result<Answer, Failure> {
        let Some(date_ms) = date_ms else { return Ok(answer) };
        let dates = &mut self.state.dates;
        // An answer with a user from before the sign-out.
        let has_user = matches!(answer, Answer::Session(SessionAnswer::Authenticated(_)));
        let is_signed_out = has_user && date_ms <= dates.sign_out_date_ms;
        let difference_ms = dates.newest_date_ms.saturating_sub(date_ms);
        let is_older = difference_ms > dates.differ_ms + DATES_DIFFER_MS;
        if matches!(answer, Answer::Session(_)) && (is_signed_out || is_older) {
            // A cached answer has the same `Date` each time. If the `Date` has advanced since the refused answer, the answer is new, and the
            // deployment's clock was set back (no answer in between had a newer `Date`), or the clocks of its servers differ (both answers
            // are behind by the same time). Then answers that old are accepted from now on.
            let is_other_clock = dates.refused_date_ms.is_some_and(|(refused_date_ms, newest_date_ms)| {
                let behind_ms = newest_date_ms.saturating_sub(refused_date_ms);
                let is_next = newest_date_ms == dates.newest_date_ms;
                date_ms > refused_date_ms && (is_next || difference_ms.abs_diff(behind_ms) <= DATES_DIFFER_MS)
            });
            if is_signed_out || !is_other_clock {
                dates.refused_date_ms = Some((date_ms, dates.newest_date_ms));
                self.act(Effect::WarnOfCache);
                return Err(Failure::of(Code::InvalidResponse));
            }
            dates.differ_ms = difference_ms;
        }
        match answer {
            Answer::Login(_) => dates.sign_out_date_ms = 0,
            Answer::Logout => (dates.sign_out_date_ms, dates.sign_out_answered_ms) = (date_ms, self.now.ms),
            _ => {}
        }
        dates.newest_date_ms = dates.newest_date_ms.max(date_ms);
        Ok(answer)
    }
}

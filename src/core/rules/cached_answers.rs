//! Answers of a service worker or a cache, which are told by their `Date`: `docs/design.md`, "Cached answers".

use crate::api::{Code, Failure, SessionAnswer};
use crate::core::effect::Effect;
use crate::core::event::Answer;
use crate::core::state::Reading;
use crate::core::transition::Transition;

/// By how much the `Date` of an answer may be older than that of an earlier one: clocks of several servers differ.
const DATES_DIFFER_MS: u64 = 5_000;
/// `Date` has whole seconds.
const DATE_STEP_MS: u64 = 1_000;

impl Transition<'_> {
    /// Has a read made again that left before the second of this page's sign-out was surely over, if its answer finds a user and is of that very
    /// second: the answer may be from before the sign-out or after it. Returns whether the read is made again.
    pub fn read_again_if_unclear(
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

    /// Refuses an answer that is older than an earlier answer of the deployment: it comes from a service worker or a cache, and its read
    /// failed.
    pub fn checked_for_its_date(&mut self, answer: Answer, date_ms: Option<u64>) -> Result<Answer, Failure> {
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
}

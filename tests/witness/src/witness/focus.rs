//! Checks that a session read follows soon when a page is looked at, the network is back, the deployment refuses a request, or the page polls.

use super::{Sight, Witness};
use crate::rule::Rule;
use platform_session::core::{Answer, Effect, Event, PageEvent, Policy, Request};

/// A look that comes too early is followed by a read within so many times `minIntervalMs`.
const SPREAD: u64 = 12;
/// Pages that come online do not read all at once.
const ONLINE_SPREAD_MS: u64 = 1_000;

/// A look that no read has followed yet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) enum Focus {
    #[default]
    No,
    /// The page cannot read now.
    Waits,
    /// The page can read since this moment.
    Since(u64),
}

impl Witness {
    /// Notes the looks of a step that no read has followed. A read that is under way will do.
    pub(super) fn sees_focus(&mut self, sight: &Sight<'_>) {
        let policy = sight.page.policy();
        for seen in sight.seen {
            let is_focus = match seen.event {
                Event::Page(PageEvent::Focused) => policy.on_focus,
                Event::Page(PageEvent::Visible) => policy.on_focus && !seen.was_visible,
                Event::Page(PageEvent::Online) => policy.on_online && !seen.was_online,
                Event::Answered { answer: Ok(Answer::Fetch(403)), .. } => seen.answered.is_some(),
                _ => false,
            };
            if is_focus && !seen.reading && self.focus == Focus::No {
                self.focus = Focus::Waits;
            }
        }
        let reads = |effect: &Effect| matches!(effect, Effect::Send { request: Request::Session, .. });
        if sight.effects.iter().any(reads) {
            self.focus = Focus::No;
        }
    }

    /// Checks how long a look waits for its read. `may_read`: the page is visible and online, runs, and nothing else is under way. A read that
    /// failed is tried again in its own time.
    pub fn watches_focus(&mut self, may_read: bool, policy: &Policy, now_ms: u64) {
        let may_read = may_read && self.reads.failure.is_none();
        if self.focus == Focus::No && self.reads.is_polled(policy, now_ms) {
            self.focus = Focus::Waits;
        }
        self.focus = match self.focus {
            Focus::No => Focus::No,
            Focus::Waits if may_read => Focus::Since(now_ms),
            Focus::Since(since_ms) if may_read => {
                let longest_ms =
                    policy.min_interval_ms.saturating_mul(SPREAD).saturating_add(ONLINE_SPREAD_MS);
                self.broken.add(Rule::ReadsOnFocus, now_ms.saturating_sub(since_ms) > longest_ms);
                Focus::Since(since_ms)
            }
            Focus::Waits | Focus::Since(_) => Focus::Waits,
        };
    }
}

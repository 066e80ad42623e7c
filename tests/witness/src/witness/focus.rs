//! Checks that a session read follows soon after a page is looked at, comes online, gets a 403, or polls.

use super::{Sight, Witness};
use crate::rule::Rule;
use platform_session::core::{Answer, Effect, Event, PageEvent, Policy, Request};

/// After a look that comes too early, a read follows within so many times `minIntervalMs`.
const SPREAD: u64 = 12;
/// A page that comes online reads at a random moment within this time, so that not all pages read at once.
const ONLINE_SPREAD_MS: u64 = 1_000;

/// Whether a look (or another cause) is still without its read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) enum Focus {
    #[default]
    No,
    /// A read is due, but the page cannot read now.
    Waits,
    /// A read is due, and the page can read since this time.
    Since(u64),
}

impl Witness {
    /// Notes the looks of a step, unless a read is under way or is sent.
    pub(super) fn note_looks(&mut self, sight: &Sight<'_>) {
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

    /// Checks how long a look waits for its read. `may_read`: the page runs, is visible and online, and no other request prevents a read.
    /// After a failed read nothing is checked: retries have their own delays.
    pub fn check_focus(&mut self, may_read: bool, policy: &Policy, now_ms: u64) {
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

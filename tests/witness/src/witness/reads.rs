//! Why a page asks the deployment who is signed in. Each session read has its cause in the world: something that happened
//! since the read before it left.

use super::calls::{Call, Kind};
use super::{Seen, Sight, Witness};
use crate::deployment::Who;
use crate::rule::Rule;
use crate::time::is_over;
use crate::wire::{Asks, Exchange, Says};
use platform_session::api::Failure;
use platform_session::core::{
    Answer, Command, Effect, Event, PageEvent, Policy, Request, RequestId, Status, TabMessage,
};

/// The cause of a read, the more urgent the later in the list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Cause {
    #[default]
    Nothing,
    /// The read leaves a page that is visible, `minIntervalMs` after the read before.
    Spaced,
    /// The read leaves a page that is visible.
    Soon,
    /// The read leaves any page.
    Urgent,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Reads {
    /// The most urgent cause since the newest read left.
    cause: Cause,
    /// The cause of that read.
    cause_before: Cause,
    /// Whether a read must leave at once: the page is back, or has lost its sign-in window, and no read has been answered since.
    is_owed: bool,
    pub(super) under_way: Option<RequestId>,
    /// When the newest read left. Kept where the page chose how far apart reads are.
    last_left_ms: Option<u64>,
    /// Why the newest read that has ended failed, if it did.
    pub(super) failure: Option<Failure>,
    /// The moment before which the deployment asked for no read.
    held_until_ms: u64,
    /// Whether the page is on the way into the back/forward cache, in it, or on the way back.
    pub(super) is_away: bool,
}

impl Reads {
    fn because(&mut self, cause: Cause) {
        self.cause = self.cause.max(cause);
    }

    /// Takes in that the read under way is given up: its cause remains.
    pub(super) fn is_given_up(&mut self) {
        self.under_way = None;
        self.because(self.cause_before.max(Cause::Soon));
    }

    /// Takes in that the answer to this read does not count: its cause remains.
    pub(super) fn is_unclear(&mut self, id: RequestId) {
        if self.under_way == Some(id) {
            self.is_given_up();
        }
    }

    pub(super) fn has_urgent_cause(&self) -> bool {
        self.cause == Cause::Urgent
    }

    pub(super) fn is_urgent(&mut self) {
        self.because(Cause::Urgent);
    }

    pub(super) fn is_wanted(&mut self) {
        self.because(Cause::Soon);
    }

    /// Whether a read may still wait: the page adds a random time to what the deployment asks for.
    pub(super) fn may_be_held(&self, now_ms: u64) -> bool {
        self.held_until_ms > 0 && now_ms < self.held_until_ms.saturating_add(60_000)
    }

    pub(super) fn is_held(&self, now_ms: u64) -> bool {
        now_ms < self.held_until_ms
    }

    /// Whether the newest read left less than `minIntervalMs` ago.
    fn is_early(&self, policy: &Policy, now_ms: u64) -> bool {
        self.last_left_ms.is_some_and(|left_ms| !is_over(left_ms, policy.min_interval_ms, now_ms))
    }

    /// Whether the newest read is known to have left longer ago than that.
    pub(super) fn is_due(&self, policy: &Policy, now_ms: u64) -> bool {
        self.last_left_ms.is_some() && !self.is_early(policy, now_ms)
    }

    /// Whether the page polls, and the newest read left an interval ago.
    pub(super) fn is_polled(&self, policy: &Policy, now_ms: u64) -> bool {
        let interval_ms = policy.interval_ms.max(policy.min_interval_ms);
        policy.interval_ms > 0
            && self.last_left_ms.is_some_and(|left_ms| is_over(left_ms, interval_ms, now_ms))
    }

    fn may_leave(&self, is_awaited: bool, sight: &Sight<'_>) -> bool {
        let policy = sight.page.policy();
        let is_apart = |span_ms| self.last_left_ms.is_none_or(|last| is_over(last, span_ms, sight.now_ms));
        let is_open = sight.page.visible && !self.is_held(sight.now_ms);
        let is_due = policy.interval_ms > 0 && is_apart(policy.interval_ms.max(policy.min_interval_ms));
        match self.cause {
            _ if self.is_away => false,
            Cause::Urgent => true,
            _ if is_awaited => true,
            Cause::Soon => is_open,
            Cause::Spaced => is_open && (is_apart(policy.min_interval_ms) || is_due),
            Cause::Nothing => is_open && is_due,
        }
    }
}

impl Witness {
    /// Takes in what happened on the page, or in another tab.
    pub(super) fn handles_for_reads(&mut self, seen: &Seen, sight: &Sight<'_>) {
        let policy = sight.page.policy();
        let reads = &mut self.reads;
        let cause = match seen.event {
            Event::Started { .. } => {
                reads.under_way = Some(RequestId(1));
                Cause::Urgent
            }
            Event::Page(PageEvent::Restored) => {
                reads.is_away = false;
                Cause::Urgent
            }
            Event::Page(PageEvent::Leaving) => {
                reads.is_away = true;
                Cause::Nothing
            }
            Event::Page(PageEvent::WindowGone | PageEvent::Reauthenticated) => Cause::Urgent,
            Event::Asked { command: Command::Refresh | Command::Read, .. } => Cause::Urgent,
            Event::Message(TabMessage::SignedOut(_)) => Cause::Nothing,
            Event::Message(_) | Event::Page(PageEvent::Resumed) => Cause::Soon,
            Event::Page(PageEvent::Focused | PageEvent::Visible) if policy.on_focus => Cause::Spaced,
            Event::Page(PageEvent::Online)
                if !seen.was_online && (policy.on_online || reads.failure.is_some()) =>
            {
                Cause::Spaced
            }
            _ => Cause::Nothing,
        };
        reads.because(cause);
        reads.is_owed |= matches!(seen.event, Event::Page(PageEvent::Restored | PageEvent::WindowGone));
    }

    /// Takes in an answer, or the failure of a request.
    pub(super) fn answers_reads(
        &mut self,
        exchange: &Exchange,
        says: Option<Says>,
        answer: &Result<Answer, Failure>,
        failure: Option<Failure>,
        seen: &Seen,
        sight: &Sight<'_>,
    ) {
        let unverified = self.is_unverified();
        let refused = self.refusal_leads_to(exchange, seen, sight);
        let excused = matches!(says, Some(Says::Session(who))
            if exchange.bearer || self.may_carry_on(exchange, who, sight));
        let reads = &mut self.reads;
        if exchange.asks == Asks::Session {
            reads.is_owed = false;
            reads.under_way = reads.under_way.filter(|reading| *reading != exchange.id);
            if exchange.preloaded_ms > super::FRESH_MS && says.is_some() {
                reads.because(Cause::Urgent);
            }
        }
        match (&exchange.asks, says) {
            (_, Some(Says::Session(who))) => {
                reads.held_until_ms = 0;
                if who == Who::NoSession && excused {
                    reads.because(Cause::Urgent);
                }
            }
            (Asks::Session, None) => {
                if let Some(failure) = failure {
                    let polls = sight.page.policy().interval_ms > 0;
                    let is_unknown = unverified || sight.page.view().status == Status::Unknown;
                    let may_help = is_unknown || polls || failure.code.is_retryable();
                    if may_help {
                        reads.because(Cause::Soon);
                    }
                    if let Some(after_ms) = failure.retry_after_ms {
                        let held = seen.at_ms.saturating_add(after_ms.into());
                        reads.held_until_ms = if may_help { held } else { 0 };
                    }
                }
            }
            (_, Some(Says::SignedIn(_))) => {
                (reads.failure, reads.held_until_ms) = (None, 0);
                reads.because(Cause::Urgent);
            }
            // Unless the deployment has refused the sign-in (4xx), a user may be signed in.
            (Asks::Login { .. }, _)
                if failure.is_some_and(|failure| {
                    !failure.status.is_some_and(|status| (400..500).contains(&status))
                }) =>
            {
                reads.because(Cause::Urgent);
            }
            (_, Some(Says::Unauthorized)) => reads.because(refused),
            _ if *answer == Ok(Answer::Fetch(403)) => reads.because(Cause::Spaced),
            _ => {}
        }
    }

    /// The cause that a 401 gives: an urgent one where a read may lead to more than handing on the 401.
    fn refusal_leads_to(&self, exchange: &Exchange, seen: &Seen, sight: &Sight<'_>) -> Cause {
        let policy = sight.page.policy();
        let helps = exchange.bearer || policy.reauthenticates;
        let is_early = self.reads.is_early(policy, seen.at_ms);
        let has_failed = self.reads.failure.is_some();
        // The request left before the end that is known.
        let is_of_before =
            self.floors.iter().any(|(rule, up_to)| *rule == Rule::Ended && exchange.id <= *up_to);
        let is_told = sight.before.status == Status::Unauthenticated && !has_failed && !self.is_unverified();
        if is_of_before && is_told {
            return Cause::Spaced;
        }
        if helps || !is_early && !has_failed { Cause::Urgent } else { Cause::Spaced }
    }

    /// Checks that a read that leaves has its cause, and that one that is not urgent waits for a visible page.
    pub(super) fn checks_reads(&mut self, sight: &Sight<'_>) {
        // The user was shown before, or is named by this very answer, which was long on its way.
        let is_named = sight.says().any(|(_, says)| matches!(says, Says::Session(Who::Granted(_))));
        let withheld = (sight.before.user.is_some() || is_named) && sight.page.view().user.is_none();
        // What was shown grew too old, perhaps as a user signed out.
        if withheld && (sight.page.view().status == Status::Unknown || self.is_too_old(sight)) {
            self.reads.because(Cause::Soon);
        }
        let reads = |effect: &Effect| matches!(effect, Effect::Send { request: Request::Session, .. });
        if sight.effects.iter().any(reads) {
            // A request that waits does not make the deployment answer before the time that it has named. Permissions that were
            // answered for another role do: only a read can tell.
            let is_held = self.reads.is_held(sight.now_ms);
            let is_asked = |call: &Call| match call.kind {
                Kind::Read => true,
                Kind::Permissions => call.waits() && (!is_held || call.sent > 0),
                _ => call.waits() && !is_held,
            };
            let is_awaited = self.calls.iter().any(is_asked);
            self.broken.add(Rule::Reads, !self.reads.may_leave(is_awaited, sight));
            // A read that has failed is not tried again at once.
            let has_failed = sight.failures().any(|(asks, _)| *asks == Asks::Session);
            let is_asked_for = is_awaited || self.reads.cause == Cause::Urgent;
            let waits = has_failed && !is_asked_for && !sight.at_once && !sight.replayed;
            self.broken.add(Rule::Jitter, waits);
            let policy = sight.page.policy();
            let keeps_apart = policy.interval_ms.max(policy.min_interval_ms) > 0;
            self.reads.last_left_ms = Some(sight.now_ms).filter(|_| keeps_apart);
            self.reads.cause_before = std::mem::take(&mut self.reads.cause);
        }
        let is_busy = self.signing_in.is_some() || self.signing_out.is_some() || self.is_locked();
        let may_read = !is_busy && !self.reads.is_away && !sight.page.closed && !sight.is_soon();
        let may_read = may_read && sight.now_ms >= self.held_until_ms;
        self.broken.add(Rule::Reads, self.reads.is_owed && may_read && self.reads.under_way.is_none());
        if sight.replayed {
            self.reads.last_left_ms = None;
        }
    }
}

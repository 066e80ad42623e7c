//! Checks session reads. Each must have a cause: something that happened since the previous read was sent.

use super::calls::{Call, Kind};
use super::{Seen, Sight, Witness};
use crate::deployment::SessionState;
use crate::rule::Rule;
use crate::time::is_over;
use crate::wire::{Exchange, Reply, RequestKind};
use platform_session::api::Failure;
use platform_session::core::{
    Answer, Command, Effect, Event, PageEvent, Policy, Request, RequestId, Status, TabMessage,
};

/// How urgent the cause of a read is, least urgent first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Cause {
    #[default]
    Nothing,
    /// The read is sent once the page is visible, `minIntervalMs` after the previous read.
    Spaced,
    /// The read is sent once the page is visible.
    Soon,
    /// The read is sent at once, also by a hidden page.
    Urgent,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Reads {
    /// The most urgent cause since the newest read was sent.
    cause: Cause,
    /// The cause of the newest read.
    cause_before: Cause,
    /// Whether a read must be sent at once: the page is back from the cache, or its sign-in window is gone, and no read was answered since.
    is_owed: bool,
    pub(super) under_way: Option<RequestId>,
    /// When the newest read was sent, where the page has set `minIntervalMs` or `intervalMs`.
    last_left_ms: Option<u64>,
    /// The failure of the newest read that has ended, if it failed.
    pub(super) failure: Option<Failure>,
    /// Until when the deployment has asked for no read (`Retry-After`).
    held_until_ms: u64,
    /// Whether the page is in the back/forward cache, or on its way there or back.
    pub(super) is_away: bool,
}

impl Reads {
    fn add_cause(&mut self, cause: Cause) {
        self.cause = self.cause.max(cause);
    }

    /// Notes that the read under way was aborted: its cause remains.
    pub(super) fn note_abort(&mut self) {
        self.under_way = None;
        self.add_cause(self.cause_before.max(Cause::Soon));
    }

    /// Notes that the answer to a read does not count: its cause remains.
    pub(super) fn note_unclear_answer(&mut self, id: RequestId) {
        if self.under_way == Some(id) {
            self.note_abort();
        }
    }

    pub(super) fn has_urgent_cause(&self) -> bool {
        self.cause == Cause::Urgent
    }

    pub(super) fn want_at_once(&mut self) {
        self.add_cause(Cause::Urgent);
    }

    pub(super) fn want(&mut self) {
        self.add_cause(Cause::Soon);
    }

    /// Whether a read may still wait: the page adds a random time to `Retry-After`.
    pub(super) fn may_be_held(&self, now_ms: u64) -> bool {
        self.held_until_ms > 0 && now_ms < self.held_until_ms.saturating_add(60_000)
    }

    pub(super) fn is_held(&self, now_ms: u64) -> bool {
        now_ms < self.held_until_ms
    }

    /// Whether the newest read was sent less than `minIntervalMs` ago.
    fn is_early(&self, policy: &Policy, now_ms: u64) -> bool {
        self.last_left_ms.is_some_and(|left_ms| !is_over(left_ms, policy.min_interval_ms, now_ms))
    }

    /// Whether the newest read is known to have been sent at least `minIntervalMs` ago.
    pub(super) fn is_due(&self, policy: &Policy, now_ms: u64) -> bool {
        self.last_left_ms.is_some() && !self.is_early(policy, now_ms)
    }

    /// Whether the page polls, and its newest read was sent an interval ago.
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
    /// Notes the cause that an event of the page or a message of another tab gives.
    pub(super) fn note_read_cause(&mut self, seen: &Seen, sight: &Sight<'_>) {
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
        reads.add_cause(cause);
        reads.is_owed |= matches!(seen.event, Event::Page(PageEvent::Restored | PageEvent::WindowGone));
    }

    /// Notes what an answer, or the failure of a request, means for reads.
    pub(super) fn note_answer_for_reads(
        &mut self,
        exchange: &Exchange,
        reply: Option<Reply>,
        answer: &Result<Answer, Failure>,
        failure: Option<Failure>,
        seen: &Seen,
        sight: &Sight<'_>,
    ) {
        let unverified = self.is_unverified();
        let refused = self.cause_of_refusal(exchange, seen, sight);
        let excused = matches!(reply, Some(Reply::Session(state))
            if exchange.bearer || self.may_carry_on(exchange, state, sight));
        let reads = &mut self.reads;
        if exchange.kind == RequestKind::Session {
            reads.is_owed = false;
            reads.under_way = reads.under_way.filter(|reading| *reading != exchange.id);
            if exchange.preloaded_ms > super::FRESH_MS && reply.is_some() {
                reads.add_cause(Cause::Urgent);
            }
        }
        match (&exchange.kind, reply) {
            (_, Some(Reply::Session(state))) => {
                reads.held_until_ms = 0;
                if state == SessionState::NoSession && excused {
                    reads.add_cause(Cause::Urgent);
                }
            }
            (RequestKind::Session, None) => {
                if let Some(failure) = failure {
                    let polls = sight.page.policy().interval_ms > 0;
                    let is_unknown = unverified || sight.page.view().status == Status::Unknown;
                    let may_help = is_unknown || polls || failure.code.is_retryable();
                    if may_help {
                        reads.add_cause(Cause::Soon);
                    }
                    if let Some(after_ms) = failure.retry_after_ms {
                        let held = seen.at_ms.saturating_add(after_ms.into());
                        reads.held_until_ms = if may_help { held } else { 0 };
                    }
                }
            }
            (_, Some(Reply::SignedIn(_))) => {
                (reads.failure, reads.held_until_ms) = (None, 0);
                reads.add_cause(Cause::Urgent);
            }
            // A failed sign-in may still have signed the user in, unless the status is 4xx.
            (RequestKind::Login { .. }, _)
                if failure.is_some_and(|failure| {
                    !failure.status.is_some_and(|status| (400..500).contains(&status))
                }) =>
            {
                reads.add_cause(Cause::Urgent);
            }
            (_, Some(Reply::Unauthorized)) => reads.add_cause(refused),
            _ if *answer == Ok(Answer::Fetch(403)) => reads.add_cause(Cause::Spaced),
            _ => {}
        }
    }

    /// The cause that a 401 gives: an urgent one where a read may help the call.
    fn cause_of_refusal(&self, exchange: &Exchange, seen: &Seen, sight: &Sight<'_>) -> Cause {
        let policy = sight.page.policy();
        let helps = exchange.bearer || policy.reauthenticates;
        let is_early = self.reads.is_early(policy, seen.at_ms);
        let has_failed = self.reads.failure.is_some();
        // The request was sent before the known end of the session.
        let is_from_before_end =
            self.floors.iter().any(|(rule, up_to)| *rule == Rule::Ended && exchange.id <= *up_to);
        let is_end_shown =
            sight.before.status == Status::Unauthenticated && !has_failed && !self.is_unverified();
        if is_from_before_end && is_end_shown {
            return Cause::Spaced;
        }
        if helps || !is_early && !has_failed { Cause::Urgent } else { Cause::Spaced }
    }

    /// Checks that each read that is sent has a cause, and that a read that is not urgent waits for a visible page.
    pub(super) fn check_reads(&mut self, sight: &Sight<'_>) {
        // A user was shown before, or is named by an answer of this step that was too long under way.
        let is_named =
            sight.replies().any(|(_, reply)| matches!(reply, Reply::Session(SessionState::Granted(_))));
        let withheld = (sight.before.user.is_some() || is_named) && sight.page.view().user.is_none();
        // The user is hidden because the last answer grew too old, perhaps in the step of a sign-out.
        if withheld && (sight.page.view().status == Status::Unknown || self.is_too_old(sight)) {
            self.reads.add_cause(Cause::Soon);
        }
        let reads = |effect: &Effect| matches!(effect, Effect::Send { request: Request::Session, .. });
        if sight.effects.iter().any(reads) {
            // A waiting call does not cause a read before `Retry-After`. Permissions that were answered for another role do, because only
            // a read can say which role the user has.
            let is_held = self.reads.is_held(sight.now_ms);
            let wants_read = |call: &Call| match call.kind {
                Kind::Read => true,
                Kind::Permissions => call.waits() && (!is_held || call.sent > 0),
                _ => call.waits() && !is_held,
            };
            let is_awaited = self.calls.iter().any(wants_read);
            self.broken.add(Rule::Reads, !self.reads.may_leave(is_awaited, sight));
            // A failed read is retried only after a delay.
            let has_failed = sight.failures().any(|(kind, _)| *kind == RequestKind::Session);
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

//! The locks by sign-outs, here or in other tabs: while a lock stands, the page shows no user and sends no read.

use super::events::Known;
use super::{Sight, Witness};
use crate::rule::Rule;
use crate::wire::{Exchange, Reply};
use platform_session::api::{Code, Failure};
use platform_session::core::{Broadcast, Effect, Event, PageEvent, Request, RequestId, SignOutId, Status};

/// How long the lock by a sign-out of another tab stands at most.
const LONGEST_MS: u64 = 60_000;

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Locks {
    /// The lock by a sign-out of this page.
    own: Option<Own>,
    /// The locks by sign-outs of other tabs, each with the time of its message.
    others: Vec<(SignOutId, u64)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Own {
    id: SignOutId,
    /// The failure of the newest request that has ended.
    failure: Option<Failure>,
    /// When the sign-out may be sent again (`Retry-After`).
    held_until_ms: u64,
}

/// The messages to other tabs that a step must send.
#[derive(Default)]
pub(super) struct Due {
    /// The sign-outs that were called in the step.
    pub(super) called: Vec<SignOutId>,
    /// The sign-outs that have ended.
    over: Vec<SignOutId>,
    /// Whether a sign-in has succeeded.
    pub(super) signed_in: bool,
    /// Whether the other tabs must read the session.
    pub(super) changed: bool,
}

impl Locks {
    pub(super) fn call(&mut self, id: SignOutId) -> SignOutId {
        // The call sends a pending sign-out again, whose earlier failure does not count any more.
        let id = self.own.map_or(id, |own| own.id);
        self.own = Some(Own { id, failure: None, held_until_ms: 0 });
        id
    }

    pub(super) fn add_other(&mut self, id: SignOutId, at_ms: u64) {
        self.end_other(id);
        self.others.push((id, at_ms));
    }

    pub(super) fn end_own(&mut self, due: &mut Due) {
        due.over.extend(self.own.take().map(|own| own.id));
    }

    pub(super) fn end_other(&mut self, id: SignOutId) {
        self.others.retain(|(other, _)| *other != id);
    }

    pub(super) fn end_all(&mut self, due: &mut Due) {
        self.end_own(due);
        self.others.clear();
    }

    pub(super) fn own_failure(&self) -> Option<Failure> {
        self.own.and_then(|own| own.failure)
    }

    /// Notes that the page's sign-out was aborted for a sign-in that has waited long enough.
    pub(super) fn give_way(&mut self) {
        if let Some(own) = &mut self.own {
            own.failure = Some(Failure::of(Code::Timeout));
        }
    }

    /// Notes that a request of the sign-out `of` has ended.
    pub(super) fn note_answer(
        &mut self,
        of: Option<SignOutId>,
        failure: Option<Failure>,
        at_ms: u64,
        due: &mut Due,
    ) {
        let Some(own) = self.own.as_mut().filter(|own| Some(own.id) == of) else {
            // The lock has ended already. The late sign-out may have ended a newer session, so the other tabs must know.
            return due.over.extend(of);
        };
        match failure {
            None => self.end_own(due),
            Some(failure) => {
                own.failure = Some(failure);
                let wait_ms = failure.retry_after_ms.unwrap_or(0);
                own.held_until_ms = at_ms.saturating_add(wait_ms.into());
            }
        }
    }
}

impl Witness {
    pub fn is_locked(&self) -> bool {
        self.has_own_lock() || self.is_held_elsewhere()
    }

    pub fn has_own_lock(&self) -> bool {
        self.locks.own.is_some()
    }

    pub fn own_lock(&self) -> Option<SignOutId> {
        self.locks.own.map(|own| own.id)
    }

    pub(super) fn is_held_elsewhere(&self) -> bool {
        !self.locks.others.is_empty()
    }

    /// Ends the locks of other tabs whose time is over.
    pub(super) fn end_expired_locks(&mut self, last_sent: RequestId, now_ms: u64, sight: &Sight<'_>) {
        let span_ms = sight.page.policy().timeout_ms.min(LONGEST_MS);
        let count_before = self.locks.others.len();
        self.locks.others.retain(|(_, heard_ms)| now_ms < heard_ms.saturating_add(span_ms));
        if self.locks.others.len() < count_before {
            self.invalidate(last_sent);
            self.reads.want();
        }
    }

    pub(super) fn check_lock(&mut self, sight: &Sight<'_>) {
        let view = sight.page.view();
        let reads = |effect: &Effect| matches!(effect, Effect::Send { request: Request::Session, .. });
        let is_broken = view.user.is_some() || sight.effects.iter().any(reads);
        let closed = sight.page.closed;
        self.broken.add(Rule::Lock, self.is_locked() && is_broken);
        self.broken.add(Rule::Lock, !closed && view.sign_out_pending != self.has_own_lock());
        self.broken.add(Rule::Identity, view.identity != self.identity.number);
        let is_sign_out = |effect: &Effect| matches!(effect, Effect::Send { request: Request::Logout, .. });
        let is_caused = |event: &Event| {
            matches!(
                event,
                Event::LogoutCalled { .. } | Event::Page(PageEvent::Leaving | PageEvent::Unloading)
            )
        };
        if sight.effects.iter().any(is_sign_out) && !sight.is(is_caused) {
            let page = sight.page;
            let held = self.locks.own.is_none_or(|own| sight.now_ms < own.held_until_ms);
            let may_not = page.sign_in_windows > 0 || page.frozen || !page.logins.is_empty();
            // The messages that other tabs sent while the page was frozen have not arrived yet.
            let runs_again =
                sight.is(|event| matches!(event, Event::Page(PageEvent::Resumed | PageEvent::Restored)));
            self.broken.add(Rule::Window, held || may_not || runs_again && !sight.replayed);
        }
    }

    /// Checks the messages to the other tabs: one for the end of each sign-out, for each sign-in, and for each change. (The entry announces the call of a sign-out.)
    pub(super) fn check_broadcasts(&mut self, sight: &Sight<'_>, due: &Due) {
        let sends = |message: Broadcast| sight.effects.contains(&Effect::Broadcast(message));
        let is_read = |(_, reply): (&Exchange, Reply)| matches!(reply, Reply::Session(_));
        let reads = !self.is_unclear && self.reads.failure.is_none() && sight.replies().any(is_read);
        let hears_message = sight.is(|event| matches!(event, Event::Message(_)));
        let (before, after) = (sight.before, sight.page.view());
        let is_found = self.announced == Known::NoUser && after.user.is_some();
        let is_changed = is_found
            || before.user.is_some() && (before.user != after.user || before.features != after.features);
        let is_said = after.status != Status::Unknown;
        let finds_a_change = reads && is_said && is_changed && !self.heard_message && !sight.replayed;
        self.heard_message = hears_message || self.heard_message && !reads;
        // A sign-out that was called again before the engine ran still stands.
        let stands = |id: SignOutId| self.own_lock() == Some(id);
        let unsent = due.over.iter().any(|id| !sends(Broadcast::SignOutOver(*id)) && !stands(*id))
            || due.signed_in && !sends(Broadcast::SignedIn)
            || (due.changed || finds_a_change) && !sends(Broadcast::Changed);
        let untrue = |effect: &Effect| match effect {
            Effect::Broadcast(Broadcast::SignOutOver(id)) => !due.over.contains(id) || stands(*id),
            _ => false,
        };
        self.broken.add(Rule::Broadcasts, unsent || sight.effects.iter().any(untrue));
    }
}

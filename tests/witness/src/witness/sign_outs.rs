//! The sign-outs that a page called or heard of: while one stands, no user is shown and nothing is read.

use super::events::Known;
use super::{Sight, Witness};
use crate::rule::Rule;
use crate::wire::{Exchange, Says};
use platform_session::api::{Code, Failure};
use platform_session::core::{Broadcast, Effect, Event, PageEvent, Request, RequestId, SignOutId, Status};

/// How long the lock of another tab stands at most.
const LONGEST_MS: u64 = 60_000;

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Locks {
    own: Option<Own>,
    /// The sign-outs of other tabs, each with the time at which the page heard of it.
    others: Vec<(SignOutId, u64)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Own {
    id: SignOutId,
    /// The failure of the newest try that has ended.
    failure: Option<Failure>,
    /// The deployment asked not to be asked before this moment.
    held_until_ms: u64,
}

/// What the other tabs must be told of a step.
#[derive(Default)]
pub(super) struct Due {
    pub(super) called: Vec<SignOutId>,
    over: Vec<SignOutId>,
    pub(super) signed_in: bool,
    pub(super) changed: bool,
}

impl Locks {
    pub(super) fn call(&mut self, id: SignOutId) -> SignOutId {
        // A try that failed before counts no more.
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

    /// Gives up the own sign-out: it took too long for a sign-in, which leaves.
    pub(super) fn gives_way(&mut self) {
        if let Some(own) = &mut self.own {
            own.failure = Some(Failure::of(Code::Timeout));
        }
    }

    /// Takes in that a try of this sign-out has ended.
    pub(super) fn is_answered(
        &mut self,
        of: Option<SignOutId>,
        failure: Option<Failure>,
        at_ms: u64,
        due: &mut Due,
    ) {
        let Some(own) = self.own.as_mut().filter(|own| Some(own.id) == of) else {
            // The lock has ended before. By now this sign-out may have ended a session that began since, so the tabs are told.
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

    /// Ends the locks of other tabs of which the time is over.
    pub(super) fn ends_locks(&mut self, asked: RequestId, now_ms: u64, sight: &Sight<'_>) {
        let span_ms = sight.page.policy().timeout_ms.min(LONGEST_MS);
        let stood = self.locks.others.len();
        self.locks.others.retain(|(_, heard_ms)| now_ms < heard_ms.saturating_add(span_ms));
        if self.locks.others.len() < stood {
            self.invalidates(asked);
            self.reads.is_wanted();
        }
    }

    pub(super) fn checks_lock(&mut self, sight: &Sight<'_>) {
        let view = sight.page.view();
        let reads = |effect: &Effect| matches!(effect, Effect::Send { request: Request::Session, .. });
        let is_broken = view.user.is_some() || sight.effects.iter().any(reads);
        let closed = sight.page.closed;
        self.broken.add(Rule::Lock, self.is_locked() && is_broken);
        self.broken.add(Rule::Lock, !closed && view.sign_out_pending != self.has_own_lock());
        self.broken.add(Rule::Identity, view.identity != self.identity.number);
        let is_said = |effect: &Effect| matches!(effect, Effect::Send { request: Request::Logout, .. });
        let is_caused = |event: &Event| {
            matches!(
                event,
                Event::LogoutCalled { .. } | Event::Page(PageEvent::Leaving | PageEvent::Unloading)
            )
        };
        if sight.effects.iter().any(is_said) && !sight.is(is_caused) {
            let page = sight.page;
            let held = self.locks.own.is_none_or(|own| sight.now_ms < own.held_until_ms);
            let may_not = page.sign_in_windows > 0 || page.frozen || !page.logins.is_empty();
            // The page has not heard yet what other tabs have said while it was frozen.
            let runs_again =
                sight.is(|event| matches!(event, Event::Page(PageEvent::Resumed | PageEvent::Restored)));
            self.broken.add(Rule::Window, held || may_not || runs_again && !sight.replayed);
        }
    }

    /// Checks that the other tabs are told of each sign-out that is over, of no other, and of each sign-in. The entry tells of one that is called.
    pub(super) fn checks_broadcasts(&mut self, sight: &Sight<'_>, due: &Due) {
        let says = |message: Broadcast| sight.effects.contains(&Effect::Broadcast(message));
        let is_read = |(_, says): (&Exchange, Says)| matches!(says, Says::Session(_));
        let reads = !self.is_unclear && self.reads.failure.is_none() && sight.says().any(is_read);
        let is_told = sight.is(|event| matches!(event, Event::Message(_)));
        let (before, after) = (sight.before, sight.page.view());
        let is_found = self.told_last == Known::NoUser && after.user.is_some();
        let is_changed = is_found
            || before.user.is_some() && (before.user != after.user || before.features != after.features);
        let is_said = after.status != Status::Unknown;
        let finds_a_change = reads && is_said && is_changed && !self.was_told && !sight.replayed;
        self.was_told = is_told || self.was_told && !reads;
        // A sign-out that was called again, before the engine ran, stands.
        let stands = |id: SignOutId| self.own_lock() == Some(id);
        let unsent = due.over.iter().any(|id| !says(Broadcast::SignOutOver(*id)) && !stands(*id))
            || due.signed_in && !says(Broadcast::SignedIn)
            || (due.changed || finds_a_change) && !says(Broadcast::Changed);
        let untrue = |effect: &Effect| match effect {
            Effect::Broadcast(Broadcast::SignOutOver(id)) => !due.over.contains(id) || stands(*id),
            _ => false,
        };
        self.broken.add(Rule::Broadcasts, unsent || sight.effects.iter().any(untrue));
    }
}

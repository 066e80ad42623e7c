//! Sign-outs that may not have reached the deployment yet. Each has a guard: until it ends, no read shows the user who signed
//! out.
//!
//! Every guard comes to an end: see [`SignOuts::check_end`], and `rules/sign_out.rs` for what lifts one earlier.

use super::backoff::Backoff;
use crate::core::clock::{Now, Since};
use crate::core::event::EarlierSignOut;

/// How long our guard against another tab's sign-out lasts at most, even if `timeoutMs` is longer.
const LONGEST_GUARD_MS: u64 = 60_000;

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct SignOuts {
    /// Called on this page, and not confirmed.
    pub pending: Option<Pending>,
    /// Called in other tabs.
    heard: Option<Heard>,
}

/// A sign-out of this page. It is sent again by itself until it is confirmed or given up.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Pending {
    /// Who is to be signed out; `None`: it was not known, so anyone.
    user: Option<i64>,
    /// When it was called last, by the monotonic clock: time asleep must not make another tab's message look late.
    pub called_ms: u64,
    pub backoff: Backoff,
    /// It was given up while it was under way: however that request ends, it is not sent again.
    pub given_up: bool,
    /// Somebody else may be signed in by now: it is not sent before a read has said who is.
    pub held: bool,
    /// How often `signed-out` was sent to the other tabs for it. As many `sign-out-over` must follow.
    told: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Heard {
    newest: Since,
    /// How many were called, and are not over.
    open: u32,
    /// How many of these have no guard any more. Their `sign-out-over` is still to come, and must not end a newer guard.
    lifted: u32,
}

impl Heard {
    fn guards(&self) -> bool {
        self.open > self.lifted
    }
}

impl SignOuts {
    /// Whether reads must not show this user. Our guard against another tab's sign-out is against everyone: the message does
    /// not say whose sign-out it was.
    pub fn guard_against(&self, user: i64) -> bool {
        let called = self.pending.as_ref();
        called.is_some_and(|pending| pending.user.is_none_or(|guarded| guarded == user))
            || self.heard.as_ref().is_some_and(Heard::guards)
    }

    /// A sign-out is called here. A repeated call is still about the user of the first one, unless that was given up. With
    /// `anyone`, it guards against everyone.
    pub fn call(&mut self, user: Option<i64>, anyone: bool, called_ms: u64) {
        let before = self.pending.as_ref();
        let first = before.filter(|pending| !pending.given_up);
        let user = user.or(first.and_then(|pending| pending.user)).filter(|_| !anyone);
        let told = before.map_or(1, |pending| pending.told.saturating_add(1));
        self.pending = Some(Pending {
            user,
            called_ms,
            backoff: Backoff::default(),
            given_up: false,
            held: false,
            told,
        });
    }

    /// A sign-out was called before this engine ran, and is not confirmed: when, is not known, so it counts from the page's
    /// beginning. Somebody else may be signed in by now, so it is held.
    pub fn resume(&mut self, EarlierSignOut { user, told }: EarlierSignOut) {
        self.pending = Some(Pending {
            user,
            called_ms: 0,
            backoff: Backoff::default(),
            given_up: false,
            held: true,
            told,
        });
    }

    /// Somebody else may be signed in by now: the sign-out of this page is not sent before a read has said who is.
    pub fn hold(&mut self) {
        self.set_held(true);
    }

    /// Whether the sign-out of this page waits for a read.
    pub fn is_held(&self) -> bool {
        self.pending.as_ref().is_some_and(|pending| pending.held)
    }

    /// Whether the sign-out of this page is known to be about another user than this one, who is signed in.
    pub fn is_of_another(&self, user: i64) -> bool {
        self.pending.as_ref().and_then(|pending| pending.user).is_some_and(|guarded| guarded != user)
    }

    /// A read has said who is signed in.
    pub fn release(&mut self) {
        self.set_held(false);
    }

    fn set_held(&mut self, held: bool) {
        if let Some(pending) = &mut self.pending {
            pending.held = held;
        }
    }

    /// The sign-out of this page is over. Returns how often the other tabs must be told so.
    pub fn forget_pending(&mut self) -> u32 {
        self.pending.take().map_or(0, |pending| pending.told)
    }

    /// Another tab has called a sign-out.
    pub fn hear(&mut self, now: Now) {
        let (open, lifted) = self.heard.map_or((0, 0), |heard| (heard.open, heard.lifted));
        self.heard = Some(Heard { newest: Since::from(now), open: open.saturating_add(1), lifted });
    }

    /// A sign-out of another tab is over.
    pub fn hear_end(&mut self) {
        self.heard = self.heard.and_then(|heard| {
            let (open, lifted) = (heard.open.saturating_sub(1), heard.lifted.saturating_sub(1));
            (open > 0).then_some(Heard { open, lifted, ..heard })
        });
    }

    /// How much of `span_ms` is left, counted from the newest sign-out of another tab; 0 if none is open. Time asleep does not
    /// count: the tab of that sign-out does not count it either (`Pending`, `called_ms`).
    pub fn heard_for_ms(&self, span_ms: u64, now: Now) -> u64 {
        let awake = Now { wall_ms: 0, ..now };
        self.heard.map_or(0, |heard| heard.newest.left_ms(span_ms, awake))
    }

    /// Ends our guards against other tabs' sign-outs. Their `sign-out-over` may still arrive.
    pub fn lift(&mut self) {
        self.heard = self.heard.map(|heard| Heard { lifted: heard.open, ..heard });
    }

    /// Lifts our guard against another tab's sign-out once that sign-out must have been answered or given up. Returns whether
    /// it lifted one just now.
    pub fn check_end(&mut self, span_ms: u64, now: Now) -> bool {
        let is_over = self.ends_in_ms(span_ms, now) == Some(0);
        if is_over {
            self.lift();
        }
        is_over
    }

    /// In how many milliseconds our guard against another tab's sign-out ends by itself.
    pub fn ends_in_ms(&self, span_ms: u64, now: Now) -> Option<u64> {
        let heard = self.heard.filter(Heard::guards)?;
        Some(heard.newest.left_ms(span_ms.min(LONGEST_GUARD_MS), now))
    }
}

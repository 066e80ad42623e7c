//! Sign-outs that may not have reached the deployment yet. While one guards, no read shows the user who signed out.
//!
//! Every guard comes to an end: see [`SignOuts::check_end`], and `rules/sign_out.rs` for what lifts one earlier.

use super::backoff::Backoff;
use crate::core::clock::{Now, Since};
use crate::core::event::EarlierSignOut;

/// However long a page lets its requests take, another tab's sign-out guards no longer.
const LONGEST_MS: u64 = 60_000;

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct SignOuts {
    /// Called on this page, and not confirmed.
    pub pending: Option<Pending>,
    /// Called in other tabs.
    heard: Option<Heard>,
}

/// A sign-out of this page. It is told again by itself until it is confirmed or given up.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Pending {
    /// Who was signed in; `None`: it was not known, so anyone.
    user: Option<i64>,
    /// When it was called last, by the monotonic clock: a word that slept on its way is not a late one.
    pub called_ms: u64,
    pub backoff: Backoff,
    /// The page has asked for the truth while it was being told: however that ends, it is not told again.
    pub given_up: bool,
    /// Somebody else may be there by now: it is not told before a read has said who is.
    pub held: bool,
    /// How often the other tabs were told of it, and so how often they are to hear that it is over.
    told: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Heard {
    newest: Since,
    /// How many were called, and are not over.
    open: u32,
    /// How many of these guard no longer. Their `sign-out-over` is still to come, and must not end a newer guard.
    lifted: u32,
}

impl Heard {
    fn guards(&self) -> bool {
        self.open > self.lifted
    }
}

impl SignOuts {
    /// Whether no read may show this user. Another tab's sign-out guards against everyone: whose it was is not told.
    pub fn guard_against(&self, user: i64) -> bool {
        let called = self.pending.as_ref();
        called.is_some_and(|pending| pending.user.is_none_or(|guarded| guarded == user))
            || self.heard.as_ref().is_some_and(Heard::guards)
    }

    /// A sign-out is called here. One that is repeated is still about the one who was signed in at the first; one that is
    /// about `anyone` guards against everyone.
    pub fn call(&mut self, user: Option<i64>, anyone: bool, now: Now) {
        let before = self.pending.as_ref();
        let user = user.or(before.and_then(|pending| pending.user)).filter(|_| !anyone);
        let told = before.map_or(1, |pending| pending.told.saturating_add(1));
        let called_ms = now.mono_ms;
        self.pending = Some(Pending {
            user,
            called_ms,
            backoff: Backoff::default(),
            given_up: false,
            held: false,
            told,
        });
    }

    /// One was called before this engine ran, and nobody has confirmed it. Somebody else may be there by now.
    pub fn resume(&mut self, EarlierSignOut { user, told }: EarlierSignOut, now: Now) {
        let called_ms = now.mono_ms;
        self.pending =
            Some(Pending { user, called_ms, backoff: Backoff::default(), given_up: false, held: true, told });
    }

    /// Somebody else may be there by now: the sign-out of this page is not told before a read has said who is.
    pub fn hold(&mut self) {
        self.set_held(true);
    }

    /// Whether the sign-out of this page waits for a read.
    pub fn is_held(&self) -> bool {
        self.pending.as_ref().is_some_and(|pending| pending.held)
    }

    /// Whether the sign-out of this page is known to be about somebody else than this user, who is there.
    pub fn is_of_another(&self, user: i64) -> bool {
        self.pending.as_ref().and_then(|pending| pending.user).is_some_and(|guarded| guarded != user)
    }

    /// A read has said who is there.
    pub fn release(&mut self) {
        self.set_held(false);
    }

    fn set_held(&mut self, held: bool) {
        if let Some(pending) = &mut self.pending {
            pending.held = held;
        }
    }

    /// The sign-out of this page is over. How often the other tabs are to hear so.
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

    /// How much of so long a time is left since another tab called a sign-out that is not known to be over.
    pub fn heard_for_ms(&self, span_ms: u64, now: Now) -> u64 {
        self.heard.map_or(0, |heard| heard.newest.left_ms(span_ms, now))
    }

    /// No sign-out of another tab guards any more. Their ends may still be heard.
    pub fn lift(&mut self) {
        self.heard = self.heard.map(|heard| Heard { lifted: heard.open, ..heard });
    }

    /// A sign-out of another tab has been answered, or given up, by the time one request may take. Whether that
    /// lifted a guard just now.
    pub fn check_end(&mut self, span_ms: u64, now: Now) -> bool {
        let is_over = self.ends_in_ms(span_ms, now) == Some(0);
        if is_over {
            self.lift();
        }
        is_over
    }

    /// When the guard of another tab's sign-out ends by itself.
    pub fn ends_in_ms(&self, span_ms: u64, now: Now) -> Option<u64> {
        let heard = self.heard.filter(Heard::guards)?;
        Some(heard.newest.left_ms(span_ms.min(LONGEST_MS), now))
    }
}

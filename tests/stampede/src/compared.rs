//! Sessions to compare with: alike in all but how long they wait after a failure.

use crate::client::{Client, Fault, Happening, Wake, Wish};
use crate::scenario::LEAST_MS;
use platform_session::core::Now;

/// How long a client waits before it tries again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wait {
    AtOnce,
    /// Until the next beat, so many milliseconds after the last one, whatever failed and however often.
    Fixed {
        ms: u32,
    },
    Backoff(Backoff),
}

/// A span that doubles with each failure in a row, from `base_ms` up to `cap_ms`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Backoff {
    pub base_ms: u32,
    pub cap_ms: u32,
    pub jitter: Jitter,
    pub held: Held,
}

/// Where in its span a wait lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Jitter {
    /// Anywhere.
    Full,
    /// Anywhere in its second half.
    Equal,
    /// At its end.
    None,
}

/// How long the span is that is added to `Retry-After`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Held {
    /// As long as it would be without.
    Span,
    /// At least as long as `Retry-After` itself, within the cap.
    Proportional,
    /// The cap.
    Cap,
}

impl Backoff {
    /// How long to wait after so many failures before this one.
    pub fn wait_ms(&self, failures: u32, retry_after_ms: Option<u32>, random: u32) -> u64 {
        let cap = u64::from(self.cap_ms);
        let span =
            u64::from(self.base_ms).saturating_mul(1_u64.checked_shl(failures).unwrap_or(u64::MAX)).min(cap);
        let span = match (retry_after_ms, self.held) {
            (None, _) | (_, Held::Span) => span,
            (Some(held), Held::Proportional) => span.max(u64::from(held).min(cap)),
            (Some(_), Held::Cap) => cap,
        };
        let part = |span: u64| (span * u64::from(random)) >> u32::BITS;
        let wait = match self.jitter {
            Jitter::Full => part(span),
            Jitter::Equal => span / 2 + part(span / 2),
            Jitter::None => span,
        };
        wait + u64::from(retry_after_ms.unwrap_or(0))
    }
}

/// A client that is kept by the rules of the core as far as this simulation goes: one read at a time, looks
/// spaced, nothing before `Retry-After`. With the core's own constants it does what the core does, to the
/// millisecond (`tests/policy.rs`).
///
/// Small, for those that try again at once: they are asked a thousand million times.
pub struct Compared<'a> {
    wait: &'a Wait,
    last_read_ms: u32,
    retry_at_ms: u32,
    hold_until_ms: u32,
    wake_at_ms: u32,
    failures: u16,
    reading: bool,
    /// A look at the client is owed a read.
    owed: bool,
    online: bool,
}

const NEVER: u32 = u32::MAX;
/// How often a session whose answer may be stale looks whether it may still be shown.
const LOOK_MS: u32 = 10 * 60 * 1000;
/// Within this, at random, a client reads again that comes online.
const SPREAD_MS: u64 = 1_000;

impl<'a> Compared<'a> {
    pub fn new(wait: &'a Wait) -> Self {
        Self {
            wait,
            last_read_ms: 0,
            retry_at_ms: NEVER,
            hold_until_ms: 0,
            wake_at_ms: NEVER,
            failures: 0,
            reading: false,
            owed: false,
            online: true,
        }
    }

    fn looked(&mut self, now_ms: u32, random: u32) {
        if self.reading {
            return;
        }
        if now_ms - self.last_read_ms >= LEAST_MS {
            self.owed = true;
        } else if self.retry_at_ms == NEVER {
            let spread_ms = (u64::from(11 * LEAST_MS) * u64::from(random)) >> u32::BITS;
            self.retry_at_ms = now_ms + LEAST_MS + spread_ms as u32;
        }
    }

    fn answered(&mut self, result: Result<(), Fault>, now_ms: u32, random: u32) {
        self.reading = false;
        let Err(fault) = result else {
            self.failures = 0;
            self.hold_until_ms = 0;
            return;
        };
        let retry_after_ms = match fault {
            Fault::Unavailable { retry_after_ms } => retry_after_ms,
            Fault::Refused | Fault::Timeout => None,
        };
        self.retry_at_ms = match self.wait {
            Wait::AtOnce => now_ms,
            Wait::Fixed { ms } => self.last_read_ms + (now_ms - self.last_read_ms).next_multiple_of(*ms),
            Wait::Backoff(backoff) => {
                let wait_ms = backoff.wait_ms(self.failures.into(), retry_after_ms, random);
                let retry_at_ms = now_ms.saturating_add(u32::try_from(wait_ms).unwrap_or(NEVER));
                if retry_after_ms.is_some() {
                    self.hold_until_ms = retry_at_ms;
                }
                retry_at_ms
            }
        };
        self.failures = self.failures.saturating_add(1);
    }

    fn next_read_ms(&self) -> u32 {
        if self.reading || !self.online {
            return NEVER;
        }
        let looked = if self.owed { self.last_read_ms + LEAST_MS } else { NEVER };
        self.retry_at_ms.min(looked).max(self.hold_until_ms)
    }
}

impl Client for Compared<'_> {
    fn happens(&mut self, happening: Happening, now: Now) -> Wish {
        let now_ms = now.mono_ms as u32;
        let mut wish = Wish::default();
        match happening {
            Happening::Loaded => self.retry_at_ms = now_ms,
            Happening::Looked => self.looked(now_ms, now.random),
            Happening::Online(online) => {
                self.online = online;
                if online {
                    let spread_ms = (SPREAD_MS * u64::from(now.random)) >> u32::BITS;
                    self.hold_until_ms = self.hold_until_ms.max(now_ms + spread_ms as u32);
                    self.owed = true;
                }
            }
            Happening::Woken => self.wake_at_ms = NEVER,
            Happening::Answered(result) => self.answered(result, now_ms, now.random),
        }
        if self.next_read_ms() <= now_ms {
            self.reading = true;
            self.owed = false;
            self.retry_at_ms = NEVER;
            self.last_read_ms = now_ms;
            wish.read = true;
        }
        let wake_at_ms = match self.next_read_ms() {
            NEVER if self.failures > 0 || !self.online => (now_ms / LOOK_MS + 1) * LOOK_MS,
            next => next,
        };
        if wake_at_ms != self.wake_at_ms {
            self.wake_at_ms = wake_at_ms;
            wish.wake = Some(if wake_at_ms == NEVER {
                Wake::Never
            } else {
                Wake::After(u64::from(wake_at_ms - now_ms))
            });
        }
        wish
    }
}

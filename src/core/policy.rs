//! The options that the page has passed for the session (`pkg/index.d.ts`, `SessionOptions`).

use crate::api::login::TokenPolicy;

/// How long a token is valid from the sign-in on: 24 hours (`identity-api.md` 2.5 and 8).
pub const TOKEN_LIFETIME_MS: u64 = 24 * 60 * 60 * 1000;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Policy {
    pub token: TokenPolicy,
    pub on_focus: bool,
    pub on_online: bool,
    /// How often the page polls; 0: never.
    pub interval_ms: u64,
    pub min_interval_ms: u64,
    pub max_stale_ms: u64,
    /// How long each request but those of `session.fetch` may take; and how long, up to 60 s, the lock of another tab's sign-out lasts.
    pub timeout_ms: u64,
    /// How long before the session's end by time `expiring` is dispatched; 0: never.
    pub expiring_ms: u64,
    /// Whether the page has passed `reauthenticate`.
    pub reauthenticates: bool,
}

impl Policy {
    /// Returns how many milliseconds pass between two polls, if the page polls: at least `min_interval_ms`.
    pub fn polls_every_ms(&self) -> Option<u64> {
        (self.interval_ms > 0).then(|| self.interval_ms.max(self.min_interval_ms))
    }
}

impl Default for Policy {
    fn default() -> Self {
        Self {
            token: TokenPolicy::Memory,
            on_focus: true,
            on_online: true,
            interval_ms: 0,
            min_interval_ms: 5_000,
            max_stale_ms: TOKEN_LIFETIME_MS,
            timeout_ms: 10_000,
            expiring_ms: 5 * 60 * 1000,
            reauthenticates: false,
        }
    }
}

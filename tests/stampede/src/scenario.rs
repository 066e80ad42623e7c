//! What is assumed.

use core::ops::Range;

/// Least time between two reads that no call asked for: the package's default `revalidate.minIntervalMs`.
pub const LEAST_MS: u32 = 5_000;

/// When a client gives a request up: the package's default `timeoutMs`.
pub const DEADLINE_MS: u32 = 10_000;

const SECOND: u32 = 1_000;
const MINUTE: u32 = 60 * SECOND;

/// All clients are visible and online all the time, which is the worst case: hidden and offline ones wait.
#[derive(Clone, Debug)]
pub struct Scenario {
    pub clients: u32,
    pub seed: u64,
    /// Clients are loaded at any time within this.
    pub loading_ms: Range<u32>,
    /// How long, on average, until a user looks at a client again; `None`: no user ever looks.
    pub look_every_ms: Option<u32>,
    /// Shortest and longest round trip. All of it lies on the way there.
    pub round_trip_ms: (u32, u32),
    /// Session reads that the deployment answers within a second.
    pub capacity: u32,
    /// The deployment takes on as much work as it can do within this time.
    pub queue_ms: u32,
    /// Requests beyond that are answered 503, as long as that work fits into this time; the rest is not answered.
    pub refusals_ms: u32,
    /// What a 503 costs of the work that an answer takes, in percent: the connection and its encryption.
    pub refusal_percent: u32,
    pub outage: Outage,
    /// Every client is looked at as the outage begins, and all but those who have just read notice it together; else
    /// each one at its next read.
    pub noticed_at_once: bool,
    pub end_ms: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outage {
    pub from_ms: u32,
    pub until_ms: u32,
    pub kind: OutageKind,
}

/// How a deployment that is down looks from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutageKind {
    /// Connections are refused.
    Refuses,
    /// Connections stand, and nothing comes.
    Hangs,
    /// A proxy answers 503 with this `Retry-After`.
    Unavailable { retry_after_ms: u32 },
    /// A proxy answers 503, and `Retry-After` names the end, to all the same.
    Announced,
}

impl Scenario {
    /// A deployment that is sized for its normal life and half as much again, and down for five minutes.
    pub fn new(clients: u32, seed: u64, kind: OutageKind) -> Self {
        let from_ms = 4 * MINUTE;
        let until_ms = from_ms + 5 * MINUTE;
        Self {
            clients,
            seed,
            loading_ms: 0..3 * MINUTE,
            look_every_ms: Some(MINUTE),
            round_trip_ms: (100, 300),
            capacity: (clients / 40).max(1),
            queue_ms: SECOND,
            refusals_ms: SECOND,
            refusal_percent: 10,
            outage: Outage { from_ms, until_ms, kind },
            noticed_at_once: false,
            end_ms: until_ms + 5 * MINUTE,
        }
    }
}

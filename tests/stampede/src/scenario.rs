//! The assumptions of a run.

use core::ops::Range;

/// The package's default of `revalidate.minIntervalMs`: the least time between two reads after looks.
pub const MIN_INTERVAL_MS: u32 = 5_000;

/// The package's default of `timeoutMs`: after this time a client aborts a request.
pub const DEADLINE_MS: u32 = 10_000;

const SECOND: u32 = 1_000;
const MINUTE: u32 = 60 * SECOND;

/// All clients are always visible and online. That is the worst case, because hidden and offline clients wait.
#[derive(Clone, Debug)]
pub struct Scenario {
    pub clients: u32,
    pub seed: u64,
    /// The span in which the clients are loaded, each at a random time.
    pub loading_ms: Range<u32>,
    /// The average time until a user looks at a client again; `None`: users never look.
    pub look_every_ms: Option<u32>,
    /// The shortest and the longest round trip. The simulation puts all of it on the way to the deployment.
    pub round_trip_ms: (u32, u32),
    /// How many session reads the deployment answers per second.
    pub capacity: u32,
    /// The deployment accepts as many requests as it can answer within this time.
    pub queue_ms: u32,
    /// More requests are answered 503, as many as fit into this time. The rest is not answered.
    pub refusals_ms: u32,
    /// The work of a 503 (connection and encryption), in percent of the work of an answer.
    pub refusal_percent: u32,
    pub outage: Outage,
    /// Whether users look at every client as the outage begins, so that nearly all clients fail together. Otherwise each client fails at
    /// its next read.
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
    /// Connections open, but are never answered.
    Hangs,
    /// A proxy answers 503 with this `Retry-After`.
    Unavailable { retry_after_ms: u32 },
    /// A proxy answers 503, and `Retry-After` is the end of the outage for all clients.
    Announced,
}

impl Scenario {
    /// A deployment with half as much capacity again as its normal load needs, which is down for five minutes.
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

//! How other constants of the retry policy would do.

use crate::compared::{Backoff, Compared, Held, Jitter, Wait};
use crate::report::Report;
use crate::scenario::{OutageKind, Scenario};
use crate::simulation::run;
use platform_session::core::retry_delay::{BASE_MS, CAP_MS};

const SECOND: u32 = 1_000;
const MINUTE: u32 = 60 * SECOND;

/// The policy that ships.
pub const SHIPPED: Backoff = Backoff {
    base_ms: BASE_MS as u32,
    cap_ms: CAP_MS as u32,
    jitter: Jitter::Full,
    held: Held::Proportional,
};

/// What a policy costs and brings.
pub struct Row {
    pub backoff: Backoff,
    /// A single client that was loaded while the deployment was away for a second.
    pub after_1_s: Alone,
    pub after_3_s: Alone,
    /// While it was away for five minutes.
    pub after_5_min: Alone,
    /// All clients failed together, and their users look at them meanwhile.
    pub crowd: Report,
    /// The same, and nobody looks: only the policy's own waits keep them apart.
    pub unwatched: Report,
}

/// How long after the end a single client was served, with nothing in its way but its own wait.
pub struct Alone {
    pub mean_ms: f64,
    /// At the latest of 95 %.
    pub most_ms: u32,
}

/// Every policy in question, by the crowd's outage, in which connections are refused.
pub fn sweep(clients: u32, seed: u64) -> impl Iterator<Item = Row> {
    [Jitter::Full, Jitter::Equal, Jitter::None].into_iter().flat_map(move |jitter| {
        [15, 30, 60, 120, 300].into_iter().flat_map(move |cap| {
            [500, 1_000, 2_000, 5_000].into_iter().map(move |base_ms| {
                judge(Backoff { base_ms, cap_ms: cap * SECOND, jitter, held: SHIPPED.held }, clients, seed)
            })
        })
    })
}

fn judge(backoff: Backoff, clients: u32, seed: u64) -> Row {
    let wait = Wait::Backoff(backoff);
    let alone = |down_ms| {
        let scenario = Scenario::unhindered(clients.min(20_000), seed, down_ms);
        let report = run(&scenario, || Compared::new(&wait));
        Alone { mean_ms: report.mean_wait_ms(), most_ms: report.served_within_ms(95).unwrap_or(u32::MAX) }
    };
    let crowd = Scenario::new(clients, seed, OutageKind::Refuses).noticed_at_once();
    let unwatched = Scenario { look_every_ms: None, ..crowd.clone() };
    Row {
        backoff,
        after_1_s: alone(SECOND),
        after_3_s: alone(3 * SECOND),
        after_5_min: alone(5 * MINUTE),
        crowd: run(&crowd, || Compared::new(&wait)),
        unwatched: run(&unwatched, || Compared::new(&wait)),
    }
}

/// The policy that ships, with each way to add to `Retry-After`, where that names the same moment to all.
pub fn sweep_held(clients: u32, seed: u64) -> impl Iterator<Item = (Held, Report)> {
    let scenario = Scenario::new(clients, seed, OutageKind::Announced);
    [Held::Span, Held::Proportional, Held::Cap].into_iter().map(move |held| {
        let wait = Wait::Backoff(Backoff { held, ..SHIPPED });
        (held, run(&scenario, || Compared::new(&wait)))
    })
}

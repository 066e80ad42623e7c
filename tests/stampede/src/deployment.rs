//! A deployment with a fixed capacity.

use crate::scenario::{OutageKind, Scenario};

/// What the deployment does with a request that arrives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reception {
    Refused,
    /// It is never answered.
    Silence,
    Unavailable {
        retry_after_ms: Option<u32>,
    },
    /// Answered at this time.
    Accepted {
        at_ms: u32,
    },
}

/// A deployment that works through its queue at a constant rate. Refusals are work, too.
pub struct Deployment {
    from_ms: u32,
    until_ms: u32,
    kind: OutageKind,
    /// The work of an answer, and of a 503.
    answer_ns: u64,
    refusal_ns: u64,
    /// While the waiting work is at most this, requests are answered.
    queue_ns: u64,
    /// While the waiting work is at most this, requests are refused with 503; beyond it, they are not answered.
    refusals_ns: u64,
    /// When all accepted work will be done.
    idle_at_ns: u64,
}

impl Deployment {
    pub fn new(scenario: &Scenario) -> Self {
        let answer_ns = 1_000_000_000 / u64::from(scenario.capacity);
        let queue_ns = u64::from(scenario.queue_ms) * NS_IN_MS;
        Self {
            from_ms: scenario.outage.from_ms,
            until_ms: scenario.outage.until_ms,
            kind: scenario.outage.kind,
            answer_ns,
            refusal_ns: answer_ns * u64::from(scenario.refusal_percent) / 100,
            queue_ns,
            refusals_ns: queue_ns + u64::from(scenario.refusals_ms) * NS_IN_MS,
            idle_at_ns: 0,
        }
    }

    pub fn receive(&mut self, now_ms: u32) -> Reception {
        if (self.from_ms..self.until_ms).contains(&now_ms) {
            self.receive_while_down(now_ms)
        } else {
            self.receive_while_up(now_ms)
        }
    }

    fn receive_while_down(&self, now_ms: u32) -> Reception {
        match self.kind {
            OutageKind::Refuses => Reception::Refused,
            OutageKind::Hangs => Reception::Silence,
            OutageKind::Unavailable { retry_after_ms } => {
                Reception::Unavailable { retry_after_ms: Some(retry_after_ms) }
            }
            OutageKind::Announced => Reception::Unavailable { retry_after_ms: Some(self.until_ms - now_ms) },
        }
    }

    fn receive_while_up(&mut self, now_ms: u32) -> Reception {
        let now_ns = u64::from(now_ms) * NS_IN_MS;
        let idle_at_ns = self.idle_at_ns.max(now_ns);
        let waiting_ns = idle_at_ns - now_ns;
        if waiting_ns <= self.queue_ns {
            self.idle_at_ns = idle_at_ns + self.answer_ns;
            let at_ms = self.idle_at_ns.div_ceil(NS_IN_MS);
            Reception::Accepted { at_ms: u32::try_from(at_ms).unwrap_or(u32::MAX) }
        } else if waiting_ns <= self.refusals_ns {
            self.idle_at_ns = idle_at_ns + self.refusal_ns;
            Reception::Unavailable { retry_after_ms: None }
        } else {
            Reception::Silence
        }
    }
}

const NS_IN_MS: u64 = 1_000_000;

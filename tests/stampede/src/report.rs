//! What came of a run.

use crate::scenario::Scenario;
use core::ops::Range;

/// Requests are counted in tenths of a second.
const BIN_MS: u32 = 100;
const BINS_IN_SECOND: usize = 10;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    clients: u32,
    capacity: u32,
    from_ms: u32,
    until_ms: u32,
    /// Requests that came to the deployment, or to where it should have been.
    arrived: Vec<u32>,
    /// Those of them that were answered with a session, at the time of the answer.
    served: Vec<u32>,
    /// Clients that the outage failed and that were not served before it ended.
    cohort: u32,
    /// How long after its end they were served, in this order.
    served_after_ms: Vec<u32>,
    ended_ms: u32,
}

impl Report {
    /// The most requests within one second after the deployment came back.
    pub fn peak(&self) -> u32 {
        self.per_second(self.until_ms..self.ended_ms).max().unwrap_or(0)
    }

    /// The same, as a multiple of what the deployment can answer.
    pub fn peak_of_capacity(&self) -> f64 {
        f64::from(self.peak()) / f64::from(self.capacity)
    }

    /// Requests within a second of normal life, on average over the half minute before the outage.
    pub fn normal_load(&self) -> f64 {
        self.arrivals(self.from_ms.saturating_sub(30_000)..self.from_ms) as f64 / 30.0
    }

    /// Clients that waited for the deployment when it came back.
    pub fn cohort(&self) -> u32 {
        self.cohort
    }

    /// How long after the deployment came back so many percent of those that waited had been served; `None`:
    /// not within this run.
    pub fn served_within_ms(&self, percent: u32) -> Option<u32> {
        let needed = (u64::from(self.cohort) * u64::from(percent)).div_ceil(100);
        let last = usize::try_from(needed).ok()?.checked_sub(1)?;
        self.served_after_ms.get(last).copied()
    }

    /// How many percent of those that waited were served within the run.
    pub fn served_percent(&self) -> f64 {
        100.0 * self.served_after_ms.len() as f64 / f64::from(self.cohort.max(1))
    }

    /// Requests while the deployment was down.
    pub fn requests_in_outage(&self) -> u64 {
        self.arrivals(self.from_ms..self.until_ms)
    }

    /// The same, for each client on average.
    pub fn requests_per_client(&self) -> f64 {
        self.requests_in_outage() as f64 / f64::from(self.clients)
    }

    /// Requests since the deployment came back that no session answered: those that it turned away, let lie, or
    /// answered too late.
    pub fn wasted_after(&self) -> u64 {
        let served: u64 = self.bins(&self.served, self.until_ms..self.ended_ms).map(u64::from).sum();
        self.arrivals(self.until_ms..self.ended_ms).saturating_sub(served)
    }

    /// The variance of the requests in a tenth of a second over their mean, in so many milliseconds before the
    /// deployment came back: 1 where clients come independently of each other, more where they come together.
    pub fn dispersion_before_recovery(&self, span_ms: u32) -> f64 {
        let bins = || self.bins(&self.arrived, self.until_ms - span_ms..self.until_ms).map(f64::from);
        let count = bins().count().max(1) as f64;
        let mean = bins().sum::<f64>() / count;
        bins().map(|requests| (requests - mean).powi(2)).sum::<f64>() / count / mean
    }

    /// Requests that arrived in each second of this time.
    pub fn per_second(&self, span_ms: Range<u32>) -> impl Iterator<Item = u32> {
        let (first, last) = ((span_ms.start / BIN_MS) as usize, (span_ms.end / BIN_MS) as usize);
        self.arrived[first..last].chunks(BINS_IN_SECOND).map(|second| second.iter().sum())
    }

    /// How long the run went on after the deployment came back.
    pub fn watched_ms(&self) -> u32 {
        self.ended_ms - self.until_ms
    }

    fn arrivals(&self, span_ms: Range<u32>) -> u64 {
        self.bins(&self.arrived, span_ms).map(u64::from).sum()
    }

    fn bins(&self, bins: &[u32], span_ms: Range<u32>) -> impl Iterator<Item = u32> {
        let (first, last) = ((span_ms.start / BIN_MS) as usize, (span_ms.end / BIN_MS) as usize);
        bins[first..last].iter().copied()
    }
}

/// The functions by which the simulation fills a report in.
impl Report {
    pub(crate) fn new(scenario: &Scenario) -> Self {
        let bins = scenario.end_ms.div_ceil(BIN_MS) as usize;
        Self {
            clients: scenario.clients,
            capacity: scenario.capacity,
            from_ms: scenario.outage.from_ms,
            until_ms: scenario.outage.until_ms,
            arrived: vec![0; bins],
            served: vec![0; bins],
            cohort: 0,
            served_after_ms: Vec::new(),
            ended_ms: scenario.end_ms,
        }
    }

    pub(crate) fn arrives(&mut self, now_ms: u32) {
        self.arrived[(now_ms / BIN_MS) as usize] += 1;
    }

    /// `failing_since_ms`: when the first request left of those in a row that failed before this one.
    pub(crate) fn is_served(&mut self, now_ms: u32, failing_since_ms: Option<u32>) {
        self.served[(now_ms / BIN_MS) as usize] += 1;
        if failing_since_ms.is_some_and(|since| since < self.until_ms) {
            match now_ms.checked_sub(self.until_ms) {
                Some(after_ms) => self.served_after_ms.push(after_ms),
                None => self.cohort -= 1,
            }
        }
    }

    /// A client begins to fail, with a request that left at this time.
    pub(crate) fn begins_to_fail(&mut self, since_ms: u32) {
        self.cohort += u32::from(since_ms < self.until_ms);
    }

    /// Whether the rest of the run would show nothing more.
    pub(crate) fn is_over(&mut self, now_ms: u32) -> bool {
        let over = now_ms >= self.until_ms + TAIL_MS && self.served_after_ms.len() == self.cohort as usize;
        if over {
            self.ended_ms = now_ms;
        }
        over
    }
}

/// What is shown after the end of the outage at the least.
const TAIL_MS: u32 = 3 * 60 * 1_000;

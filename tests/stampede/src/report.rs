//! The result of a run.

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
    /// Requests that arrived, also while the deployment was down.
    arrived: Vec<u32>,
    /// Requests that were answered with a session, by the time of the answer.
    served: Vec<u32>,
    /// Clients that failed during the outage, and were not served before its end.
    cohort: u32,
    /// How long after the outage each client of the cohort was served, in order.
    served_after_ms: Vec<u32>,
    ended_ms: u32,
}

impl Report {
    /// The most requests within one second after the deployment came back.
    pub fn peak(&self) -> u32 {
        self.per_second(self.until_ms..self.ended_ms).max().unwrap_or(0)
    }

    /// The peak as a multiple of the deployment's capacity.
    pub fn peak_of_capacity(&self) -> f64 {
        f64::from(self.peak()) / f64::from(self.capacity)
    }

    /// The average requests per second over the half minute before the outage.
    pub fn normal_load(&self) -> f64 {
        self.arrivals(self.from_ms.saturating_sub(30_000)..self.from_ms) as f64 / 30.0
    }

    /// Clients that waited for the deployment when it came back.
    pub fn cohort(&self) -> u32 {
        self.cohort
    }

    /// How long after the deployment came back so many percent of the cohort had been served; `None`: not within this run.
    pub fn served_within_ms(&self, percent: u32) -> Option<u32> {
        let needed = (u64::from(self.cohort) * u64::from(percent)).div_ceil(100);
        let last = usize::try_from(needed).ok()?.checked_sub(1)?;
        self.served_after_ms.get(last).copied()
    }

    /// How many percent of the cohort were served within the run.
    pub fn served_percent(&self) -> f64 {
        100.0 * self.served_after_ms.len() as f64 / f64::from(self.cohort.max(1))
    }

    /// Requests while the deployment was down.
    pub fn requests_in_outage(&self) -> u64 {
        self.arrivals(self.from_ms..self.until_ms)
    }

    /// Requests while the deployment was down, on average for each client.
    pub fn requests_per_client(&self) -> f64 {
        self.requests_in_outage() as f64 / f64::from(self.clients)
    }

    /// Requests since the deployment came back that were not served: it refused them, never answered them, or answered too late.
    pub fn wasted_after(&self) -> u64 {
        let served: u64 = self.bins(&self.served, self.until_ms..self.ended_ms).map(u64::from).sum();
        self.arrivals(self.until_ms..self.ended_ms).saturating_sub(served)
    }

    /// The variance of the requests in a tenth of a second, divided by their mean, over `span_ms` before the deployment came back: 1 if
    /// the clients are independent of each other, more if they come together.
    pub fn dispersion_before_recovery(&self, span_ms: u32) -> f64 {
        let bins = || self.bins(&self.arrived, self.until_ms - span_ms..self.until_ms).map(f64::from);
        let count = bins().count().max(1) as f64;
        let mean = bins().sum::<f64>() / count;
        bins().map(|requests| (requests - mean).powi(2)).sum::<f64>() / count / mean
    }

    /// Requests that arrived in each second of a span of time.
    pub fn per_second(&self, span_ms: Range<u32>) -> impl Iterator<Item = u32> {
        let (first, last) = ((span_ms.start / BIN_MS) as usize, (span_ms.end / BIN_MS) as usize);
        self.arrived[first..last].chunks(BINS_IN_SECOND).map(|second| second.iter().sum())
    }

    /// How long the run continued after the deployment came back.
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

/// The functions by which the simulation fills in a report.
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

    pub(crate) fn count_arrival(&mut self, now_ms: u32) {
        self.arrived[(now_ms / BIN_MS) as usize] += 1;
    }

    /// Counts a served request. `failing_since_ms`: when the client sent the first of its failed requests before this one.
    pub(crate) fn count_served(&mut self, now_ms: u32, failing_since_ms: Option<u32>) {
        self.served[(now_ms / BIN_MS) as usize] += 1;
        if failing_since_ms.is_some_and(|since| since < self.until_ms) {
            match now_ms.checked_sub(self.until_ms) {
                Some(after_ms) => self.served_after_ms.push(after_ms),
                None => self.cohort -= 1,
            }
        }
    }

    /// Counts a client that begins to fail, with a request sent at this time.
    pub(crate) fn count_failing(&mut self, since_ms: u32) {
        self.cohort += u32::from(since_ms < self.until_ms);
    }

    /// Returns whether the run can end now, because every client of the cohort is served; notes the end.
    pub(crate) fn end_if_over(&mut self, now_ms: u32) -> bool {
        let over = now_ms >= self.until_ms + TAIL_MS && self.served_after_ms.len() == self.cohort as usize;
        if over {
            self.ended_ms = now_ms;
        }
        over
    }
}

/// The least time that a run continues after the outage.
const TAIL_MS: u32 = 3 * 60 * 1_000;

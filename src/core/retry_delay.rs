//! How long to wait before the next try: exponential backoff with full jitter and a cap. `state/backoff.rs` decides whether
//! there is a next try, and heeds `Retry-After`. For the module's own file: `pkg/entry/link.ts`, `retry`.
//!
//! The constants come from a simulation of this very core (`tests/stampede`, drawn in `docs/stampede.svg`): a
//! deployment sized for its normal life and half as much again goes down for five minutes, nearly all clients
//! notice at the same moment, and users go on looking at their pages. The figures are printed by
//! `cargo run --release -p stampede -- --sweep --clients 100000`.

/// The longest first wait where the deployment names no time.
///
/// This wait matters after short gaps: back after 1 s, the deployment has a lone client again within 0.6 s on
/// average. 2 s would make that 1.1 s; 0.5 s would save 0.2 s, for one request more of every client in every
/// outage.
pub const BASE_MS: u64 = 1_000;
/// The longest wait where the deployment names no time, however many tries have failed.
///
/// This wait sets what a deployment meets when it comes back: 1.8 times its capacity, with 99 % served within 79 s.
/// A cap of 30 s would bring 3 times the capacity, and waste three times as many requests, to save 5 s; one of
/// 120 s would bring 1.2 times, and keep people waiting 20 s longer.
pub const CAP_MS: u64 = 60_000;

/// Returns how many milliseconds to wait before the next try: a random part of a span that doubles with each
/// failure before this one, so that clients which failed together do not come back together. Where the
/// deployment named a time, that comes first, and the random part is added to it.
///
/// That span is at least as long as the time named, up to the cap. A proxy may name one moment to
/// all clients. With the short span of a first failure, they would all come within a second of it: 35 times the
/// capacity. With this span it is 2.5 times.
pub fn retry_delay_ms(failures: u32, retry_after_ms: Option<u32>, random: u32) -> u64 {
    let asked = u64::from(retry_after_ms.unwrap_or(0));
    // So many doublings pass the cap, and shift no bit out.
    let doublings = failures.min(CAP_MS.ilog2());
    let span = (BASE_MS << doublings).max(asked).min(CAP_MS);
    asked.saturating_add(jitter_ms(span, random))
}

/// Returns how many milliseconds to wait at least where the browser says that it is offline: a random moment in the second half of the
/// longest wait. That the network is back is told by an event; where the browser is wrong, no event comes.
pub fn offline_delay_ms(random: u32) -> u64 {
    CAP_MS / 2 + jitter_ms(CAP_MS / 2, random)
}

/// The longest span that is spread: 49 days.
pub const LONGEST_MS: u64 = u32::MAX as u64;

/// Returns a random part of a span.
pub fn jitter_ms(span_ms: u64, random: u32) -> u64 {
    (span_ms.min(LONGEST_MS) * u64::from(random)) >> u32::BITS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_span_doubles_up_to_the_cap_and_jitter_is_full() {
        for (failures, span) in
            [(0, 1_000), (1, 2_000), (5, 32_000), (6, 60_000), (63, 60_000), (64, 60_000), (u32::MAX, 60_000)]
        {
            assert_eq!(retry_delay_ms(failures, None, 0), 0);
            assert_eq!(retry_delay_ms(failures, None, u32::MAX), span - 1, "after {failures} failures");
            assert_eq!(retry_delay_ms(failures, None, 1 << 31), span / 2);
        }
    }

    #[test]
    fn the_deployments_own_time_comes_first_and_the_span_is_at_least_as_long() {
        for (failures, asked, span) in
            [(0, 0, 1_000), (0, 500, 1_000), (0, 5_000, 5_000), (4, 5_000, 16_000), (0, 300_000, 60_000)]
        {
            assert_eq!(retry_delay_ms(failures, Some(asked), 0), u64::from(asked));
            assert_eq!(retry_delay_ms(failures, Some(asked), 1 << 31), u64::from(asked) + span / 2);
        }
        assert_eq!(retry_delay_ms(0, Some(u32::MAX), 0), u64::from(u32::MAX));
    }
}

//! How long to wait before the next try: exponential backoff with full jitter and a cap. `state/backoff.rs` decides whether
//! there is a next try. The WebAssembly file itself is loaded again by `pkg/entry/link.ts`, `retry`.
//!
//! The constants come from a simulation of this core (`tests/stampede`, drawn in `docs/stampede.svg`): a deployment with 1.5 times
//! the capacity for its normal load fails for five minutes, nearly all clients notice at the same moment, and users go on looking at
//! their pages. `cargo run --release -p stampede -- --sweep --clients 100000` prints the figures.

/// The longest first wait, in milliseconds, if the deployment names no time.
///
/// This wait matters after short outages: when the deployment is back after 1 s, a lone client reaches it within 0.6 s on
/// average. 2 s would make that 1.1 s; 0.5 s would save 0.2 s, for one more request of every client in every
/// outage.
pub const BASE_MS: u64 = 1_000;
/// The longest wait, in milliseconds, if the deployment names no time, however many tries have failed.
///
/// This wait determines the load when a deployment comes back: 1.8 times its capacity, with 99 % of the clients served within 79 s.
/// A cap of 30 s would bring 3 times the capacity, and waste three times as many requests, to save 5 s; a cap of
/// 120 s would bring 1.2 times the capacity, and let users wait 20 s longer.
pub const CAP_MS: u64 = 60_000;

/// Returns how many milliseconds to wait before the next try: a random part of a span that doubles with each earlier
/// failure (`failures`), so that clients which failed together do not come back together. If the deployment named a time
/// (`Retry-After`), the random part is added to that time.
///
/// The span is then at least as long as the named time, up to the cap: a proxy may name the same moment to all clients. With the short
/// span of a first failure, all clients would come within a second after that moment, which is 35 times the capacity. With this span the
/// load is 2.5 times the capacity.
pub fn retry_delay_ms(failures: u32, retry_after_ms: Option<u32>, random: u32) -> u64 {
    let named_ms = u64::from(retry_after_ms.unwrap_or(0));
    // Limited, so that no bit is shifted out. The limit is high enough to exceed the cap.
    let doublings = failures.min(CAP_MS.ilog2());
    let span = (BASE_MS << doublings).max(named_ms).min(CAP_MS);
    named_ms.saturating_add(jitter_ms(span, random))
}

/// Returns how many milliseconds to wait at least while the browser says that it is offline: a random time in the second half of the longest
/// wait. An event tells when the network is back; but if the browser was wrong, no event comes.
pub fn offline_delay_ms(random: u32) -> u64 {
    CAP_MS / 2 + jitter_ms(CAP_MS / 2, random)
}

/// The longest span, in milliseconds, that `jitter_ms` takes a part of: 49 days.
pub const LONGEST_MS: u64 = u32::MAX as u64;

/// Returns a random part of a span. `random`: any `u32`; the part is `random / 2^32` of the span.
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

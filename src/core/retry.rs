//! The retry policy: exponential backoff with full jitter and a cap.

/// The longest first wait.
pub const BASE_MS: u64 = 1_000;
/// The longest wait, however many tries have failed.
pub const CAP_MS: u64 = 60_000;

/// How long to wait before the next try, in milliseconds: a random part of a span that doubles with each
/// failure before this one, so that clients which failed together do not come back together. Where the
/// deployment named a time, that comes first, and the random part is added to it.
pub fn retry_delay_ms(failures: u32, retry_after_ms: Option<u32>, random: u32) -> u64 {
    let span = BASE_MS.saturating_mul(1_u64.checked_shl(failures).unwrap_or(u64::MAX)).min(CAP_MS);
    let jitter = (span.saturating_mul(u64::from(random))) >> u32::BITS;
    u64::from(retry_after_ms.unwrap_or(0)).saturating_add(jitter)
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
    fn the_deployments_own_time_comes_first() {
        assert_eq!(retry_delay_ms(0, Some(5_000), 0), 5_000);
        assert_eq!(retry_delay_ms(0, Some(5_000), 1 << 31), 5_500);
        assert_eq!(retry_delay_ms(0, Some(u32::MAX), 0), u64::from(u32::MAX));
    }
}

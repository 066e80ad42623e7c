//! Whether time has run out.

/// Whether a span of time that began at `since_ms` is over.
pub fn is_over(since_ms: u64, span_ms: u64, now_ms: u64) -> bool {
    now_ms.saturating_sub(since_ms) >= span_ms
}

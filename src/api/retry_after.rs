//! The `Retry-After` header (RFC 9110, section 10.2.3).

/// The longest wait that a browser's timer can hold (2^31 - 1 ms).
pub const LONGEST_MS: u32 = 2_147_483_647;

/// Returns how long to wait, in milliseconds, [`LONGEST_MS`] at most; `None` if the header is malformed. `date_ms` reads an HTTP date as
/// milliseconds since 1970, and `now_ms` is the wall clock.
pub fn decode_retry_after(header: &str, now_ms: u64, date_ms: impl Fn(&str) -> Option<u64>) -> Option<u32> {
    let header = header.trim_ascii();
    let first = header.bytes().next()?;
    let (mut seconds, mut is_number, mut holds_time) = (0_u32, true, false);
    for byte in header.bytes() {
        if byte.is_ascii_digit() {
            seconds = seconds.saturating_mul(10).saturating_add(u32::from(byte - b'0'));
        } else {
            is_number = false;
            holds_time |= byte == b':';
        }
    }
    let ms = if is_number {
        u64::from(seconds) * 1000
    } else if holds_time && first.is_ascii_alphabetic() {
        // Every HTTP date begins with the name of a day, and has a time. The browser's parser would accept other texts, too.
        date_ms(header)?.saturating_sub(now_ms)
    } else {
        return None;
    };
    Some(u32::try_from(ms).unwrap_or(LONGEST_MS).min(LONGEST_MS))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_and_dates_are_read_and_huge_values_are_limited() {
        let date = |_: &str| Some(5_000);
        for (header, expected) in [
            ("0", Some(0)),
            (" 3 ", Some(3_000)),
            ("99999999999999999999999999", Some(LONGEST_MS)),
            ("Wed, 21 Oct 2026 07:28:00 GMT", Some(4_000)),
            ("-1", None),
            ("never 2999", None),
            ("1:00", None),
            ("1.5", None),
            ("", None),
            ("  ", None),
        ] {
            assert_eq!(decode_retry_after(header, 1_000, date), expected, "{header:?}");
        }
        let wednesday = "Wed, 21 Oct 2026 07:28:00 GMT";
        assert_eq!(decode_retry_after(wednesday, 9_000, date), Some(0), "a date that has passed");
        assert_eq!(decode_retry_after(wednesday, 0, |_| None), None);
        assert_eq!(decode_retry_after(wednesday, 0, |_| Some(u64::MAX)), Some(LONGEST_MS));
    }
}

//! `Retry-After`: the decoded wait fits into a timer, and is the one that the header asks for.

#![no_main]

use libfuzzer_sys::fuzz_target;
use platform_session::api::retry_after::{LONGEST_MS, decode_retry_after};
use std::cell::Cell;
use std::time::UNIX_EPOCH;

// The input: the wall clock in ms on the first line, then the header.
fuzz_target!(|input: &str| {
    let (now, header) = input.split_once('\n').unwrap_or(("0", input));
    let now_ms: u64 = now.parse().unwrap_or_default();

    let parsed_text = Cell::new(None);
    let decoded = decode_retry_after(header, now_ms, |date| {
        parsed_text.set(Some(date.to_owned()));
        http_date_ms(date)
    });
    assert_eq!(decoded, read(header, now_ms));
    assert!(decoded.is_none_or(|ms| ms <= LONGEST_MS));
    if let Some(date) = parsed_text.take() {
        assert_eq!(date, header.trim_ascii(), "the date parser gets the header");
        assert!(
            date.starts_with(|first: char| first.is_ascii_alphabetic()),
            "the date parser never gets a number"
        );
    }

    // A lenient date parser, which accepts every text.
    let lenient = decode_retry_after(header, now_ms, |_| Some(u64::MAX));
    assert!(lenient == decoded || header.trim_ascii().starts_with(|first: char| first.is_ascii_alphabetic()));
});

/// Decodes `Retry-After` by RFC 9110, section 10.2.3, with numbers of any length.
fn read(header: &str, now_ms: u64) -> Option<u32> {
    let header = header.trim_ascii();
    let digits = header.trim_start_matches('0');
    let ms: u128 = if header.is_empty() {
        return None;
    } else if header.bytes().all(|byte| byte.is_ascii_digit()) {
        if digits.len() > 30 { u128::MAX } else { format!("0{digits}000").parse().ok()? }
    } else {
        // `httpdate` ignores characters before the name of the day.
        let date =
            http_date_ms(header).filter(|_| header.starts_with(|first: char| first.is_ascii_alphabetic()));
        u128::from(date?.saturating_sub(now_ms))
    };
    Some(ms.min(LONGEST_MS.into()) as u32)
}

fn http_date_ms(date: &str) -> Option<u64> {
    let since = httpdate::parse_http_date(date).ok()?.duration_since(UNIX_EPOCH).ok()?;
    since.as_millis().try_into().ok()
}

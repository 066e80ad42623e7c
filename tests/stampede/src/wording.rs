//! Formats figures as text.

use crate::report::Report;

/// When the clients of the cohort were served, in one line.
pub fn in_words(report: &Report) -> String {
    let served =
        match (report.served_within_ms(50), report.served_within_ms(99), report.served_within_ms(100)) {
            (Some(half), Some(most), Some(all)) => {
                format!(
                    "half served after {}, 99 % after {}, all after {}",
                    time(half),
                    time(most),
                    time(all)
                )
            }
            _ => format!("{:.1} % served within {}", report.served_percent(), time(report.watched_ms())),
        };
    format!("{served}; {} requests each while down", multiple(report.requests_per_client()))
}

/// A time as `1 min 18 s`, rounded up to seconds.
pub fn time(ms: u32) -> String {
    let seconds = ms.div_ceil(1_000);
    match (seconds / 60, seconds % 60) {
        (0, seconds) => format!("{seconds} s"),
        (minutes, 0) => format!("{minutes} min"),
        (minutes, seconds) => format!("{minutes} min {seconds} s"),
    }
}

/// A number as `1,000,000`.
pub fn grouped(number: impl Into<u64>) -> String {
    let digits = number.into().to_string();
    let groups: Vec<_> = digits.as_bytes().rchunks(3).rev().map(String::from_utf8_lossy).collect();
    groups.join(",")
}

/// A number as `10 k`.
pub fn rounded(number: f64) -> String {
    match number {
        1e6.. => format!("{:.0} M", number / 1e6),
        1e3.. => format!("{:.0} k", number / 1e3),
        _ => format!("{number:.0}"),
    }
}

/// A number with one decimal, or without from 100 on.
pub fn multiple(number: f64) -> String {
    if number < 100.0 { format!("{number:.1}") } else { grouped(number.round() as u64) }
}

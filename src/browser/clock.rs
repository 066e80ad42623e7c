//! The clocks and the source of jitter.

use crate::core::Now;
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
extern "C" {
    // The global itself: workers have one too, and no `window`.
    #[wasm_bindgen(js_namespace = performance, js_name = now)]
    fn performance_now() -> f64;
}

/// The present moment.
pub fn now() -> Now {
    Now {
        wall_ms: js_sys::Date::now() as u64,
        mono_ms: performance_now() as u64,
        random: (js_sys::Math::random() * f64::from(u32::MAX)) as u32,
    }
}

/// Reads an HTTP date as milliseconds since the epoch.
pub fn parse_date_ms(date: &str) -> Option<u64> {
    let ms = js_sys::Date::parse(date);
    (ms >= 0.0).then_some(ms as u64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use wasm_bindgen_test::wasm_bindgen_test;

    #[wasm_bindgen_test]
    fn both_clocks_run_in_milliseconds() {
        let before = now();
        assert!(before.wall_ms > 1_700_000_000_000, "no 32 bits hold it: {}", before.wall_ms);
        let mut after = now();
        while after.mono_ms - before.mono_ms < 60 {
            after = now();
        }
        for (earlier, later) in [(before.wall_ms, after.wall_ms), (before.mono_ms, after.mono_ms)] {
            // Not seconds, nor microseconds. A computer that sets its wall clock lets it run slower or faster for a while.
            assert!((20..5_000).contains(&(later - earlier)), "{earlier} {later}");
        }
    }

    #[wasm_bindgen_test]
    fn jitter_differs() {
        let numbers: std::collections::BTreeSet<_> = (0..20).map(|_| now().random).collect();
        assert!(numbers.len() > 15, "{numbers:?}");
    }

    #[wasm_bindgen_test]
    fn http_dates_are_read_and_other_texts_are_none() {
        assert_eq!(parse_date_ms("Sun, 06 Nov 1994 08:49:37 GMT"), Some(784_111_777_000));
        assert_eq!(parse_date_ms("Thu, 01 Jan 1970 00:00:00 GMT"), Some(0));
        for text in ["", "soon", "Sun, 06 Nov 1904 08:49:37 GMT"] {
            assert_eq!(parse_date_ms(text), None, "{text}");
        }
    }
}

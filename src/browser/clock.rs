//! Reads the clocks, and draws the random number for jitter.

use crate::core::{Clock, Now};
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
extern "C" {
    // Read from the global object, because a worker has no `window`.
    #[wasm_bindgen(js_namespace = performance, js_name = now)]
    fn performance_now() -> f64;
}

/// The present moment.
pub fn now(clock: &mut Clock) -> Now {
    let wall_ms = wall_ms();
    Now {
        ms: clock.read(wall_ms, performance_now() as u64),
        wall_ms,
        random: (js_sys::Math::random() * f64::from(u32::MAX)) as u32,
    }
}

/// The time by the computer's wall clock, in milliseconds since 1970.
pub fn wall_ms() -> u64 {
    js_sys::Date::now() as u64
}

/// Reads an HTTP date as milliseconds since 1970.
pub fn parse_date_ms(date: &str) -> Option<u64> {
    let ms = js_sys::Date::parse(date);
    (ms >= 0.0).then_some(ms as u64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use wasm_bindgen_test::wasm_bindgen_test;

    #[wasm_bindgen_test]
    fn http_dates_are_read_and_other_texts_give_none() {
        assert_eq!(parse_date_ms("Sun, 06 Nov 1994 08:49:37 GMT"), Some(784_111_777_000));
        assert_eq!(parse_date_ms("Thu, 01 Jan 1970 00:00:00 GMT"), Some(0));
        for text in ["", "soon", "Sun, 06 Nov 1904 08:49:37 GMT"] {
            assert_eq!(parse_date_ms(text), None, "{text}");
        }
    }
}

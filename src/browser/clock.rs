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

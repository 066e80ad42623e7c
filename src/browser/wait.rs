//! Waiting, for tests.

use super::clock;
use super::timer;
use js_sys::{Function, Promise};
use wasm_bindgen::JsValue;

/// Lets the page's event loop run for a while.
pub async fn pause(ms: u64) {
    let mut timer = None;
    let elapsed = Promise::new(&mut |resolve: Function, _| {
        timer = Some(timer::after(ms, move || {
            let _nobody_else_is_told = resolve.call0(&JsValue::NULL);
        }));
    });
    let _nothing = elapsed.await;
    drop(timer);
}

/// Waits for a condition, for two seconds at most; whether it came about.
pub async fn until(condition: impl Fn() -> bool) -> bool {
    let begun = clock::now().mono_ms;
    while !condition() {
        if clock::now().mono_ms - begun > 2_000 {
            return false;
        }
        pause(5).await;
    }
    true
}

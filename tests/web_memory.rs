//! The module overwrites memory that it frees (the allocator in `src/lib.rs`): no copy of a secret text stays in it.

#![cfg(target_arch = "wasm32")]
#![expect(clippy::panic, reason = "a test fails by panicking; the lint knows `#[test]` only")]

use js_sys::{Function, JsString};
use platform_session::api::Token;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_test::wasm_bindgen_test;

/// Returns a random text: 40 characters of ASCII, then as many others as are asked for. JavaScript creates it, so that only
/// copies of it are in the module's memory.
fn secret(non_ascii: u32) -> JsString {
    let make = Function::new_with_args(
        "nonAscii",
        "const digit = () => Math.trunc(Math.random() * 36).toString(36);
         return Array.from({ length: 40 }, digit).join('') + 'é'.repeat(nonAscii);",
    );
    let Ok(text) = make.call1(&JsValue::NULL, &non_ascii.into()) else { panic!("no text") };
    text.unchecked_into()
}

/// Counts the pieces of the text that the module's memory has: its first 40 characters are five pieces of eight.
fn pieces_in_memory(text: &JsString) -> f64 {
    let search = Function::new_with_args(
        "memory, text",
        "const bytes = new Uint8Array(memory.buffer);
         const found = (piece) => {
           for (let at = bytes.indexOf(piece[0]); at >= 0; at = bytes.indexOf(piece[0], at + 1)) {
             if (piece.every((byte, offset) => bytes[at + offset] === byte)) return true;
           }
           return false;
         };
         const pieces = [0, 8, 16, 24, 32].map((at) => new TextEncoder().encode(text.slice(at, at + 8)));
         return pieces.filter(found).length;",
    );
    let Ok(count) = search.call2(&JsValue::NULL, &wasm_bindgen::memory(), text) else { panic!("no search") };
    count.as_f64().unwrap_or(f64::NAN)
}

#[wasm_bindgen_test]
fn a_text_is_found_while_a_copy_is_held_and_not_after_the_last_is_dropped() {
    let text = secret(0);
    let copy = text.as_string();
    assert_eq!(pieces_in_memory(&text), 5.0);
    let second_copy = copy.clone();
    drop(copy);
    assert_eq!(pieces_in_memory(&text), 5.0);
    drop(second_copy);
    assert_eq!(pieces_in_memory(&text), 0.0);
}

#[wasm_bindgen_test]
fn a_growing_text_leaves_nothing_in_the_places_it_moved_from() {
    let text = secret(0);
    let Some(mut growing) = text.as_string() else { panic!("no text") };
    let mut moves = 0;
    // Each step allocates a block after the text, so that the text has to move when it grows.
    let neighbours: Vec<Vec<u8>> = (0..12)
        .map(|_| {
            let address = growing.as_ptr();
            growing.push_str(&"x".repeat(growing.len()));
            moves += u32::from(growing.as_ptr() != address);
            vec![1; 24]
        })
        .collect();
    assert!(moves > 0, "the text has moved");
    assert_eq!(pieces_in_memory(&text), 5.0, "the text is found in its last place");
    drop(growing);
    assert_eq!(pieces_in_memory(&text), 0.0);
    drop(neighbours);
}

/// wasm-bindgen allocates a byte for each character of a text, and more when it meets one beyond ASCII.
#[wasm_bindgen_test]
fn a_text_that_moves_while_it_is_copied_in_leaves_nothing_behind() {
    for non_ascii in [1, 100, 1_000, 10_000] {
        let text = secret(non_ascii);
        // Gaps of one byte for each character, between blocks, so that a longer text cannot grow in its place.
        let length = 40 + non_ascii as usize;
        let mut blocks: Vec<Vec<u8>> = (0..64).map(|_| vec![1; length]).collect();
        for at in (1..63).rev().step_by(2) {
            drop(blocks.swap_remove(at));
        }
        let copy = text.as_string();
        assert_eq!(pieces_in_memory(&text), 5.0);
        drop(copy);
        assert_eq!(pieces_in_memory(&text), 0.0, "{non_ascii}");
    }
}

#[wasm_bindgen_test]
fn neither_a_token_nor_its_copies_nor_a_refused_text_stay_in_memory() {
    for (non_ascii, is_token) in [(0, true), (1, false), (500, false)] {
        let text = secret(non_ascii);
        let token = text.as_string().and_then(|text| Token::new(&text));
        assert_eq!(token.is_some(), is_token);
        let header = token.clone().map(|token| JsString::from(token.authorization()));
        assert_eq!(header.is_some(), is_token);
        assert_eq!(pieces_in_memory(&text), if is_token { 5.0 } else { 0.0 });
        drop(token);
        assert_eq!(pieces_in_memory(&text), 0.0, "{non_ascii}");
    }
}

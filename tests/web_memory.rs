//! What the module frees is overwritten (`src/lib.rs`), wherever it was written and however often it was copied.

#![cfg(target_arch = "wasm32")]
#![expect(clippy::panic, reason = "a test fails by panicking; the lint knows `#[test]` only")]

use js_sys::{Function, JsString};
use platform_session::api::Token;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_test::wasm_bindgen_test;

/// A text that is made anew each time, on JavaScript's side, so that it lies nowhere in the module but where it was
/// copied to: 40 characters of ASCII, and as many others after them as are asked for.
fn secret(others: u32) -> JsString {
    let make = Function::new_with_args(
        "others",
        "const digit = () => Math.trunc(Math.random() * 36).toString(36);
         return Array.from({ length: 40 }, digit).join('') + 'é'.repeat(others);",
    );
    let Ok(text) = make.call1(&JsValue::NULL, &others.into()) else { panic!("no text") };
    text.unchecked_into()
}

/// How many pieces of the text's first 40 characters, of eight each, lie in the module's memory.
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
fn what_is_held_is_found_and_what_was_freed_is_not() {
    let text = secret(0);
    let copy = text.as_string();
    assert_eq!(pieces_in_memory(&text), 5.0);
    let further = copy.clone();
    drop(copy);
    assert_eq!(pieces_in_memory(&text), 5.0);
    drop(further);
    assert_eq!(pieces_in_memory(&text), 0.0);
}

#[wasm_bindgen_test]
fn a_text_that_grows_leaves_nothing_where_it_was() {
    let text = secret(0);
    let Some(mut growing) = text.as_string() else { panic!("no text") };
    let mut moves = 0;
    // Something behind it, again and again, so that it has to move.
    let neighbours: Vec<Vec<u8>> = (0..12)
        .map(|_| {
            let place = growing.as_ptr();
            growing.push_str(&"x".repeat(growing.len()));
            moves += u32::from(growing.as_ptr() != place);
            vec![1; 24]
        })
        .collect();
    assert!(moves > 0, "it has moved");
    assert_eq!(pieces_in_memory(&text), 5.0, "where it is now, it is found");
    drop(growing);
    assert_eq!(pieces_in_memory(&text), 0.0);
    drop(neighbours);
}

/// The glue takes memory for as many bytes as there are characters, and for more once it meets one beyond ASCII.
#[wasm_bindgen_test]
fn a_text_that_outgrows_its_memory_on_the_way_in_leaves_nothing_there() {
    for others in [1, 100, 1_000, 10_000] {
        let text = secret(others);
        // A gap that it fits into as long as it is ASCII, between neighbours that let it grow nowhere.
        let length = 40 + others as usize;
        let mut blocks: Vec<Vec<u8>> = (0..64).map(|_| vec![1; length]).collect();
        for at in (1..63).rev().step_by(2) {
            drop(blocks.swap_remove(at));
        }
        let copy = text.as_string();
        assert_eq!(pieces_in_memory(&text), 5.0);
        drop(copy);
        assert_eq!(pieces_in_memory(&text), 0.0, "{others}");
    }
}

#[wasm_bindgen_test]
fn a_token_its_copies_and_one_that_is_refused_leave_nothing() {
    for (others, taken) in [(0, true), (1, false), (500, false)] {
        let text = secret(others);
        let token = text.as_string().and_then(|text| Token::new(&text));
        assert_eq!(token.is_some(), taken);
        let header = token.clone().map(|token| JsString::from(token.authorization()));
        assert_eq!(header.is_some(), taken);
        assert_eq!(pieces_in_memory(&text), if taken { 5.0 } else { 0.0 });
        drop(token);
        assert_eq!(pieces_in_memory(&text), 0.0, "{others}");
    }
}

//! What another tab says: one of three words, or nothing.

#![no_main]

use libfuzzer_sys::fuzz_target;
use platform_session::core::TabMessage;

fuzz_target!(|text: &str| {
    let expected = match text {
        "signed-in" => Some(TabMessage::SignedIn),
        "signed-out" => Some(TabMessage::SignedOut),
        "changed" => Some(TabMessage::Changed),
        _ => None,
    };
    let message = TabMessage::parse(text);
    assert_eq!(message, expected);
    assert!(message.is_none_or(|message| message.as_str() == text), "what is told is what was said");
});

//! `Token`: accepts only the alphabet of bearer tokens, is sent exactly as received, and is never printed.

#![no_main]

use libfuzzer_sys::fuzz_target;
use platform_session::api::Token;

fuzz_target!(|text: &str| {
    let token = Token::new(text);
    assert_eq!(token.is_some(), is_b64token(text), "{text:?}");
    if let Some(token) = token {
        let header = token.authorization();
        assert_eq!(header, format!("Bearer {text}"));
        assert!(header.bytes().all(|byte| (0x20..0x7f).contains(&byte)), "a header can carry it");
        assert_eq!(format!("{token:?}"), "Token(..)");
    }
});

/// RFC 6750, section 2.1: `1*( ALPHA / DIGIT / "-" / "." / "_" / "~" / "+" / "/" ) *"="`, as an automaton.
fn is_b64token(text: &str) -> bool {
    enum At {
        Start,
        Body,
        Padding,
    }
    let mut at = At::Start;
    for character in text.chars() {
        at = match (at, character) {
            (At::Start | At::Body, 'a'..='z' | 'A'..='Z' | '0'..='9') => At::Body,
            (At::Start | At::Body, '-' | '.' | '_' | '~' | '+' | '/') => At::Body,
            (At::Body | At::Padding, '=') => At::Padding,
            _ => return false,
        };
    }
    !matches!(at, At::Start)
}

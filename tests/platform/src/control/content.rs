//! The body of a fault rule's answer. It is generated while it is sent, so a large body needs only a small rule.

use std::iter;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use serde::Deserialize;
use serde_json::Value;

/// Largest body that a rule may ask for.
const LIMIT: u64 = 1024 * 1024 * 1024;

/// The bytes to send: several runs, one after another.
#[derive(Debug, Clone, Default)]
pub(super) struct Content(Vec<Run>);

/// The same bytes, repeated.
#[derive(Debug, Clone)]
struct Run {
    unit: Bytes,
    times: u64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Repeat {
    unit: String,
    times: u64,
}

impl Content {
    /// A body as a rule gives it: text as it is, anything else as JSON.
    pub(super) fn of_json(body: Value) -> Self {
        Self::once(match body {
            Value::String(text) => text.into(),
            json => json.to_string().into(),
        })
    }

    /// A body from base64.
    pub(super) fn of_base64(text: &str) -> Result<Self, String> {
        STANDARD
            .decode(text)
            .map(|bytes| Self::once(bytes.into()))
            .map_err(|error| format!("body_base64: {error}"))
    }

    /// A body from one `{"unit","times"}`, or from a list of them.
    pub(super) fn of_repeat(runs: Value) -> Result<Self, String> {
        let runs = match runs {
            Value::Array(runs) => runs,
            one => vec![one],
        };
        let mut content = Self::default();
        for run in runs {
            let Repeat { unit, times } =
                serde_json::from_value(run).map_err(|error| format!("body_repeat: {error}"))?;
            content.0.push(Run { unit: unit.into(), times });
        }
        let length = content.0.iter().try_fold(0_u64, |sum, run| sum.checked_add(run.length()?));
        match length {
            Some(length) if length <= LIMIT => Ok(content),
            _ => Err(format!("body_repeat: more than {LIMIT} bytes")),
        }
    }

    fn once(unit: Bytes) -> Self {
        Self(vec![Run { unit, times: 1 }])
    }

    pub(super) fn length(&self) -> u64 {
        self.0.iter().filter_map(Run::length).sum()
    }

    /// The first `length` bytes.
    pub(super) fn first(&self, length: u64) -> impl Iterator<Item = Bytes> + Send + use<> {
        let mut left = length;
        self.pieces(PIECE).map_while(move |piece| {
            let taken = left.min(piece.len() as u64);
            left = left.saturating_sub(taken);
            (taken > 0).then(|| piece.slice(..usize::try_from(taken).unwrap_or(piece.len())))
        })
    }

    /// The whole body, in pieces of at most `size` bytes.
    pub(super) fn pieces(&self, size: usize) -> impl Iterator<Item = Bytes> + Clone + Send + use<> {
        self.0.clone().into_iter().flat_map(move |run| run.pieces(size))
    }
}

/// The usual size of pieces.
pub(super) const PIECE: usize = 64 * 1024;

impl Run {
    fn length(&self) -> Option<u64> {
        (self.unit.len() as u64).checked_mul(self.times)
    }

    fn pieces(self, size: usize) -> impl Iterator<Item = Bytes> + Clone + Send {
        // A piece holds as many units as fit; a larger unit is cut into several pieces.
        let units = size.checked_div(self.unit.len()).unwrap_or(0).max(1);
        let units = units.min(usize::try_from(self.times).unwrap_or(units));
        let block = if units > 1 { self.unit.repeat(units).into() } else { self.unit.clone() };
        let mut left = self.length().unwrap_or(0);
        let mut at = 0_usize;
        iter::from_fn(move || {
            let end = at.saturating_add(size).min(block.len());
            let whole = block.slice(at..end);
            at = if end == block.len() { 0 } else { end };
            let taken = left.min(whole.len() as u64);
            left = left.saturating_sub(taken);
            (taken > 0).then(|| whole.slice(..usize::try_from(taken).unwrap_or(whole.len())))
        })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn joined(pieces: impl Iterator<Item = Bytes>) -> Vec<u8> {
        pieces.flatten().collect()
    }

    #[test]
    fn pieces_of_any_size_join_to_the_whole() {
        let runs = json!([
            { "unit": "[", "times": 7 },
            { "unit": "ab ", "times": 5 },
            { "unit": "", "times": 9 },
            { "unit": "0123456789", "times": 1 },
            { "unit": "x", "times": 0 },
            { "unit": "]", "times": 7 },
        ]);
        let content = Content::of_repeat(runs).unwrap();
        let whole = b"[[[[[[[ab ab ab ab ab 0123456789]]]]]]]";
        assert_eq!(content.length(), whole.len() as u64);
        for size in 1..=whole.len() + 1 {
            assert!(content.pieces(size).all(|piece| !piece.is_empty() && piece.len() <= size), "{size}");
            assert_eq!(joined(content.pieces(size)), whole, "{size}");
        }
        for length in 0..=whole.len() {
            assert_eq!(joined(content.first(length as u64)), whole[..length], "{length}");
        }
    }

    #[test]
    fn all_pieces_of_a_large_body_share_the_same_memory() {
        let content = Content::of_repeat(json!({ "unit": " ", "times": LIMIT })).unwrap();
        assert_eq!(content.length(), LIMIT);
        let pieces: Vec<_> = content.pieces(PIECE).take(3).collect();
        assert!(pieces.iter().all(|piece| piece.len() == PIECE && piece.as_ptr() == pieces[0].as_ptr()));
    }

    #[test]
    fn a_body_that_is_too_long_or_malformed_is_refused() {
        for runs in [
            json!({ "unit": " ", "times": LIMIT + 1 }),
            json!([{ "unit": " ", "times": LIMIT }, { "unit": "x", "times": 1 }]),
            json!({ "unit": "ab", "times": u64::MAX }),
            json!([{ "unit": "a", "times": u64::MAX }, { "unit": "a", "times": u64::MAX }]),
            json!({ "unit": "a" }),
            json!({ "unit": "a", "times": -1 }),
            json!({ "unit": "a", "times": 1, "more": 1 }),
            json!("a"),
        ] {
            let reason = Content::of_repeat(runs.clone()).unwrap_err();
            assert!(reason.starts_with("body_repeat: "), "{runs}: {reason}");
        }
    }
}

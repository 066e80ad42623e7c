//! Writes publications and failures for JavaScript, each as one flat array of cells. So the module needs no field names, and no serializer for
//! each type. `pkg/engine/wire.ts` reads the cells in the order in which they are written here.

use crate::api::{Failure, Handle};
use crate::core::{Publication, SessionEvent};
use serde::Serialize;
use serde::ser::{SerializeSeq, Serializer as _};
use serde_wasm_bindgen::Serializer;
use wasm_bindgen::JsValue;

static SERIALIZER: Serializer = Serializer::new().serialize_missing_as_null(true);

/// Cells, in the order in which they will be read. A list is its length, then its items; a missing value is one cell, `null`.
pub struct Wire(<&'static Serializer as serde::Serializer>::SerializeSeq);

/// Returns what was written. A cell that cannot be written is a defect in the package, and ends the engine: a failure that got lost here
/// would be a success to JavaScript.
fn written<T, E>(result: Result<T, E>) -> T {
    result.unwrap_or_else(|_| wasm_bindgen::throw_str("unwritten"))
}

enum Cell {
    Null,
    Bool(bool),
    Number(f64),
}

impl Serialize for Cell {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Null => serializer.serialize_none(),
            Self::Bool(value) => serializer.serialize_bool(*value),
            Self::Number(value) => serializer.serialize_f64(*value),
        }
    }
}

impl Wire {
    /// Writes the cells of a publication.
    pub fn of_publication(publication: &Publication) -> Self {
        let mut wire = Self::new();
        let view = &publication.view;
        wire.number(view.identity);
        wire.number(view.status.number());
        wire.optional(view.reason, |wire, reason| wire.number(reason.number()));
        wire.bool(view.stale);
        wire.optional(view.error, Self::failure);
        wire.handle(view.user.map(|user| user.content));
        wire.handle(view.company);
        wire.bool(publication.roles_changed);
        wire.handle(view.roles);
        wire.optional(view.roles_refusal, |wire, code| wire.number(code.number()));
        wire.handle(view.features);
        wire.list(&publication.session_events, Self::session_event);
        wire.bool(view.sign_out_pending);
        wire.bool(view.reauthenticating);
        wire.optional(view.expires_at_ms, |wire, ms| wire.number(ms as f64));
        wire
    }

    /// Writes the cells of a failure: code, HTTP status, `Retry-After` in milliseconds, and whether it is retryable.
    pub fn of_failure(failure: Failure) -> Self {
        let mut wire = Self::new();
        wire.failure(failure);
        wire
    }

    /// Returns the array.
    pub fn encode(self) -> JsValue {
        written(self.0.end())
    }

    fn new() -> Self {
        Self(written(SERIALIZER.serialize_seq(None)))
    }

    // Not inlined, so that the code exists once: every page loads it.
    #[inline(never)]
    fn cell(&mut self, cell: &Cell) {
        written(self.0.serialize_element(cell));
    }

    fn failure(&mut self, failure: Failure) {
        self.number(failure.code.number());
        self.optional(failure.status, Self::number);
        self.optional(failure.retry_after_ms, Self::number);
        self.bool(failure.code.is_retryable());
    }

    fn handle(&mut self, handle: Option<Handle>) {
        self.number(handle.map_or(0, Handle::number));
    }

    fn session_event(&mut self, event: &SessionEvent) {
        self.number(event.event_type().number());
        match event {
            SessionEvent::SignedOut(reason) => self.number(reason.number()),
            SessionEvent::CookieRefused(failure) | SessionEvent::RevalidationFailed(failure) => {
                self.failure(*failure);
            }
            SessionEvent::SignedIn | SessionEvent::Expiring => {}
        }
    }

    fn list<T>(&mut self, items: &[T], write: impl Fn(&mut Self, &T)) {
        self.number(items.len() as f64);
        for item in items {
            write(self, item);
        }
    }

    fn optional<T>(&mut self, value: Option<T>, write: impl Fn(&mut Self, T)) {
        match value {
            Some(value) => write(self, value),
            None => self.cell(&Cell::Null),
        }
    }

    fn bool(&mut self, value: bool) {
        self.cell(&Cell::Bool(value));
    }

    fn number(&mut self, value: impl Into<f64>) {
        self.cell(&Cell::Number(value.into()));
    }
}

#[cfg(test)]
mod tests;

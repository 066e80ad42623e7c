//! Writes what crosses to JavaScript: one flat array for each publication. So the module needs no field names, and no serializer for
//! each type. The entry (`pkg/engine/wire.ts`) reads the cells in the order in which they are written here.

use crate::api::{Failure, Handle};
use crate::core::{Publication, SessionEvent};
use serde::Serialize;
use serde::ser::{SerializeSeq, Serializer as _};
use serde_wasm_bindgen::Serializer;
use wasm_bindgen::JsValue;

static SERIALIZER: Serializer = Serializer::new().serialize_missing_as_null(true);

/// Cells, in the order in which they will be read. A list is its length, then its items; what may be missing is
/// `null` in the place of its first cell.
pub struct Wire(Option<<&'static Serializer as serde::Serializer>::SerializeSeq>);

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
    /// The cells of a publication: the identity's number, status, reason, stale, error, user, company, whether the roles changed, roles, why they are refused,
    /// the features, the events for the listeners, whether a sign-out is pending, whether the page signs its user in again,
    /// when the session ends.
    pub fn of_publication(publication: &Publication) -> Self {
        let mut wire = Self::new();
        let view = &publication.view;
        wire.number(view.identity);
        wire.number(view.status.number());
        wire.optional(view.reason, |wire, reason| wire.number(reason.number()));
        wire.bool(view.stale);
        wire.optional(view.error, Self::failure);
        wire.handle(view.user.map(|user| user.details));
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

    /// The cells of a failure: code, HTTP status, after how many milliseconds to try again, and whether that may help.
    pub fn of_failure(failure: Failure) -> Self {
        let mut wire = Self::new();
        wire.failure(failure);
        wire
    }

    /// Returns the array; `null` where a cell could not be made, which the entry takes for a session that nothing is known of.
    pub fn encode(self) -> JsValue {
        self.0.and_then(|cells| cells.end().ok()).unwrap_or(JsValue::NULL)
    }

    fn new() -> Self {
        Self(SERIALIZER.serialize_seq(None).ok())
    }

    // Not inlined: every page loads the module, so it has one copy of this.
    #[inline(never)]
    fn cell(&mut self, cell: &Cell) {
        if let Some(cells) = &mut self.0
            && cells.serialize_element(cell).is_err()
        {
            self.0 = None;
        }
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

//! The side that pages see, as the shell sees it.

use crate::api::{Failure, SsoConfig};
use crate::core::{CallId, Publication, RequestId};
use js_sys::Promise;
use web_sys::Response;

/// Shows what is published, and ends calls. The shell holds no borrow while it calls one of these.
pub trait Face {
    fn publish(&self, publication: &Publication);
    fn settle(&self, call: CallId, outcome: Result<Settled, Failure>);
    /// Awaits an answer, reads its body where `whole`, and brings it to `Shell::answered`, or its loss to
    /// `Shell::lost`.
    fn read(&self, id: RequestId, response: Promise, whole: bool);
    /// Calls the page's `reauthenticate`. Its end comes back as `Event::Reauthenticated`.
    fn reauthenticate(&self);
}

/// What a call that went well ends with.
pub enum Settled {
    /// What is published says it.
    Published,
    SsoConfig(SsoConfig),
    Response(Response),
}

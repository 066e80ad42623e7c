//! The functions of JavaScript that the shell calls.

use crate::api::{Body, Failure};
use crate::browser::fetch::Response;
use crate::core::{Broadcast, CallId, Need, Publication, RequestId};
use js_sys::Promise;
use web_sys::AbortController;

/// A request that has left, and the controller that aborts it.
pub type Begun = (Promise, AbortController);

/// Shows what is published, ends calls, and owns the timers, what aborts requests, and the channel to other tabs. In a page it is JavaScript
/// (`src/js/host.rs`). The shell holds no borrow while it calls one of these.
pub trait Callbacks {
    fn publish(&self, publication: &Publication);
    /// Ends a call. `None`: it went well, and JavaScript has its result.
    fn settle(&self, call: CallId, outcome: Result<Option<Response>, Failure>);
    /// Awaits an answer, and passes it to `Shell::answered`, or its loss to `Shell::lost`. `begun`: the request and its `AbortController`;
    /// `None`: the entry has sent the request before the engine ran. Unless the page reads the `body` itself, it is read here, and the request
    /// is aborted at the deadline.
    fn read(&self, id: RequestId, begun: Option<Begun>, body: Body);
    /// Aborts a request: neither `Shell::answered` nor `Shell::lost` is called for it.
    fn cancel(&self, id: RequestId);
    /// Sets the timer that dispatches `PageEvent::Woken`, in place of an earlier one; `None`: clears it.
    fn wake(&self, after_ms: Option<u64>);
    fn broadcast(&self, message: Broadcast);
    /// Says on the console that answers of the Identity API come from a cache.
    fn warn_of_cache(&self);
    /// Calls the page's `reauthenticate`. Its end comes back as a `PageEvent`.
    fn reauthenticate(&self, need: &Need);
}

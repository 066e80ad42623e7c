//! The session as a state machine: events in, effects out, nothing done.
//!
//! [`step`] takes the [`State`], one [`Event`] and the time, and answers with the [`Effect`]s to carry out.
//! There is no clock, no input or output and no web type in here, so the code that ships is the code that
//! native tests drive through every order of events.
//!
//! Where to look: [`read`] the session read and what its answers mean; [`sign_in`], [`sign_out`] the two
//! credential requests; [`exchange`] requests that may need a bearer token, and how a 401 is settled;
//! [`restoration`] what wakes a page up; [`schedule`] when the next read leaves; [`publication`] what is shown,
//! and who is told; [`retry`] the retry policy; [`return_url`] and [`api_url`] the judges of addresses.

pub mod api_url;
pub mod clock;
pub mod effect;
pub mod event;
mod exchange;
pub mod policy;
pub mod publication;
mod read;
mod restoration;
pub mod retry;
pub mod return_url;
mod schedule;
mod sign_in;
mod sign_out;
pub mod state;
mod step;
#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))]
mod tests;

pub use clock::Now;
pub use effect::{Effect, Need, NeedReason, Outcome, Request, RequestId};
pub use event::{Answer, CallId, Event, TabMessage};
pub use policy::Policy;
pub use publication::{Change, Notice, Publication, Reason, Status, View};
pub use state::State;
pub use step::step;

//! The session as a state machine: events in, effects out, nothing done.
//!
//! [`step`] takes the [`State`], one [`Event`] and the time, and answers with the [`Effect`]s to carry out.
//! There is no clock, no input or output and no web type in here, so the code that ships is the code that
//! native tests drive through every order of events.
//!
//! From the bottom to the top: the types that all share ([`ids`], [`clock`], [`policy`], [`tab_message`], [`page_event`], [`view`],
//! [`publication`], [`command`], [`event`], [`effect`]), pure functions ([`retry_delay`], [`return_url`], [`api_url`]), what is known
//! ([`state`]), a step under way (`transition`), the rules (`rules`, one concept per file), and [`step()`] on top.

pub mod api_url;
pub mod clock;
pub mod command;
pub mod effect;
pub mod event;
pub mod ids;
pub mod page_event;
pub mod policy;
pub mod publication;
pub mod retry_delay;
pub mod return_url;
mod rules;
pub mod state;
mod step;
pub mod tab_message;
#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))]
mod tests;
mod transition;
pub mod view;

pub use clock::{Clock, Now};
pub use command::Command;
pub use effect::{Effect, Need, NeedReason, Outcome, Request};
pub use event::{Answer, Event, Stamp};
pub use ids::{CallId, RequestId};
pub use page_event::PageEvent;
pub use policy::Policy;
pub use publication::{Publication, SessionEvent, SessionEventType};
pub use state::State;
pub use step::{replay, step};
pub use tab_message::{Broadcast, MessageName, SignOutId, TabMessage};
pub use view::{Reason, Status, View};

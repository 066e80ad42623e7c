//! The session as a state machine: it takes events and returns effects, and carries none of them out.
//!
//! [`step()`] takes the [`State`], one [`Event`] and the time, and returns the [`Effect`]s. There is no clock, no I/O and no web type in here,
//! so native tests drive the code that ships through every order of events.
//!
//! From the lowest layer to the highest: the shared types ([`ids`], [`clock`], [`policy`], [`tab_message`], [`page_event`], [`view`],
//! [`publication`], [`command`], [`event`], [`effect`]), pure functions ([`retry_delay`], [`return_url`], [`api_url`]), the state ([`state`]),
//! a step under way (`transition`), the rules (`rules`, one concept per file), and [`step()`].

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

//! The rules, one concept per file, each as methods of a [`Transition`](super::transition::Transition). Terms such as lock and
//! unverified: `docs/design.md`.
//!
//! They stand in layers: each calls those above it in this list, and none below it, which `npm run check` holds (`tests/layers`). The first
//! begin and end requests, those in the middle say what is known, and the last what follows from an event (`step.rs`).
//!
//! - [`bearer`]: how a request leaves, and whether it carries the bearer token.
//! - [`reading`]: a session read: when it is due, its begin and its end.
//! - [`signing_out`]: the request of a sign-out, and the lock of this page.
//! - [`pending`]: the other requests: their end, and their restart.
//! - [`waiting`]: when these leave.
//! - [`catalogue`]: when the engine reads the roles by itself.
//! - [`identity`]: who is signed in, and the current identity.
//! - [`invalidation`]: another user may be signed in.
//! - [`cookie`]: whether the browser accepts the cookie.
//! - [`expiry`]: what ends by itself, as the session after 24 hours.
//! - [`unauthorized`]: what becomes of a 401.
//! - [`cached_answers`]: answers that no deployment has just made.
//! - [`session_read`]: what an answer to a session read means.
//! - [`sign_in`] and [`sign_out`].
//! - [`requests`]: a call of the page's for another request, and its answer.
//! - [`tabs`]: the messages of other tabs.
//! - [`close`]: the end of a session.
//! - [`page`]: the events of the page: focus, visibility, network, the back/forward cache, and what else happens to it.
//! - [`schedule`]: which request is sent when.
//! - [`publish`]: what is shown, and which events the page gets.

mod bearer;
mod cached_answers;
mod catalogue;
mod close;
mod cookie;
mod expiry;
mod identity;
mod invalidation;
mod page;
mod pending;
mod publish;
mod reading;
mod requests;
mod schedule;
mod session_read;
mod sign_in;
mod sign_out;
mod signing_out;
mod tabs;
mod unauthorized;
mod waiting;

//! The rules, one concept per file, each as methods of a [`Transition`](super::transition::Transition). `docs/design.md` explains terms
//! such as lock and unverified.
//!
//! The files form layers: each calls only files above it in this list (checked by `tests/layers`). The first files begin and end requests,
//! the middle ones change what is known, and the last ones decide what follows from an event (`step.rs`).
//!
//! - [`bearer`]: sends a request, with the bearer token or without.
//! - [`reading`]: when a session read is due, its begin and its end.
//! - [`signing_out`]: the request of a sign-out, and the lock of this page.
//! - [`pending`]: the end and the restart of all other requests.
//! - [`waiting`]: when those other requests are sent.
//! - [`catalogue`]: when the engine reads the roles by itself.
//! - [`identity`]: the signed-in user, and the current identity.
//! - [`invalidation`]: another user may be signed in.
//! - [`cookie`]: whether the browser accepts the cookie.
//! - [`expiry`]: what ends by time, such as the session after 24 hours.
//! - [`unauthorized`]: what follows from a 401.
//! - [`cached_answers`]: refuses answers of a service worker or a cache.
//! - [`session_read`]: what follows from the answer to a session read.
//! - [`sign_in`] and [`sign_out`]: their calls and answers.
//! - [`requests`]: the calls for all other requests, and their answers.
//! - [`tabs`]: the messages of other tabs.
//! - [`close`]: the end of a session, and the abort of calls.
//! - [`page`]: the events of the page, such as focus, visibility, network and the back/forward cache.
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

//! The rules, one concept per file, each as methods of a [`Transition`](super::transition::Transition). Terms such as lock and
//! unverified: `docs/design.md`.
//!
//! - [`session_read`]: what an answer to a session read means.
//! - [`identity`]: who is signed in, and the current identity.
//! - [`invalidation`]: what waits while the identity is unverified.
//! - [`expiry`]: what ends by itself, as the session after 24 hours.
//! - [`cookie`]: whether the browser accepts the cookie.
//! - [`sign_in`] and [`sign_out`].
//! - [`requests`]: the other requests.
//! - [`bearer`]: which requests carry the bearer token.
//! - [`unauthorized`]: what becomes of a 401 to one of these.
//! - [`catalogue`]: when the engine reads the roles by itself.
//! - [`tabs`]: the messages of other tabs.
//! - [`page`]: focus, visibility, network, and the back/forward cache.
//! - [`schedule`]: which request is sent when.
//! - [`close`]: the end of a session.
//! - [`publish`]: what is shown, and which events the page gets.

mod bearer;
mod catalogue;
mod close;
mod cookie;
mod expiry;
mod identity;
mod invalidation;
mod page;
mod publish;
mod requests;
mod schedule;
mod session_read;
mod sign_in;
mod sign_out;
mod tabs;
mod unauthorized;

//! Tests of the session's state machine: they pass events in, and look at the effects.
//!
//! [`harness`] carries out the effects, and [`answers`] makes the deployment's answers. Each other file tests one concern.
//!
//! `tests/witness` states the rules that must hold for every order of events, and its property test and the model search for violations. The tests
//! here check the rest: how long, how often, in which order, by which effect, and what an answer means.

mod answers;
mod harness;

mod back_forward_cache;
mod cached_answers;
mod catalogue;
mod closing;
mod cookie_refused;
mod epochs;
mod expiry;
mod identity;
mod invalidation;
mod lock;
mod permissions;
mod reauthenticate;
mod refresh;
mod replay;
mod retry;
mod revalidation;
mod session_read;
mod sign_in;
mod sign_out;
mod staleness;
mod tabs;
mod unauthorized;

//! The session's state machine, held to its rules: events in, effects out.
//!
//! [`harness`] carries the effects by hand and checks in every step what must always hold; [`answers`] is what
//! the deployment may say. Each of the others holds one concern; `tests/witness` holds all of them at once.

mod answers;
mod harness;

mod back_forward_cache;
mod cached_answers;
mod catalogue;
mod closing;
mod cookie_refused;
mod epochs;
mod events;
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

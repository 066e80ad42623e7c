//! The session's state machine: events in, effects out.
//!
//! [`harness`] carries the effects by hand; [`answers`] is what the deployment may say. Each of the others holds one concern.
//!
//! What must hold over what happened, whatever the order, `tests/witness` states, and its property test and the model look for what breaks
//! it. Here stands what that does not tell: how long, how often, in which order, by which effect, and what an answer means.

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

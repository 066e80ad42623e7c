//! The session's state machine, held to its rules: events in, effects out.
//!
//! [`harness`] carries the effects by hand and checks in every step what must always hold; [`answers`] is what
//! the deployment may say. Each of the others holds one concern; `tests/witness` holds all of them at once.

mod answers;
mod harness;

mod back_forward_cache;
mod catalogue;
mod closing;
mod cookie_refused;
mod epochs;
mod events;
mod expiry;
mod held_requests;
mod permissions;
mod reauthenticate;
mod reauthenticate_meanwhile;
mod retry;
mod revalidation;
mod roles;
mod session_read;
mod sign_in;
mod sign_in_after_sign_out;
mod sign_out;
mod sign_out_before_the_start;
mod sign_out_elsewhere;
mod sign_out_given_up;
mod sign_out_of_a_newcomer;
mod sign_out_pending;
mod single_flight;
mod staleness;
mod tabs;
mod token;
mod unauthorized;
mod whose_request;

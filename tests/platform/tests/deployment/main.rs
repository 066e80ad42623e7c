//! Tests of a real deployment on a free port, over real sockets.
//!
//! One test binary, so that it is linked once.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, reason = "tests")]

mod bearer_endpoints;
mod binary;
mod connections;
mod control;
mod control_access;
mod cookie;
mod cross_origin;
mod faults;
mod harness;
mod headers;
mod hosts;
mod lifecycle;
mod many_sign_ins;
mod openapi;
mod planted_cookies;
mod session;
mod sign_in;
mod sign_out;
mod site;
mod successive_sessions;
mod what_to_copy;
mod wrong_passwords;

//! A million clients, simulated, while their deployment is down for minutes, and when it comes back.
//!
//! Each client is a session as it ships ([`shipped`]: a `State`, stepped by the core's own `step`), or, to
//! compare it with, one that differs in how long it waits after a failure and in nothing else ([`compared`]).
//! The [`simulation`] drives them against one [`deployment`] by a [`calendar`], seeded: the same seed gives
//! the same run. [`scenario`] is what is assumed, [`subject`] who is compared, [`report`] what comes of it,
//! [`plot`] how it looks.
//!
//! What is assumed matters: a deployment that could turn requests away for nothing (`refusal_percent: 0`) would
//! serve the impatient sooner, for they would never leave it idle. Connections and their encryption are not
//! for nothing.
#![allow(clippy::indexing_slicing, reason = "every index is made here; a wrong one is to be seen at once")]

pub mod calendar;
pub mod client;
pub mod compared;
pub mod deployment;
pub mod plot;
pub mod report;
pub mod scenario;
pub mod shipped;
pub mod simulation;
pub mod subject;
pub mod wording;

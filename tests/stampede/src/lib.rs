//! Simulates a million clients while their deployment is down for minutes, and when it comes back.
//!
//! Each client is the shipped session ([`shipped`]: a `State` with the core's own `step`), or a simpler client that differs only
//! in how long it waits after a failure ([`compared`]). The [`simulation`] runs them against one [`deployment`] by a
//! [`calendar`]. The same seed gives the same run. [`scenario`] has the assumptions, [`subject`] the kinds of clients,
//! [`report`] the result, [`plot`] the drawing.
//!
//! The assumptions matter. If refusing a request cost nothing (`refusal_percent: 0`), clients that retry at once would be
//! served sooner, because they never leave the deployment idle. But connections and their encryption do cost work.
#![allow(
    clippy::indexing_slicing,
    reason = "every index comes from this crate, and a wrong one must be noticed at once"
)]

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

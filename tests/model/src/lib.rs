//! Explores the world of `tests/witness` with `stateright`: every order of events within [`Bounds`].
//!
//! Where to look: [`browser`] the initial state and the possible actions; [`sizes`] the bounds; `properties` what must hold in
//! every state; [`explore`] the exploration and its result.

pub mod browser;
pub mod explore;
mod properties;
pub mod sizes;

pub use browser::{Bounds, Browser, System};

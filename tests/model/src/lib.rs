//! A browser and its deployment (`tests/witness`), explored in every order that is possible.
//!
//! `stateright` explores every order within [`Bounds`], and finds the shortest way to a broken rule.
//!
//! Where to look: [`browser`] where it begins, and what may follow; [`sizes`] how far; `properties` what is asked of
//! every state; [`explore`] what was found.

pub mod browser;
pub mod explore;
mod properties;
pub mod sizes;

pub use browser::{Bounds, Browser, System};

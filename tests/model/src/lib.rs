//! Two tabs of one browser and one deployment, explored in every order that is possible.
//!
//! The tabs are the very `step` that ships. Around it stand a small deployment, the browser's cookie jar, and a
//! wire on which requests, answers and tab messages are delayed, reordered and lost. `stateright` explores every
//! order within [`Bounds`], and finds the shortest way to a broken rule.
//!
//! Where to look: [`browser`] where it begins, and which [`action`]s may follow; [`system`] what they do; [`deployment`] who is signed in, in truth; [`wire`] what is under
//! way; [`tab`] one page; [`witness`] the rules, and who watches over them; `properties` what is asked of
//! every state; [`explore`] how far, and what was found.

pub mod action;
pub mod browser;
pub mod deployment;
pub mod explore;
mod properties;
pub mod system;
pub mod tab;
pub mod wire;
pub mod witness;

pub use browser::{Bounds, Browser, Start};

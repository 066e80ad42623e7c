//! One browser with its pages, one deployment, and one witness a page: what the model explores to its end, what the
//! property test walks at random, and what fuzzing plays.
//!
//! A page is the very `step` that ships, with what a shell keeps beside it. Around it stand the browser's cookie jar,
//! a wire on which requests, answers and messages are delayed, reordered and lost, and a deployment that knows the
//! truth. The rules are over what happened there: what was called, what left, what the deployment judged and when,
//! and what is shown.
//!
//! Where to look: [`action`] what may happen; [`world`] what it does; [`page`] one page; [`wire`] what is under way;
//! [`deployment`] the truth; [`rule`] the rules, and [`witness`] who watches over them; [`rest`] what everything must
//! come to, from wherever it stands.

#![allow(clippy::indexing_slicing, reason = "a proof stops at its first surprise; nothing of it ships")]

pub mod action;
pub mod deployment;
pub mod page;
pub mod rest;
pub mod rule;
pub mod script;
pub mod time;
pub mod wire;
pub mod witness;
pub mod world;

pub use action::{Action, Deed};
pub use deployment::Person;
pub use wire::TabIndex;
pub use world::{Setup, Start, World};

//! A simulated world: one browser with its pages, one deployment, and one witness for each page. The model explores it
//! exhaustively; the property test and fuzzing play random scripts in it.
//!
//! A page is the shipped function `step`, with the state that a shell keeps. The world adds the browser's cookie jar, a wire
//! on which requests, answers and messages are delayed, reordered and lost, and a deployment that knows who is signed in.
//! The rules are stated over what happened in this world: the calls, the requests, the deployment's answers and
//! their times, and what is shown.
//!
//! Where to look: [`action`] what may happen; [`world`] how it happens; [`page`] one page; [`wire`] what is under way;
//! [`deployment`] who is signed in; [`rule`] the rules; [`witness`] checks them; [`rest`] checks that every world
//! comes to rest.

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

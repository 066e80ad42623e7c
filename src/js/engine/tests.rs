//! The engine on a real engine of JavaScript: what is called on it, and what it calls on its host.

use super::*;

mod bodies;
mod calls;
mod page;
mod publications;

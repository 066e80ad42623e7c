//! The engine on a real engine of JavaScript: what it is calls, and what it tells its host.

use super::*;

mod calls;
mod page;
mod publications;

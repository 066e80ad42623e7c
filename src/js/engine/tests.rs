//! Tests of the exported functions in a real JavaScript engine: the tests call them, and look at the calls on the host.

use super::*;

mod bodies;
mod calls;
mod page;
mod publications;

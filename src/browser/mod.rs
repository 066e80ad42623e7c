//! What the engine takes from the browser. Decides nothing about a session.

pub mod clock;
pub mod fetch;

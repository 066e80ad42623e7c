//! The browser, one Web API a file. Nothing in here decides anything about a session.

pub mod clock;
pub mod fetch;
pub mod json;

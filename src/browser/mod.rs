//! The browser, one Web API per file. Nothing in here decides anything about a session.

pub mod clock;
pub mod fetch;

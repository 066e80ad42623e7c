//! The browser, one Web API per file. No file in here decides anything about a session.

pub mod clock;
pub mod fetch;

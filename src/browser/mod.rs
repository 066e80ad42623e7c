//! The browser, one Web API a file. Nothing in here decides anything about a session.

pub mod channel;
pub mod clock;
pub mod fetch;
pub mod json;
pub mod page;
pub mod timer;

#[cfg(test)]
pub mod wait;

//! The exports to JavaScript: thin, and without decisions.

mod engine;
mod host;
mod wire;

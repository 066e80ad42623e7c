//! The exports to JavaScript. They decide nothing.

mod engine;
mod host;
mod wire;

//! What JavaScript sees: thin, and without decisions.

mod engine;
mod host;
mod wire;

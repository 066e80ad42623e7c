//! Code that the fuzz targets share. `cargo fuzz list --fuzz-dir tests/fuzz` names the targets. Each tests one decoder or URL rule of
//! `platform-session`, or the state machine, which runs in the world of `tests/witness`.
//!
//! [`address`] has the deployments and origins for the URL rules, and readers of URLs to compare with.

pub mod address;

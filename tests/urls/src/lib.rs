//! Return URLs (`identity-api.md` 4.6), tried on everything that parsers of addresses read differently.
//!
//! [`table`] holds the deployments, the allowed origins, and cases with their verdicts, all written down by hand.
//! The other inputs are those of [`web_platform_tests`], and what [`generator`] makes of all of them. [`judges`] asks the
//! module's judge and the deployment's own; [`readers`] holds what is let through against other parsers.

pub mod generator;
pub mod judges;
pub mod readers;
pub mod table;
pub mod trial;
pub mod web_platform_tests;

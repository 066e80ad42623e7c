//! Tries the judges of return URLs (`identity-api.md` 4.6) on texts that parsers of addresses read differently.
//!
//! [`table`] has the deployments, the allowed origins, and hand-written cases with their verdicts. More inputs come from
//! [`web_platform_tests`] and from [`generator`]. [`judges`] calls the judge of the module and that of the deployment;
//! [`readers`] are other parsers, which read every allowed input. [`trial`] puts them together.

pub mod generator;
pub mod judges;
pub mod readers;
pub mod table;
pub mod trial;
pub mod web_platform_tests;

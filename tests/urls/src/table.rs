//! What every judge is tried on, natively and in browsers: `tests/cases/return-urls.json`.

use serde::Deserialize;

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Ground {
    /// The origins that a deployment is at.
    pub deployments: Vec<String>,
    /// Allowed by each of them.
    pub allowed_origins: Vec<String>,
    pub cases: Vec<Case>,
}

#[derive(Debug, Deserialize)]
pub struct Case {
    pub raw: String,
    pub allowed: bool,
    /// The deployment, if not the first.
    pub on: Option<String>,
}

impl Ground {
    /// As it is written down.
    ///
    /// # Errors
    ///
    /// Where the file is no such table.
    pub fn read() -> Result<Self, serde_json::Error> {
        serde_json::from_str(include_str!("../../cases/return-urls.json"))
    }

    /// The origins that a deployment may send the browser to: its own first.
    pub fn origins<'a>(&'a self, deployment: &'a str) -> Vec<&'a str> {
        std::iter::once(deployment).chain(self.allowed_origins.iter().map(String::as_str)).collect()
    }

    /// The deployment that the case is about.
    pub fn deployment<'a>(&'a self, case: &'a Case) -> &'a str {
        case.on.as_deref().or(self.deployments.first().map(String::as_str)).unwrap_or_default()
    }
}

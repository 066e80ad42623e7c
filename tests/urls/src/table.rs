//! The table of `tests/cases/return-urls.json`: return URLs with the verdict that every judge must reach, natively and in browsers.

use serde::Deserialize;

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Table {
    /// The origins of the deployments.
    pub deployments: Vec<String>,
    /// The origins that each of these deployments allows besides its own.
    pub allowed_origins: Vec<String>,
    pub cases: Vec<Case>,
}

#[derive(Debug, Deserialize)]
pub struct Case {
    pub raw: String,
    pub allowed: bool,
    /// The origin of the deployment that judges the case; `None` is the first deployment of the table.
    pub on: Option<String>,
}

impl Table {
    /// Reads the file as it was when this crate was compiled.
    ///
    /// # Errors
    ///
    /// If the file is not of this form.
    pub fn read() -> Result<Self, serde_json::Error> {
        serde_json::from_str(include_str!("../../cases/return-urls.json"))
    }

    /// Returns the origins to which a deployment may send the browser, beginning with its own.
    pub fn origins<'a>(&'a self, deployment: &'a str) -> Vec<&'a str> {
        std::iter::once(deployment).chain(self.allowed_origins.iter().map(String::as_str)).collect()
    }

    /// Returns the deployment that judges the case.
    pub fn deployment<'a>(&'a self, case: &'a Case) -> &'a str {
        case.on.as_deref().or(self.deployments.first().map(String::as_str)).unwrap_or_default()
    }
}

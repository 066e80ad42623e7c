//! Gives an input to both judges on every deployment, and an allowed one to every reader.

use crate::judges::{deployment_sends, module_allows};
use crate::readers::misreadings;
use crate::table::Table;
use address::Origin;
use url::Url;

pub struct Trial<'a> {
    deployments: Vec<Deployment<'a>>,
}

/// A deployment of the table, with what the judges need of it.
struct Deployment<'a> {
    url: Url,
    origin: Origin,
    allowed: Vec<Origin>,
    /// The origins to which it may send the browser: its own, and the allowed ones.
    origins: Vec<&'a str>,
}

#[derive(Debug, Default)]
pub struct Tally {
    /// The number of verdicts: one for each input and deployment.
    pub judged: u64,
    /// How many of the verdicts allow the input.
    pub let_through: u64,
    /// A message for each disagreement of the judges, and for each reading at an origin that is not allowed.
    pub broken: Vec<String>,
}

impl<'a> Trial<'a> {
    /// # Errors
    ///
    /// Returns a message if a deployment or an allowed origin of the table is not an origin.
    pub fn new(table: &'a Table) -> Result<Self, String> {
        let parse = |text: &String| text.parse::<Origin>().map_err(|error| error.to_string());
        let deployments = table
            .deployments
            .iter()
            .map(|address| {
                Ok(Deployment {
                    url: Url::parse(address).map_err(|error| format!("{address}: {error}"))?,
                    origin: parse(address)?,
                    allowed: table.allowed_origins.iter().map(parse).collect::<Result<_, String>>()?,
                    origins: table.origins(address),
                })
            })
            .collect::<Result<_, String>>()?;
        Ok(Self { deployments })
    }

    /// Returns for each deployment, in the table's order, whether the module allows the input, and adds the verdicts to `tally`.
    pub fn judge(&self, raw: &str, tally: &mut Tally) -> Vec<bool> {
        self.deployments.iter().map(|deployment| deployment.judge(raw, tally)).collect()
    }
}

impl Deployment<'_> {
    fn judge(&self, raw: &str, tally: &mut Tally) -> bool {
        let allowed = module_allows(raw, &self.url, &self.origins);
        let sent = deployment_sends(raw, &self.origin, &self.allowed);
        tally.judged += 1;
        if allowed != sent.is_some() {
            let who = if allowed { "only the module allows it" } else { "only the deployment allows it" };
            tally.broken.push(format!("{raw:?} on {}: {who}", self.url));
        }
        if let Some(address) = sent
            && !self.origins.contains(&address.origin().ascii_serialization().as_str())
        {
            tally
                .broken
                .push(format!("{raw:?} on {}: the deployment sends the browser to {address}", self.url));
        }
        if allowed {
            tally.let_through += 1;
            tally.broken.extend(misreadings(raw, &self.url, &self.origins));
        }
        allowed
    }
}

//! Puts one input before every judge, on every deployment.

use crate::judges::{deployment_sends, module_allows};
use crate::readers::misled;
use crate::table::Table;
use address::Origin;
use url::Url;

pub struct Trial<'a> {
    places: Vec<Place<'a>>,
}

/// A deployment, ready to be asked.
struct Place<'a> {
    url: Url,
    origin: Origin,
    allowed: Vec<Origin>,
    /// Where it may send the browser.
    origins: Vec<&'a str>,
}

#[derive(Debug, Default)]
pub struct Tally {
    pub judged: u64,
    pub let_through: u64,
    /// What was broken, in words.
    pub broken: Vec<String>,
}

impl<'a> Trial<'a> {
    /// # Errors
    ///
    /// `Err`: in words, where the table holds what is no origin.
    pub fn new(table: &'a Table) -> Result<Self, String> {
        let origin = |text: &String| text.parse::<Origin>().map_err(|error| error.to_string());
        let places = table
            .deployments
            .iter()
            .map(|deployment| {
                Ok(Place {
                    url: Url::parse(deployment).map_err(|error| format!("{deployment}: {error}"))?,
                    origin: origin(deployment)?,
                    allowed: table.allowed_origins.iter().map(origin).collect::<Result<_, String>>()?,
                    origins: table.origins(deployment),
                })
            })
            .collect::<Result<_, String>>()?;
        Ok(Self { places })
    }

    /// Whether each deployment, in the table's order, lets it through. Where the judges disagree, or what is let
    /// through leads elsewhere for any reader, `tally` says so.
    pub fn judge(&self, raw: &str, tally: &mut Tally) -> Vec<bool> {
        self.places.iter().map(|place| place.judge(raw, tally)).collect()
    }
}

impl Place<'_> {
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
            tally.broken.extend(misled(raw, &self.url, &self.origins));
        }
        allowed
    }
}

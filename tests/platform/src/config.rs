//! What a deployment is started with.

use std::path::PathBuf;

use address::Origin;
use clap::ValueEnum;

use crate::sso::Issuer;

/// Everything a deployment can be told. The default is an in-memory deployment on a free loopback port
/// with nothing optional switched on.
#[derive(Debug, Clone)]
pub struct Config {
    /// `host:port` to listen on; port 0 takes a free one.
    pub listen: String,
    /// Origin that people open the deployment by, where it is not the address listened on. Identity providers send
    /// browsers back there; what a request says in `Host` is not believed.
    pub origin: Option<Origin>,
    /// Directory of static files to serve beside the API.
    pub site: Option<PathBuf>,
    /// SQLite database file; in memory where `None`.
    pub db: Option<PathBuf>,
    /// Whether endpoints marked "bearer token" take the session cookie too.
    pub bearer: Bearer,
    /// Origins, besides the deployment's own, with pages that may call the API.
    pub allowed_origins: Vec<Origin>,
    /// The external identity provider of single sign-on.
    pub identity_provider: IdentityProvider,
    /// Who may use the `/_control/` paths, which tests steer the deployment with.
    pub control: Steering,
    /// Whether wrong passwords are limited while `control` is on. They always are while it is off.
    pub limit_wrong_passwords: bool,
}

/// What endpoints marked "bearer token" in `identity-api.md` accept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum Bearer {
    /// The `Authorization` header alone: the letter of the document.
    #[default]
    Strict,
    /// The session cookie too.
    Cookie,
}

/// Which clients may use the `/_control/` paths. They change accounts and answers, and ask for no token.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Steering {
    /// None: the paths do not exist.
    #[default]
    Off,
    /// For programs of this machine, and pages of the deployment. Goes with a loopback listener only.
    Loopback,
    /// For everyone who reaches the listener, by whatever name; not for pages of other origins.
    Anyone,
}

/// Settings of the identity provider. None given: single sign-on is off. Some given: it is half configured.
#[derive(Debug, Clone, Default)]
pub struct IdentityProvider {
    pub issuer: Option<Issuer>,
    pub client_id: Option<String>,
    /// File of the client secret; white space around it does not count.
    pub client_secret_file: Option<PathBuf>,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            listen: "127.0.0.1:0".to_owned(),
            origin: None,
            site: None,
            db: None,
            bearer: Bearer::default(),
            allowed_origins: Vec::new(),
            identity_provider: IdentityProvider::default(),
            control: Steering::default(),
            limit_wrong_passwords: false,
        }
    }
}

//! The settings of a deployment.

use std::path::PathBuf;

use address::Origin;
use clap::ValueEnum;

use crate::sso::Issuer;

/// All settings. The default is an in-memory deployment on a free loopback port with every option off.
#[derive(Debug, Clone)]
pub struct Config {
    /// `host:port` to listen on; port 0 takes a free one.
    pub listen: String,
    /// Origin at which users open the deployment, if it is not the listening address. Identity providers send browsers back
    /// there. The `Host` of a request is never used for that.
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
    /// Which clients may use the `/_control/` paths, by which tests steer the deployment.
    pub control: Steering,
    /// Whether wrong passwords are limited although `control` is on. While it is off, they always are.
    pub limit_wrong_passwords: bool,
}

/// What endpoints marked "bearer token" in `identity-api.md` accept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum Bearer {
    /// Only the `Authorization` header, as the document says.
    #[default]
    Strict,
    /// The session cookie, too.
    Cookie,
}

/// Which clients may use the `/_control/` paths. These paths change accounts and answers, and need no token.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Steering {
    /// None: the paths do not exist.
    #[default]
    Off,
    /// Programs of this machine, and pages of the deployment. Needs a loopback listener.
    Loopback,
    /// Every client that reaches the listener, with any `Host`; but no page of another origin.
    Anyone,
}

/// Settings of the identity provider. Without any of them, single sign-on is off; with only some, it is unavailable.
#[derive(Debug, Clone, Default)]
pub struct IdentityProvider {
    pub issuer: Option<Issuer>,
    pub client_id: Option<String>,
    /// File with the client secret; surrounding white space is ignored.
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

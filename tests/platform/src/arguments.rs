//! The command line.

use std::path::PathBuf;

use clap::Parser;
use platform::{Bearer, Config, IdentityProvider, Issuer, Origin, Steering};

/// The reference deployment: the whole Identity API, for tests, the demo and front-end development.
#[derive(Debug, Parser)]
#[command(name = "platform", version)]
pub struct Arguments {
    /// Address to listen on; port 0 takes a free one
    #[arg(long, value_name = "HOST:PORT", default_value = "127.0.0.1:8787")]
    listen: String,

    /// Origin that people open the deployment by [default: the address listened on]
    #[arg(long, value_name = "ORIGIN")]
    origin: Option<Origin>,

    /// Directory of static files to serve beside the API
    #[arg(long, value_name = "DIR")]
    site: Option<PathBuf>,

    /// SQLite database file [default: in memory]
    #[arg(long, value_name = "FILE")]
    db: Option<PathBuf>,

    /// Whether endpoints marked "bearer token" refuse the session cookie or take it too
    #[arg(long, value_enum, default_value_t = Bearer::Strict)]
    bearer: Bearer,

    /// Origin, besides the deployment's own, with pages that may call the API (repeatable)
    #[arg(long = "allowed-origin", value_name = "ORIGIN")]
    allowed_origins: Vec<Origin>,

    /// Issuer URL of the identity provider for single sign-on
    #[arg(long, value_name = "ISSUER")]
    idp: Option<Issuer>,

    /// Client identifier at the identity provider
    #[arg(long, value_name = "ID")]
    idp_client_id: Option<String>,

    /// File that holds the client secret for the identity provider
    #[arg(long, value_name = "FILE")]
    idp_client_secret_file: Option<PathBuf>,

    /// Add the /_control/ paths that tests steer the deployment with, for programs of this machine
    #[arg(long)]
    control: bool,

    /// Let everyone who reaches the listener use the /_control/ paths
    #[arg(long, requires = "control")]
    control_anyone: bool,

    /// With --control, too: answer 429 after ten wrong passwords for one email within a minute
    #[arg(long, requires = "control")]
    limit_wrong_passwords: bool,
}

impl From<Arguments> for Config {
    fn from(arguments: Arguments) -> Self {
        Self {
            listen: arguments.listen,
            origin: arguments.origin,
            site: arguments.site,
            db: arguments.db,
            bearer: arguments.bearer,
            allowed_origins: arguments.allowed_origins,
            identity_provider: IdentityProvider {
                issuer: arguments.idp,
                client_id: arguments.idp_client_id,
                client_secret_file: arguments.idp_client_secret_file,
            },
            control: match (arguments.control, arguments.control_anyone) {
                (false, _) => Steering::Off,
                (true, false) => Steering::Loopback,
                (true, true) => Steering::Anyone,
            },
            limit_wrong_passwords: arguments.limit_wrong_passwords,
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    fn parse(arguments: &[&str]) -> Result<Config, clap::Error> {
        Arguments::try_parse_from([&["platform"], arguments].concat()).map(Config::from)
    }

    #[test]
    fn defaults_switch_nothing_on() {
        Arguments::command().debug_assert();
        let config = parse(&[]).unwrap();
        assert_eq!(config.listen, "127.0.0.1:8787");
        assert_eq!(config.bearer, Bearer::Strict);
        assert_eq!(config.control, Steering::Off);
        assert!(config.allowed_origins.is_empty() && config.db.is_none());
    }

    #[test]
    fn control_is_for_this_machine_unless_control_anyone_is_given() {
        assert_eq!(parse(&["--control"]).unwrap().control, Steering::Loopback);
        assert_eq!(parse(&["--control", "--control-anyone"]).unwrap().control, Steering::Anyone);
        assert!(!parse(&["--control"]).unwrap().limit_wrong_passwords);
        assert!(parse(&["--control", "--limit-wrong-passwords"]).unwrap().limit_wrong_passwords);
    }

    #[test]
    fn unsafe_and_meaningless_flags_are_refused() {
        for arguments in [
            ["--control-anyone"].as_slice(),
            &["--limit-wrong-passwords"],
            &["--allowed-origin", "*"],
            &["--origin", "https://portal.example/app"],
            &["--idp", "http://idp.example"],
        ] {
            assert!(parse(arguments).is_err(), "{arguments:?}");
        }
    }
}

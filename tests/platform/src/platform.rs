//! Starts and stops a deployment.

use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use address::{InvalidOrigin, Origin};
use tokio::net::{TcpListener, lookup_host};
use tokio_util::sync::{CancellationToken, DropGuard};

use crate::auth::password::{PasswordError, Passwords};
use crate::auth::wrong_passwords::WrongPasswords;
use crate::config::{Config, Steering};
use crate::connection::{self, Connections};
use crate::control::Control;
use crate::http::known_origins::KnownOrigins;
use crate::http::{App, router};
use crate::sso::{SingleSignOn, SsoError};
use crate::store::seed::{self, SeedError};
use crate::store::{Store, StoreError};

/// How long requests under way may take to finish when the deployment stops.
const GRACE: Duration = Duration::from_secs(5);

/// Starts deployments.
pub struct Platform;

/// A running deployment. Dropping it ends it at once; [`Running::stop`] lets requests finish first.
#[must_use = "a deployment stops when this is dropped"]
pub struct Running {
    address: SocketAddr,
    origins: KnownOrigins,
    connections: Connections,
    _abort_on_drop: DropGuard,
}

/// Why a deployment could not start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    #[error("cannot listen on {address}: {source}")]
    Listen { address: String, source: io::Error },
    #[error(
        "`--control` would let everyone who reaches {0} change accounts and answers: listen on a loopback address, \
         or add `--control-anyone`"
    )]
    OpenControl(SocketAddr),
    #[error(
        "`--control` would let everyone who opens {0} change accounts and answers where its proxy rewrites `Host`: leave one of \
         them out, or add `--control-anyone`"
    )]
    ProxiedControl(Origin),
    #[error("the site directory {} does not exist", .0.display())]
    Site(PathBuf),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Password(#[from] PasswordError),
    #[error(transparent)]
    Seed(#[from] SeedError),
    #[error("people cannot open the address that is listened on, and no other origin is given: {0}")]
    Origin(#[from] InvalidOrigin),
    #[error(transparent)]
    SingleSignOn(#[from] SsoError),
}

impl Platform {
    /// Opens the database, adds the missing accounts, and listens. When this returns, requests are answered.
    pub async fn start(config: Config) -> Result<Running, StartError> {
        if let Some(site) = config.site.as_ref().filter(|site| !site.is_dir()) {
            return Err(StartError::Site(site.clone()));
        }
        let listen = |source| StartError::Listen { address: config.listen.clone(), source };
        let addresses: Vec<_> = lookup_host(&config.listen).await.map_err(listen)?.collect();
        let public = addresses.iter().find(|address| !is_loopback(**address));
        if let Some(address) = public.filter(|_| config.control == Steering::Loopback) {
            return Err(StartError::OpenControl(*address));
        }
        if let Some(origin) = config.origin.as_ref().filter(|origin| !origin.is_loopback())
            && config.control == Steering::Loopback
        {
            return Err(StartError::ProxiedControl(origin.clone()));
        }
        let listener = TcpListener::bind(addresses.as_slice()).await.map_err(listen)?;
        let address = listener.local_addr().map_err(listen)?;
        let origin = match config.origin {
            Some(origin) => origin,
            None => url_of(address).parse()?,
        };

        let origins = KnownOrigins { own: origin, allowed: config.allowed_origins };
        let sso = SingleSignOn::from_config(&config.identity_provider, &origins.own).await?;
        let passwords = Passwords::start().await?;
        let store = Store::open(config.db.clone()).await?;
        seed::accounts(&store, &passwords).await?;

        let abort = CancellationToken::new();
        let connections = Connections::new(abort.clone());
        let control = match config.control {
            Steering::Off => None,
            steering => {
                Some(Arc::new(Control::new(steering, connections.recycler(), connections.stopping())))
            }
        };
        // Tests may send any number of wrong passwords.
        let is_limited = config.control == Steering::Off || config.limit_wrong_passwords;
        let app = Arc::new(App {
            store,
            passwords,
            wrong_passwords: is_limited.then(WrongPasswords::default),
            bearer: config.bearer,
            origins: origins.clone(),
            sso,
        });
        let router = router(app, control, config.site.as_deref());
        tokio::spawn(connection::accept(listener, router, connections.clone()));

        Ok(Running { address, origins, connections, _abort_on_drop: abort.drop_guard() })
    }
}

impl Running {
    /// The listening address, with the real port.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The listening address as an http origin, without a trailing slash.
    pub fn url(&self) -> String {
        url_of(self.address)
    }

    /// Whether other machines can reach the deployment: its listener, or a proxy at its origin.
    pub fn is_public(&self) -> bool {
        is_public(self.address, &self.origins.own)
    }

    /// The allowed origins on http, if the deployment is on https. An attacker on the network can change their pages, and call the API
    /// with the session of a user who opens one.
    pub fn unencrypted_allowed_origins(&self) -> impl Iterator<Item = &Origin> {
        let is_encrypted = |origin: &Origin| origin.root().scheme() == "https";
        self.origins
            .allowed
            .iter()
            .filter(move |origin| is_encrypted(&self.origins.own) && !is_encrypted(origin))
    }

    /// Stops listening, lets requests under way finish for a moment, and returns once every connection is closed.
    pub async fn stop(self) {
        self.connections.stop(GRACE).await;
    }
}

fn is_public(address: SocketAddr, origin: &Origin) -> bool {
    !is_loopback(address) || !origin.is_loopback()
}

fn is_loopback(address: SocketAddr) -> bool {
    address.ip().to_canonical().is_loopback()
}

fn url_of(address: SocketAddr) -> String {
    format!("http://{address}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_loopback_address_keeps_other_machines_out() {
        for (address, loopback) in [
            ("127.0.0.1:8787", true),
            ("127.8.9.1:8787", true),
            ("[::1]:8787", true),
            ("[::ffff:127.0.0.1]:8787", true),
            ("0.0.0.0:8787", false),
            ("[::]:8787", false),
            ("192.168.0.7:8787", false),
        ] {
            assert_eq!(is_loopback(address.parse().unwrap()), loopback, "{address}");
        }
    }

    #[test]
    fn a_deployment_is_public_by_its_address_or_by_its_origin() {
        for (address, origin, public) in [
            ("127.0.0.1:8787", "http://localhost:3000", false),
            ("127.0.0.1:8787", "https://portal.example", true),
            ("0.0.0.0:8787", "http://localhost:3000", true),
        ] {
            let (address, origin) = (address.parse().unwrap(), origin.parse().unwrap());
            assert_eq!(is_public(address, &origin), public, "{address} {origin}");
        }
    }
}

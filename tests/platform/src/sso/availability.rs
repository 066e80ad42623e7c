//! Whether single sign-on is offered (`identity-api.md` 4.5 and 4.6).

use std::path::{Path, PathBuf};

use address::Origin;

use super::CALLBACK;
use super::provider::Provider;
use super::transport::TransportError;
use crate::config::IdentityProvider;

/// Whether single sign-on is configured.
pub(crate) enum SingleSignOn {
    /// No settings are given.
    Off,
    /// Some settings are missing: sign-ons cannot begin.
    Incomplete,
    /// All settings are given. The provider may still be down.
    Configured(Box<Provider>),
}

/// The settings of single sign-on cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum SsoError {
    #[error("cannot read the client secret in {}: {source}", .path.display())]
    Unreadable { path: PathBuf, source: std::io::Error },
    #[error("the client secret in {} is empty", .0.display())]
    Empty(PathBuf),
    #[error("the deployment's origin has no address for the way back: {0}")]
    Callback(#[from] url::ParseError),
    #[error("requests to the identity provider cannot be made: {0}")]
    Transport(#[from] TransportError),
}

impl SingleSignOn {
    /// Reads the settings and the secret file. The provider sends browsers back to `origin`.
    pub(crate) async fn from_config(config: &IdentityProvider, origin: &Origin) -> Result<Self, SsoError> {
        let secret = match &config.client_secret_file {
            Some(path) => Some(read_secret(path).await?),
            None => None,
        };
        Ok(match (config.issuer.clone(), config.client_id.clone(), secret) {
            (Some(issuer), Some(client), Some(secret)) => {
                let redirect = origin.root().join(CALLBACK)?;
                Self::Configured(Box::new(Provider::new(issuer, client, secret, redirect)?))
            }
            (None, None, None) => Self::Off,
            _ => Self::Incomplete,
        })
    }
}

async fn read_secret(path: &Path) -> Result<String, SsoError> {
    let text = tokio::fs::read_to_string(path)
        .await
        .map_err(|source| SsoError::Unreadable { path: path.to_owned(), source })?;
    let secret = text.trim();
    if secret.is_empty() { Err(SsoError::Empty(path.to_owned())) } else { Ok(secret.to_owned()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_secret_file_must_hold_a_secret() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("secret");
        let origin = "https://portal.example".parse().unwrap();
        let config =
            IdentityProvider { client_secret_file: Some(path.clone()), ..IdentityProvider::default() };
        let outcome = async || SingleSignOn::from_config(&config, &origin).await;
        assert!(matches!(outcome().await, Err(SsoError::Unreadable { .. })));
        std::fs::write(&path, " \n").unwrap();
        assert!(matches!(outcome().await, Err(SsoError::Empty(_))));
        std::fs::write(&path, "secret\n").unwrap();
        assert!(matches!(outcome().await, Ok(SingleSignOn::Incomplete)));
    }
}

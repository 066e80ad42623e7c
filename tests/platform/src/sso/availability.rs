//! Whether single sign-on is offered (`identity-api.md` 4.5 and 4.6).

use std::path::PathBuf;

use crate::config::IdentityProvider;

/// How far single sign-on is set up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SingleSignOn {
    /// Not asked for.
    Off,
    /// Asked for, but settings are missing: the flow cannot start.
    Incomplete,
    /// Everything is there.
    Configured,
}

/// The client secret that was named cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum SsoError {
    #[error("cannot read the client secret in {}: {source}", .path.display())]
    Unreadable { path: PathBuf, source: std::io::Error },
    #[error("the client secret in {} is empty", .0.display())]
    Empty(PathBuf),
}

impl SingleSignOn {
    /// Judges the settings, and that the secret's file holds one.
    pub(crate) async fn from_config(config: &IdentityProvider) -> Result<Self, SsoError> {
        if let Some(path) = &config.client_secret_file {
            let secret = tokio::fs::read_to_string(path)
                .await
                .map_err(|source| SsoError::Unreadable { path: path.clone(), source })?;
            if secret.trim().is_empty() {
                return Err(SsoError::Empty(path.clone()));
            }
        }
        let given =
            [config.issuer.is_some(), config.client_id.is_some(), config.client_secret_file.is_some()];
        Ok(match given {
            [true, true, true] => Self::Configured,
            [false, false, false] => Self::Off,
            _ => Self::Incomplete,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_secret_file_must_hold_a_secret() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("secret");
        let config =
            IdentityProvider { client_secret_file: Some(path.clone()), ..IdentityProvider::default() };
        assert!(matches!(SingleSignOn::from_config(&config).await, Err(SsoError::Unreadable { .. })));
        std::fs::write(&path, " \n").unwrap();
        assert!(matches!(SingleSignOn::from_config(&config).await, Err(SsoError::Empty(_))));
        std::fs::write(&path, "secret\n").unwrap();
        assert_eq!(SingleSignOn::from_config(&config).await.unwrap(), SingleSignOn::Incomplete);
    }
}

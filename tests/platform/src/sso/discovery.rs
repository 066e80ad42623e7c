//! What is known of the identity provider: its description of itself and its key set, fetched when first needed.

use std::sync::Arc;
use std::time::{Duration, Instant};

use openidconnect::core::{CoreClientAuthMethod, CoreJsonWebKeySet};
use openidconnect::{AuthType, JsonWebKeySet};
use tokio::sync::Mutex;

use super::issuer::{Issuer, is_private};
use super::metadata::Metadata;
use super::provider_error::ProviderError;
use super::transport::Transport;

/// After this long the description is fetched anew; where that fails, the older one serves on.
const LIFETIME: Duration = Duration::from_hours(1);
/// Least time between two fetches of the key set on account of unknown keys.
const KEY_PAUSE: Duration = Duration::from_secs(30);

/// Fetches and keeps the provider's description. Nothing is fetched before a user signs in, so a provider that is
/// down when the deployment starts is found as soon as it is back.
pub(super) struct Discovery {
    issuer: Issuer,
    transport: Transport,
    known: Mutex<Known>,
}

#[derive(Default)]
struct Known {
    provider: Option<Arc<Description>>,
    fetched_at: Option<Instant>,
    failed_at: Option<Instant>,
    keys_asked_at: Option<Instant>,
}

/// The provider's description of itself, with its keys.
pub(super) struct Description(pub(super) Metadata);

impl Discovery {
    pub(super) fn new(issuer: Issuer, transport: Transport) -> Self {
        Self { issuer, transport, known: Mutex::default() }
    }

    /// The provider as it is known. Requests that need it while it is fetched share the one outcome.
    pub(super) async fn provider(&self) -> Result<Arc<Description>, ProviderError> {
        let asked_at = Instant::now();
        let mut known = self.known.lock().await;
        let is_fresh = known.fetched_at.is_some_and(|at| at.elapsed() < LIFETIME);
        let failed_meanwhile = known.failed_at.is_some_and(|at| at >= asked_at);
        if let Some(provider) = known.provider.as_ref().filter(|_| is_fresh || failed_meanwhile) {
            return Ok(provider.clone());
        }
        if failed_meanwhile {
            return Err(ProviderError::UnreachableBefore);
        }
        match self.fetch().await {
            Ok(provider) => {
                let provider = Arc::new(provider);
                known.provider = Some(provider.clone());
                known.fetched_at = Some(Instant::now());
                Ok(provider)
            }
            Err(error) => {
                known.failed_at = Some(Instant::now());
                known.provider.clone().ok_or(error)
            }
        }
    }

    /// The provider with newer keys than `seen` has, for a token that was signed with none of those. `None` where they
    /// were fetched for that reason a moment ago: tokens with unknown keys must not become requests without limit.
    pub(super) async fn with_newer_keys(
        &self,
        seen: &Arc<Description>,
    ) -> Result<Option<Arc<Description>>, ProviderError> {
        let mut known = self.known.lock().await;
        if let Some(provider) = known.provider.as_ref().filter(|provider| !Arc::ptr_eq(provider, seen)) {
            return Ok(Some(provider.clone()));
        }
        if known.keys_asked_at.is_some_and(|at| at.elapsed() < KEY_PAUSE) {
            return Ok(None);
        }
        known.keys_asked_at = Some(Instant::now());
        let keys: CoreJsonWebKeySet = JsonWebKeySet::fetch_async(seen.0.jwks_uri(), &self.transport).await?;
        let provider = Arc::new(Description(seen.0.clone().set_jwks(keys)));
        known.provider = Some(provider.clone());
        Ok(Some(provider))
    }

    async fn fetch(&self) -> Result<Description, ProviderError> {
        let metadata = Metadata::discover_async(self.issuer.url().clone(), &self.transport).await?;
        let description = Description(metadata);
        if description.is_private() { Ok(description) } else { Err(ProviderError::Insecure) }
    }
}

impl Description {
    /// How the client proves itself: by header, which is the default, unless the provider takes it in the body alone.
    pub(super) fn client_authentication(&self) -> AuthType {
        match self.0.token_endpoint_auth_methods_supported() {
            Some(methods)
                if !methods.contains(&CoreClientAuthMethod::ClientSecretBasic)
                    && methods.contains(&CoreClientAuthMethod::ClientSecretPost) =>
            {
                AuthType::RequestBody
            }
            _ => AuthType::BasicAuth,
        }
    }

    /// Whether the provider says who it is on each way back (RFC 9207).
    pub(super) fn names_itself(&self) -> bool {
        self.0.additional_metadata().authorization_response_iss_parameter_supported == Some(true)
    }

    fn is_private(&self) -> bool {
        is_private(self.0.authorization_endpoint().url())
            && is_private(self.0.jwks_uri().url())
            && self.0.token_endpoint().is_none_or(|endpoint| is_private(endpoint.url()))
            && self.0.userinfo_endpoint().is_none_or(|endpoint| is_private(endpoint.url()))
    }
}

//! The identity provider's metadata and key set, fetched when they are first needed.

use std::sync::Arc;
use std::time::{Duration, Instant};

use openidconnect::core::{CoreClientAuthMethod, CoreJsonWebKeySet};
use openidconnect::{AuthType, JsonWebKeySet};
use tokio::sync::Mutex;

use super::issuer::{Issuer, is_private};
use super::metadata::Metadata;
use super::provider_error::ProviderError;
use super::transport::Transport;

/// After this time the metadata are fetched again. If that fails, the old ones are used on.
const LIFETIME: Duration = Duration::from_hours(1);
/// The shortest time between two fetches of the key set because of unknown keys.
const KEY_PAUSE: Duration = Duration::from_secs(30);

/// Fetches and caches the provider's metadata. Nothing is fetched before a user signs in, so a provider that is down when the
/// deployment starts is used as soon as it is up.
pub(super) struct Discovery {
    issuer: Issuer,
    transport: Transport,
    cache: Mutex<Cache>,
}

#[derive(Default)]
struct Cache {
    provider: Option<Arc<Description>>,
    fetched_at: Option<Instant>,
    failed_at: Option<Instant>,
    keys_asked_at: Option<Instant>,
}

/// The provider's metadata, with its keys.
pub(super) struct Description(pub(super) Metadata);

impl Discovery {
    pub(super) fn new(issuer: Issuer, transport: Transport) -> Self {
        Self { issuer, transport, cache: Mutex::default() }
    }

    /// The provider's metadata. Sign-ons that need them during a fetch share its outcome.
    pub(super) async fn provider(&self) -> Result<Arc<Description>, ProviderError> {
        let asked_at = Instant::now();
        let mut cache = self.cache.lock().await;
        let is_fresh = cache.fetched_at.is_some_and(|at| at.elapsed() < LIFETIME);
        let failed_meanwhile = cache.failed_at.is_some_and(|at| at >= asked_at);
        if let Some(provider) = cache.provider.as_ref().filter(|_| is_fresh || failed_meanwhile) {
            return Ok(provider.clone());
        }
        if failed_meanwhile {
            return Err(ProviderError::UnreachableBefore);
        }
        match self.fetch().await {
            Ok(provider) => {
                let provider = Arc::new(provider);
                cache.provider = Some(provider.clone());
                cache.fetched_at = Some(Instant::now());
                Ok(provider)
            }
            Err(error) => {
                cache.failed_at = Some(Instant::now());
                cache.provider.clone().ok_or(error)
            }
        }
    }

    /// The metadata with newer keys than those of `old`, for a token with an unknown key. `None` if they were fetched for this reason a
    /// moment ago, so that tokens with unknown keys do not cause requests without limit.
    pub(super) async fn with_newer_keys(
        &self,
        old: &Arc<Description>,
    ) -> Result<Option<Arc<Description>>, ProviderError> {
        let mut cache = self.cache.lock().await;
        if let Some(provider) = cache.provider.as_ref().filter(|provider| !Arc::ptr_eq(provider, old)) {
            return Ok(Some(provider.clone()));
        }
        if cache.keys_asked_at.is_some_and(|at| at.elapsed() < KEY_PAUSE) {
            return Ok(None);
        }
        cache.keys_asked_at = Some(Instant::now());
        let keys: CoreJsonWebKeySet = JsonWebKeySet::fetch_async(old.0.jwks_uri(), &self.transport).await?;
        let provider = Arc::new(Description(old.0.clone().set_jwks(keys)));
        cache.provider = Some(provider.clone());
        Ok(Some(provider))
    }

    async fn fetch(&self) -> Result<Description, ProviderError> {
        let metadata = Metadata::discover_async(self.issuer.url().clone(), &self.transport).await?;
        let description = Description(metadata);
        if description.is_private() { Ok(description) } else { Err(ProviderError::Insecure) }
    }
}

impl Description {
    /// How the client authenticates: by header, unless the provider accepts only the body.
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

    /// Whether the provider announces that each callback has its issuer as `iss` (RFC 9207).
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

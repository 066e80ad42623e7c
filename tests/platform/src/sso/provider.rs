//! The client of the identity provider: where the browser is sent, and how its code is exchanged for an identity.

use std::sync::Arc;

use openidconnect::core::{
    CoreAuthDisplay, CoreAuthPrompt, CoreAuthenticationFlow, CoreErrorResponseType, CoreGenderClaim,
    CoreJsonWebKey, CoreJweContentEncryptionAlgorithm, CoreRevocableToken, CoreRevocationErrorResponse,
    CoreTokenIntrospectionResponse, CoreTokenType,
};
use openidconnect::{
    AccessToken, AccessTokenHash, AuthorizationCode, ClaimsVerificationError, ClientId, ClientSecret,
    CsrfToken, EndpointMaybeSet, EndpointNotSet, EndpointSet, Nonce, OAuth2TokenResponse, PkceCodeChallenge,
    PkceCodeVerifier, RedirectUrl, Scope, SignatureVerificationError, StandardErrorResponse, TokenResponse,
};
use url::Url;

use super::discovery::{Description, Discovery};
use super::id_token::{NotBefore, Tokens, judge, verifier};
use super::identity::{Identity, Profile};
use super::issuer::Issuer;
use super::provider_error::ProviderError;
use super::transport::{Transport, TransportError};
use crate::store::flows::Flow;

/// The scopes besides `openid`.
const SCOPES: [&str; 2] = ["email", "profile"];

/// The identity provider. This deployment is its client, by authorization code with PKCE (RFC 7636, S256), state and nonce.
pub(crate) struct Provider {
    issuer: Issuer,
    client_id: ClientId,
    client_secret: ClientSecret,
    redirect: RedirectUrl,
    transport: Transport,
    discovery: Discovery,
}

type Client = openidconnect::Client<
    NotBefore,
    CoreAuthDisplay,
    CoreGenderClaim,
    CoreJweContentEncryptionAlgorithm,
    CoreJsonWebKey,
    CoreAuthPrompt,
    StandardErrorResponse<CoreErrorResponseType>,
    Tokens,
    CoreTokenIntrospectionResponse,
    CoreRevocableToken,
    CoreRevocationErrorResponse,
    EndpointSet,
    EndpointNotSet,
    EndpointNotSet,
    EndpointNotSet,
    EndpointMaybeSet,
    EndpointMaybeSet,
>;

impl Provider {
    /// `redirect` is where the provider sends browsers back.
    pub(super) fn new(
        issuer: Issuer,
        client_id: String,
        client_secret: String,
        redirect: Url,
    ) -> Result<Self, TransportError> {
        let transport = Transport::new(issuer.is_loopback())?;
        Ok(Self {
            discovery: Discovery::new(issuer.clone(), transport.clone()),
            issuer,
            client_id: ClientId::new(client_id),
            client_secret: ClientSecret::new(client_secret),
            redirect: RedirectUrl::from_url(redirect),
            transport,
        })
    }

    /// Whether a callback with these values of `iss` is this provider's (RFC 9207 2.4): it names this issuer, or no issuer if this provider
    /// has not announced `iss`. Otherwise, the code may be another provider's.
    pub(crate) async fn is_named_by(&self, issuers: &[&str]) -> Result<bool, ProviderError> {
        Ok(match issuers {
            [] => !self.discovery.provider().await?.names_itself(),
            [issuer] => self.issuer.url().as_str() == *issuer,
            _ => false,
        })
    }

    /// The URL at the provider where a sign-on begins.
    pub(crate) async fn authorization_url(&self, state: &str, flow: &Flow) -> Result<Url, ProviderError> {
        let provider = self.discovery.provider().await?;
        let client = self.client(&provider);
        let (state, nonce) = (CsrfToken::new(state.to_owned()), Nonce::new(flow.nonce.clone()));
        let verifier = PkceCodeVerifier::new(flow.verifier.clone());
        let request = client
            .authorize_url(CoreAuthenticationFlow::AuthorizationCode, || state, || nonce)
            .set_pkce_challenge(PkceCodeChallenge::from_code_verifier_sha256(&verifier))
            .add_scopes(SCOPES.map(|scope| Scope::new(scope.to_owned())));
        Ok(request.url().0)
    }

    /// Exchanges the code that the browser brought back for the identity of its user.
    pub(crate) async fn identity(&self, code: String, flow: Flow) -> Result<Identity, ProviderError> {
        let provider = self.discovery.provider().await?;
        let client = self.client(&provider);
        let tokens = client
            .exchange_code(AuthorizationCode::new(code))?
            .set_pkce_verifier(PkceCodeVerifier::new(flow.verifier))
            .request_async(&self.transport)
            .await?;
        if *tokens.token_type() != CoreTokenType::Bearer {
            return Err(ProviderError::Malformed("token type"));
        }
        let (subject, claimed) = self.verified(provider, &tokens, &Nonce::new(flow.nonce)).await?;
        let profile = match claimed {
            // The ID token may leave out the address, or whether it is verified: then the user info endpoint is asked.
            Profile { email: None, .. } | Profile { email_verified: None, .. }
                if client.user_info_url().is_some() =>
            {
                let token = sendable(tokens.access_token())?;
                let claims = client.user_info(token, Some(subject.clone()))?;
                Profile::from(&claims.request_async(&self.transport).await?)
            }
            claimed => claimed,
        };
        Ok(Identity { issuer: self.issuer.url().to_string(), subject: subject.to_string(), profile })
    }

    /// The claims of the ID token, if it is valid. An unknown key makes the key set be fetched again.
    async fn verified(
        &self,
        provider: Arc<Description>,
        tokens: &Tokens,
        nonce: &Nonce,
    ) -> Result<(openidconnect::SubjectIdentifier, Profile), ProviderError> {
        let token = tokens.id_token().ok_or(ProviderError::IdToken("there is none"))?;
        let mut verifier = verifier(&self.client_id, &provider.0);
        let mut claims = token.claims(&verifier, nonce);
        if has_unknown_key(&claims)
            && let Some(newer) = self.discovery.with_newer_keys(&provider).await?
        {
            verifier = super::id_token::verifier(&self.client_id, &newer.0);
            claims = token.claims(&verifier, nonce);
        }
        let claims = claims?;
        judge(claims)?;
        if claims.authorized_party().is_some_and(|party| *party != self.client_id) {
            return Err(ProviderError::IdToken("it is for another client"));
        }
        if let Some(expected) = claims.access_token_hash() {
            let foreign = |_| ProviderError::IdToken("it belongs to another access token");
            let algorithm = token.signing_alg().map_err(foreign)?;
            let key = token.signing_key(&verifier).map_err(foreign)?;
            let hash = AccessTokenHash::from_token(tokens.access_token(), algorithm, key)
                .map_err(|_| ProviderError::IdToken("it belongs to another access token"))?;
            if hash != *expected {
                return Err(ProviderError::IdToken("it belongs to another access token"));
            }
        }
        Ok((claims.subject().clone(), Profile::from(claims)))
    }

    fn client(&self, provider: &Description) -> Client {
        let secret = Some(self.client_secret.clone());
        Client::from_provider_metadata(provider.0.clone(), self.client_id.clone(), secret)
            .set_redirect_uri(self.redirect.clone())
            .set_auth_type(provider.client_authentication())
    }
}

fn has_unknown_key<T>(outcome: &Result<T, ClaimsVerificationError>) -> bool {
    use ClaimsVerificationError::SignatureVerification;
    matches!(outcome, Err(SignatureVerification(SignatureVerificationError::NoMatchingKey)))
}

/// The token, if a header can carry it (RFC 6750). The library panics with any other token.
fn sendable(token: &AccessToken) -> Result<AccessToken, ProviderError> {
    let fits = token.secret().bytes().all(|byte| byte.is_ascii_graphic());
    fits.then(|| token.clone()).ok_or(ProviderError::Malformed("access token"))
}

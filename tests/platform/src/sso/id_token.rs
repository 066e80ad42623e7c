//! Validates ID tokens (OpenID Connect Core 3.1.3.7).

use std::time::Duration;

use chrono::Utc;
use openidconnect::core::{
    CoreGenderClaim, CoreIdTokenVerifier, CoreJweContentEncryptionAlgorithm,
    CoreJwsSigningAlgorithm as Algorithm, CoreTokenType,
};
use openidconnect::{
    AdditionalClaims, ClientId, EmptyExtraTokenFields, IdTokenClaims, IdTokenFields, StandardTokenResponse,
};
use serde::{Deserialize, Serialize};

use super::metadata::Metadata;
use super::provider_error::ProviderError;

/// How far the provider's clock and this one may be apart.
const LEEWAY: Duration = Duration::from_mins(1);

/// The longest `sub` (OpenID Connect Core 2).
const SUBJECT_LIMIT: usize = 255;

/// The provider's answer to a code.
pub(super) type Tokens = StandardTokenResponse<
    IdTokenFields<
        NotBefore,
        EmptyExtraTokenFields,
        CoreGenderClaim,
        CoreJweContentEncryptionAlgorithm,
        Algorithm,
    >,
    CoreTokenType,
>;

/// The claims of an ID token.
pub(super) type Claims = IdTokenClaims<NotBefore, CoreGenderClaim>;

/// The claim `nbf` (RFC 7519 4.1.5), in seconds since 1970. The library does not check it.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct NotBefore {
    nbf: Option<f64>,
}

impl AdditionalClaims for NotBefore {}

/// The signature algorithms with a key that only the provider has: neither `none` nor those with the client's secret.
const ALGORITHMS: [Algorithm; 9] = [
    Algorithm::RsaSsaPkcs1V15Sha256,
    Algorithm::RsaSsaPkcs1V15Sha384,
    Algorithm::RsaSsaPkcs1V15Sha512,
    Algorithm::RsaSsaPssSha256,
    Algorithm::RsaSsaPssSha384,
    Algorithm::RsaSsaPssSha512,
    Algorithm::EcdsaP256Sha256,
    Algorithm::EcdsaP384Sha384,
    Algorithm::EdDsa,
];

/// Checks issuer, audience, signature, `exp` and `iat`, the times with a leeway.
pub(super) fn verifier(client: &ClientId, provider: &Metadata) -> CoreIdTokenVerifier<'static> {
    CoreIdTokenVerifier::new_public_client(client.clone(), provider.issuer().clone(), provider.jwks().clone())
        .set_allowed_algs(ALGORITHMS)
        .set_time_fn(|| Utc::now() - LEEWAY)
        .set_issue_time_verifier_fn(|issued_at| {
            if issued_at <= Utc::now() + LEEWAY { Ok(()) } else { Err("issued in the future".to_owned()) }
        })
}

/// Checks what the verifier does not: `nbf` and `sub`.
pub(super) fn judge(claims: &Claims) -> Result<(), ProviderError> {
    let latest = (Utc::now() + LEEWAY).timestamp();
    // Not every 64-bit number of seconds is a float, but all of the next 200 million years are.
    #[allow(clippy::cast_precision_loss, reason = "see above")]
    if claims.additional_claims().nbf.is_some_and(|begin| begin > latest as f64) {
        return Err(ProviderError::IdToken("it is not good yet"));
    }
    match claims.subject().len() {
        0 => Err(ProviderError::IdToken("it names no user")),
        1..=SUBJECT_LIMIT => Ok(()),
        _ => Err(ProviderError::IdToken("its name of the user is longer than 255 characters")),
    }
}

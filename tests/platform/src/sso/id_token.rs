//! What makes an ID token good (OpenID Connect Core 3.1.3.7).

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

/// Longest name of a user at the provider (OpenID Connect Core 2, `sub`).
const SUBJECT_LIMIT: usize = 255;

/// What the provider answers to a code.
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

/// What an ID token says.
pub(super) type Claims = IdTokenClaims<NotBefore, CoreGenderClaim>;

/// A claim that the library does not look at (RFC 7519 4.1.5): seconds since 1970.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct NotBefore {
    nbf: Option<f64>,
}

impl AdditionalClaims for NotBefore {}

/// Signatures that only the provider can make. Neither `none` nor one by the client's secret is among them.
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

/// Judges tokens of this provider for this client: issuer, audience, signature, and both times with a leeway.
pub(super) fn verifier(client: &ClientId, provider: &Metadata) -> CoreIdTokenVerifier<'static> {
    CoreIdTokenVerifier::new_public_client(client.clone(), provider.issuer().clone(), provider.jwks().clone())
        .set_allowed_algs(ALGORITHMS)
        .set_time_fn(|| Utc::now() - LEEWAY)
        .set_issue_time_verifier_fn(|issued_at| {
            if issued_at <= Utc::now() + LEEWAY { Ok(()) } else { Err("issued in the future".to_owned()) }
        })
}

/// Judges what the verifier leaves out: from when on the token is good, and whether it names a user.
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

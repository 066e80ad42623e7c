//! What makes an ID token good (OpenID Connect Core 3.1.3.7).

use std::time::Duration;

use chrono::Utc;
use openidconnect::ClientId;
use openidconnect::core::{CoreIdTokenVerifier, CoreJwsSigningAlgorithm as Algorithm};

use super::metadata::Metadata;

/// How far the provider's clock and this one may be apart.
const LEEWAY: Duration = Duration::from_mins(1);

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

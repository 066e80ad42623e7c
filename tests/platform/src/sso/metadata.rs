//! What a provider says of itself: OpenID Connect Discovery 1.0, and what RFC 9207 adds to it.

use openidconnect::core::{
    CoreAuthDisplay, CoreClaimName, CoreClaimType, CoreClientAuthMethod, CoreGrantType, CoreJsonWebKey,
    CoreJweContentEncryptionAlgorithm, CoreJweKeyManagementAlgorithm, CoreResponseMode, CoreResponseType,
    CoreSubjectIdentifierType,
};
use openidconnect::{AdditionalProviderMetadata, ProviderMetadata};
use serde::{Deserialize, Serialize};

pub(super) type Metadata = ProviderMetadata<
    NamesItself,
    CoreAuthDisplay,
    CoreClientAuthMethod,
    CoreClaimName,
    CoreClaimType,
    CoreGrantType,
    CoreJweContentEncryptionAlgorithm,
    CoreJweKeyManagementAlgorithm,
    CoreJsonWebKey,
    CoreResponseMode,
    CoreResponseType,
    CoreSubjectIdentifierType,
>;

/// Whether each way back, of an error too, carries the provider's issuer as `iss` (RFC 9207 3).
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct NamesItself {
    pub(super) authorization_response_iss_parameter_supported: Option<bool>,
}

impl AdditionalProviderMetadata for NamesItself {}

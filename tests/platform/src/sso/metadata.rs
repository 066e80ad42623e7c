//! The metadata of a provider: OpenID Connect Discovery 1.0, with the field of RFC 9207.

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

/// Whether each callback, also with an error, has the provider's issuer as `iss` (RFC 9207 3).
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct NamesItself {
    pub(super) authorization_response_iss_parameter_supported: Option<bool>,
}

impl AdditionalProviderMetadata for NamesItself {}

//! What a decoder made of an answer, written down as JSON, to be compared with what [`crate::reading`] makes of
//! it. Writing also holds each part to what its type promises.

use platform_session::api::{Failure, Features, Identity, Kept, SignedIn, User};
use serde_json::{Value, json};

/// What is written down of an answer, or the failure that it is.
pub type Account = Result<Value, Failure>;

pub fn of_identity(identity: &Identity) -> Value {
    json!({"user": of_user(&identity.user), "features": of_features(identity.features)})
}

/// All but the token, which says nothing of itself.
pub fn of_sign_in(signed_in: &SignedIn) -> Value {
    json!({"identity": of_identity(&signed_in.identity), "company": signed_in.company.map(of_kept)})
}

pub fn of_features(features: Features) -> Value {
    json!(f64::from(features.number()))
}

pub fn of_kept(kept: Kept) -> Value {
    json!(f64::from(kept.number()))
}

fn of_user(user: &User) -> Value {
    json!({"id": user.id, "role": of_kept(user.role), "details": of_kept(user.details)})
}

//! What a decoder made of an answer, written down as JSON, to be compared with what [`crate::reading`] makes of
//! it. Writing also holds each part to what its type promises.

use platform_session::api::{Failure, Features, Handle, SignedIn, User, UserAndFeatures};
use serde_json::{Value, json};

/// What is written down of an answer, or the failure that it is.
pub type Account = Result<Value, Failure>;

pub fn of_identity(identity: &UserAndFeatures) -> Value {
    json!({"user": of_user(&identity.user), "features": of_features(identity.features)})
}

/// All but the token, which says nothing of itself.
pub fn of_sign_in(signed_in: &SignedIn) -> Value {
    json!({"identity": of_identity(&signed_in.identity), "company": signed_in.company.map(of_handle)})
}

pub fn of_features(features: Features) -> Value {
    json!(f64::from(features.number()))
}

pub fn of_handle(handle: Handle) -> Value {
    json!(f64::from(handle.number()))
}

fn of_user(user: &User) -> Value {
    json!({"id": user.id, "role": of_handle(user.role), "details": of_handle(user.details)})
}

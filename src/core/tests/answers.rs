//! What the deployment may say, read from the JSON that it would send (`identity-api.md` 4).

use crate::api::login::{TokenPolicy, decode_login};
use crate::api::permissions::decode_permissions;
use crate::api::role::decode_roles;
use crate::api::session::decode_session;
use crate::api::{Code, Failure, Features, Handle, PermissionsAnswer, SessionAnswer, SignedIn};
use serde_json::{Value, json};
use std::cell::RefCell;
use std::collections::BTreeMap;

pub const NO_SESSION: SessionAnswer = SessionAnswer::Unauthenticated;
pub const DEACTIVATED: SessionAnswer = SessionAnswer::Deactivated;

/// An account, as far as sessions go.
#[derive(Clone, Copy, Debug)]
pub struct Person<'a> {
    pub id: i64,
    pub role: &'a str,
    /// Feature names, and whether they are enabled.
    pub features: &'a [(&'a str, bool)],
}

/// May read the history, and knows of the analysis without having it.
pub const ADA: Person =
    Person { id: 1, role: "default", features: &[("chat-history", true), ("report-analysis", false)] };

/// The same user, after her role was changed.
pub const ADA_AS_EXPERT: Person = Person { role: "expert", features: GRACE.features, ..ADA };

pub const GRACE: Person =
    Person { id: 2, role: "expert", features: &[("chat-history", true), ("report-analysis", true)] };

pub fn session_of(person: Person) -> SessionAnswer {
    let body = json!({"authenticated": true, "user": user(person)});
    decode_session(200, &body).unwrap()
}

/// An answer to a sign-in, its token kept.
pub fn sign_in_of(person: Person) -> SignedIn {
    sign_in(person, TokenPolicy::Memory)
}

/// The same where the page chose to discard the token.
pub fn tokenless_sign_in_of(person: Person) -> SignedIn {
    sign_in(person, TokenPolicy::Discard)
}

fn sign_in(person: Person, policy: TokenPolicy) -> SignedIn {
    let mut user = user(person);
    user["company"] = json!(9);
    let body = json!({"success": true, "access_token": "t0k.en", "user": user});
    decode_login(200, &body, policy).unwrap()
}

/// The features of a person's role, from the permissions endpoint.
pub fn permissions_of(person: Person) -> PermissionsAnswer {
    let data = json!({"role": role(person), "features": features(person)});
    decode_permissions(200, &json!({"success": true, "data": data})).unwrap()
}

pub fn catalogue() -> Handle {
    decode_roles(200, &json!({"success": true, "roles": 5})).unwrap()
}

fn user(person: Person) -> Value {
    json!({
        "id": person.id, "role": role(person), "details": person.id, "token": null, "permissions": features(person),
    })
}

/// The number of a role's name.
fn role(person: Person) -> u32 {
    if person.role == "expert" { EXPERT } else { 1 }
}

/// The number of the role that may do more.
pub const EXPERT: u32 = 2;

thread_local! {
    /// The features of answers, in the order of their numbers, which begin with 1.
    static LISTED: RefCell<Vec<Listed>> = const { RefCell::new(Vec::new()) };
}

/// Names, and whether they are enabled.
pub type Listed = BTreeMap<String, bool>;

/// What the entry does: a number for each list, the same for the same.
fn features(person: Person) -> u32 {
    let listed: Listed =
        person.features.iter().map(|(name, enabled)| ((*name).to_owned(), *enabled)).collect();
    LISTED.with_borrow_mut(|known| {
        let position = known.iter().position(|other| *other == listed).unwrap_or_else(|| {
            known.push(listed);
            known.len() - 1
        });
        u32::try_from(position).unwrap() + 1
    })
}

/// What has this number.
pub fn listed(features: Features) -> Listed {
    let Some(position) = features.number().checked_sub(1) else { return Listed::new() };
    LISTED.with_borrow(|known| known[position as usize].clone())
}

pub fn network() -> Failure {
    Failure::of(Code::Network)
}

pub fn timeout() -> Failure {
    Failure::of(Code::Timeout)
}

/// An answer of that status, where it has no meaning of its own.
pub fn status(status: u16) -> Failure {
    Failure::of_status(status)
}

/// 503 with a `Retry-After`.
pub fn busy_for(retry_after_ms: u32) -> Failure {
    Failure { retry_after_ms: Some(retry_after_ms), ..status(503) }
}

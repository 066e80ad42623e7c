//! Answers of the deployment (`identity-api.md` 4), as JavaScript passes them to the engine.

use crate::api::login::{TokenPolicy, decode_login};
use crate::api::permissions::decode_permissions;
use crate::api::role::decode_roles;
use crate::api::session::decode_session;
use crate::api::{Code, Facts, Failure, Handle, PermissionsAnswer, SessionAnswer, SignedIn};
use std::cell::RefCell;
use std::collections::BTreeMap;

pub const NO_SESSION: SessionAnswer = SessionAnswer::Unauthenticated;
pub const DEACTIVATED: SessionAnswer = SessionAnswer::Deactivated;

/// A user, as sessions know one.
#[derive(Clone, Copy, Debug)]
pub struct Person<'a> {
    pub id: i64,
    pub role: &'a str,
    /// Feature names, and whether they are enabled.
    pub features: &'a [(&'a str, bool)],
}

/// A user with the feature `chat-history`; `report-analysis` is listed, but not enabled.
pub const ADA: Person =
    Person { id: 1, role: "default", features: &[("chat-history", true), ("report-analysis", false)] };

/// Ada, after her role was changed.
pub const ADA_AS_EXPERT: Person = Person { role: "expert", features: GRACE.features, ..ADA };

/// Another user, with both features.
pub const GRACE: Person =
    Person { id: 2, role: "expert", features: &[("chat-history", true), ("report-analysis", true)] };

pub fn session_of(person: Person) -> SessionAnswer {
    decode_session(200, &facts_of(person)).unwrap()
}

/// The answer to a sign-in, with its token.
pub fn sign_in_of(person: Person) -> SignedIn {
    sign_in(person, TokenPolicy::Memory)
}

/// The answer to a sign-in on a page with `token: "discard"`.
pub fn tokenless_sign_in_of(person: Person) -> SignedIn {
    sign_in(person, TokenPolicy::Discard)
}

fn sign_in(person: Person, policy: TokenPolicy) -> SignedIn {
    let facts = Facts { company: Handle::new(9), ..facts_of(person) };
    decode_login(200, &facts, Some("t0k.en"), policy).unwrap()
}

/// The answer of the permissions endpoint.
pub fn permissions_of(person: Person) -> PermissionsAnswer {
    decode_permissions(200, &facts_of(person)).unwrap()
}

pub fn catalogue() -> Handle {
    decode_roles(200, &Facts { says: Some(true), content: Handle::new(5), ..Facts::default() }).unwrap()
}

fn facts_of(person: Person) -> Facts {
    Facts {
        says: Some(true),
        user: Some(person.id),
        role: Handle::new(role(person)),
        content: Handle::new(u32::try_from(person.id).unwrap()),
        features: Handle::new(features(person)),
        company: None,
    }
}

/// The number of a role's name.
fn role(person: Person) -> u32 {
    if person.role == "expert" { EXPERT } else { 1 }
}

/// The number of the role `expert`.
pub const EXPERT: u32 = 2;

thread_local! {
    /// The feature lists of all answers, in the order of their numbers, which begin at 1.
    static LISTED: RefCell<Vec<Listed>> = const { RefCell::new(Vec::new()) };
}

/// A feature list: names, and whether each is enabled.
pub type Listed = BTreeMap<String, bool>;

/// Returns the number of a person's feature list, as the entry does: equal lists have the same number.
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

/// Returns the feature list with this number; an empty one without a number.
pub fn listed(features: Option<Handle>) -> Listed {
    let Some(handle) = features else { return Listed::new() };
    LISTED.with_borrow(|known| known[handle.number() as usize - 1].clone())
}

pub fn network() -> Failure {
    Failure::of(Code::Network)
}

pub fn timeout() -> Failure {
    Failure::of(Code::Timeout)
}

/// The failure for an answer with this status.
pub fn status(status: u16) -> Failure {
    Failure::of_status(status)
}

/// A 503 with a `Retry-After`.
pub fn busy_for(retry_after_ms: u32) -> Failure {
    Failure { retry_after_ms: Some(retry_after_ms), ..status(503) }
}

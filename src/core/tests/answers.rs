//! What the deployment may say (`identity-api.md` 4), as JavaScript would tell of it.

use crate::api::login::{TokenPolicy, decode_login};
use crate::api::permissions::decode_permissions;
use crate::api::role::decode_roles;
use crate::api::session::decode_session;
use crate::api::{Code, Facts, Failure, Handle, PermissionsAnswer, SessionAnswer, SignedIn};
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
    decode_session(200, &facts_of(person)).unwrap()
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
    let facts = Facts { company: Handle::new(9), ..facts_of(person) };
    decode_login(200, &facts, Some("t0k.en"), policy).unwrap()
}

/// The features of a person's role, from the permissions endpoint.
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

/// An answer of that status, where it has no meaning of its own.
pub fn status(status: u16) -> Failure {
    Failure::of_status(status)
}

/// 503 with a `Retry-After`.
pub fn busy_for(retry_after_ms: u32) -> Failure {
    Failure { retry_after_ms: Some(retry_after_ms), ..status(503) }
}

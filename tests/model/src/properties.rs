//! What must hold in every state, and which states must be reachable.

use super::browser::{Browser, System};
use platform_session::core::{Reason, Status, View};
use stateright::Property;
use witness::rest::Unrest;

/// The rules are those of the world (`tests/witness/src/rule.rs`).
pub const RULES_HOLD: &str = "every rule holds";

/// From every state: once everything is delivered and every tab was looked at.
pub const COMES_TO_REST: &str = "everything comes to rest, and then every tab shows what the deployment says";

/// From every state: when each tab is looked at once more after that.
pub const LOOKS_ONCE: &str = "a look at a page at rest is one read";

pub fn all() -> Vec<Property<Browser>> {
    let mut properties = vec![
        Property::always(RULES_HOLD, |_, system: &System| !is_broken(system)),
        // A state with a broken rule is not reported a second time here.
        Property::always(COMES_TO_REST, |_, system: &System| {
            is_broken(system) || matches!(system.world.check_rest(), Ok(()) | Err(Unrest::Looks(_)))
        }),
        Property::always(LOOKS_ONCE, |_, system: &System| {
            is_broken(system) || !matches!(system.world.check_rest(), Err(Unrest::Looks(_)))
        }),
    ];
    properties.extend(sometimes());
    properties
}

fn is_broken(system: &System) -> bool {
    system.world.broken().is_any()
}

macro_rules! shown {
    ($($name:literal: $is:expr;)*) => {
        vec![$(Property::sometimes($name, |_, system: &System| {
            let is: fn(&View) -> bool = $is;
            system.world.pages.iter().any(|page| is(page.view()))
        })),*]
    };
}

fn sometimes() -> Vec<Property<Browser>> {
    let mut reached = shown! {
        "unknown": |view| view.status == Status::Unknown;
        "authenticated": |view| view.status == Status::Authenticated && !view.stale;
        "authenticated, stale": |view| view.status == Status::Authenticated && view.stale;
        "unauthenticated: no-session": |view| view.reason == Some(Reason::NoSession);
        "unauthenticated: signed-out": |view| view.reason == Some(Reason::SignedOut);
        "unauthenticated: expired": |view| view.reason == Some(Reason::Expired);
        "unauthenticated: deactivated": |view| view.reason == Some(Reason::Deactivated);
        "unauthenticated: ended": |view| view.reason == Some(Reason::Ended);
    };
    reached.push(Property::sometimes("the token carries the session", |_, system: &System| {
        system.world.pages.iter().any(|page| page.witness.is_carried())
    }));
    reached.push(Property::sometimes("the identity is unverified", |_, system: &System| {
        system.world.pages.iter().any(|page| page.witness.is_unverified())
    }));
    reached.push(Property::sometimes("a sign-out of another tab stands", |_, system: &System| {
        system.world.pages.iter().any(|page| page.witness.is_locked() && !page.witness.has_own_lock())
    }));
    reached.push(Property::sometimes("the page signs its user in again", |_, system: &System| {
        system.world.pages.iter().any(|page| page.reauthenticating)
    }));
    reached
}

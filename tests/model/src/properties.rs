//! What must hold always, what must come to be sometimes, and what must come in the end.

use super::action::Action;
use super::browser::Browser;
use super::deployment::Who;
use super::system::System;
use super::wire::TabIndex;
use super::witness::Rule;
use platform_session::core::{Event, Reason, Status, View};
use stateright::{Model, Property};

pub fn all() -> Vec<Property<Browser>> {
    let mut properties = always();
    // Every order ends, for whatever happens by itself is bounded: in a state in which nobody waits.
    properties.push(Property::eventually(
        "everything comes to rest",
        |browser: &Browser, system: &System| {
            (is_at_rest(*browser, system) && system.has_settled()) || is_cut_off(*browser, system)
        },
    ));
    properties.extend(sometimes());
    properties
}

fn always() -> Vec<Property<Browser>> {
    vec![
        Property::always(
            "what is shown is what one answer of the current epoch granted",
            |_, system: &System| system.keeps(Rule::Granted),
        ),
        Property::always(
            "nobody is shown after a sign-out was called, until a newer sign-in",
            |_, system: &System| system.keeps(Rule::SignedOut),
        ),
        Property::always("no answer from an older epoch changes anything", |_, system: &System| {
            system.keeps(Rule::OldEpoch)
        }),
        Property::always("no answer overwrites one to a later request", |_, system: &System| {
            system.keeps(Rule::Order)
        }),
        Property::always("every change of user begins a new epoch", |_, system: &System| {
            system.keeps(Rule::OneIdentity)
        }),
        Property::always("the back/forward cache holds no open gate", |_, system: &System| {
            system.keeps(Rule::Cache)
        }),
        Property::always(
            "only the deployment's word, a sign-out or the known end ends it",
            |_, system: &System| system.keeps(Rule::Word),
        ),
        Property::always(
            "a session read carries a token only where no cookie was kept",
            |_, system: &System| system.keeps(Rule::CookieFirst),
        ),
        Property::always("what has come to rest waits for nothing", |browser: &Browser, system: &System| {
            !is_at_rest(*browser, system) || system.has_settled()
        }),
        Property::always(
            "a look at a page at rest shows what the deployment says",
            |browser: &Browser, system: &System| {
                !is_at_rest(*browser, system) || system.tells_the_truth(*browser)
            },
        ),
    ]
}

fn sometimes() -> Vec<Property<Browser>> {
    vec![
        Property::sometimes("unknown", |_, system: &System| {
            system.shows(|view| view.status == Status::Unknown)
        }),
        Property::sometimes("authenticated", |_, system: &System| {
            system.shows(|view| view.status == Status::Authenticated && !view.stale)
        }),
        Property::sometimes("authenticated, stale", |_, system: &System| {
            system.shows(|view| view.status == Status::Authenticated && view.stale)
        }),
        Property::sometimes("unauthenticated: no-session", |_, system: &System| {
            system.shows(|view| view.reason == Some(Reason::NoSession))
        }),
        Property::sometimes("unauthenticated: signed-out", |_, system: &System| {
            system.shows(|view| view.reason == Some(Reason::SignedOut))
        }),
        Property::sometimes("unauthenticated: expired", |_, system: &System| {
            system.shows(|view| view.reason == Some(Reason::Expired))
        }),
        Property::sometimes("unauthenticated: deactivated", |_, system: &System| {
            system.shows(|view| view.reason == Some(Reason::Deactivated))
        }),
        Property::sometimes("unauthenticated: ended", |_, system: &System| {
            system.shows(|view| view.reason == Some(Reason::Ended))
        }),
        Property::sometimes("unknown: a sign-out could not be told", |_, system: &System| {
            let untold = |view: &View| view.status == Status::Unknown && view.error.is_some();
            system.tabs().iter().any(|tab| tab.witness.hides() && untold(tab.view()))
        }),
        Property::sometimes("the token carries the session", |_, system: &System| {
            system.tabs().iter().any(|tab| tab.witness.is_carried())
        }),
    ]
}

/// Nothing is left that could happen, but for sleeping on.
fn is_at_rest(browser: Browser, system: &System) -> bool {
    let mut actions = Vec::new();
    browser.actions(system, &mut actions);
    actions.iter().all(|action| matches!(action, Action::Sleeps(_)))
}

/// Whatever may follow puts more under way than the bounds allow: what comes of it is not explored.
fn is_cut_off(browser: Browser, system: &System) -> bool {
    if system.wire.len() < browser.bounds.in_flight {
        return false;
    }
    let mut actions = Vec::new();
    browser.actions(system, &mut actions);
    actions.into_iter().all(|action| browser.next_state(system, action).is_none())
}

/// What can be seen from outside.
impl System {
    fn keeps(&self, rule: Rule) -> bool {
        !self.tabs().iter().any(|tab| tab.witness.broken.has(rule))
    }

    fn shows(&self, is: fn(&View) -> bool) -> bool {
        self.tabs().iter().any(|tab| is(tab.view()))
    }

    /// No call waits and nothing is stale; and the only one who does not know is a page whose sign-out could
    /// not be told: its caller knows, and has the next word.
    fn has_settled(&self) -> bool {
        self.tabs().iter().all(|tab| {
            let view = tab.view();
            let untold = tab.witness.hides() && view.error.is_some();
            !tab.is_awaited() && !view.stale && (view.status != Status::Unknown || untold)
        })
    }

    /// Each page is looked at once more, everything arrives, and what is shown is what the deployment would say.
    fn tells_the_truth(&self, browser: Browser) -> bool {
        let mut system = self.clone();
        for tab in TabIndex::BOTH {
            system.happens(tab, Event::Visible(false), None);
            system.happens(tab, Event::Visible(true), None);
            system.settle(browser);
        }
        TabIndex::BOTH.into_iter().all(|tab| {
            let page = system.tab(tab);
            let shown = page.view().user.as_ref().map(|user| (user.id, user.user_type.as_str()));
            match system.deployment().who(system.carries(tab)) {
                Who::Granted(grant) => {
                    shown == Some((grant.person.id(), grant.role()))
                        || (shown.is_none() && page.witness.hides())
                }
                Who::Nobody | Who::Deactivated => shown.is_none(),
            }
        })
    }
}

//! The model: where it begins, and what may follow.

use super::action::Action;
use super::deployment::Person;
use super::properties;
use super::system::System;
use super::wire::{Leg, Message, TabIndex};
use stateright::{Model, Property};

/// A browser that keeps cookies, or one that refuses them; where to begin, and how far to explore.
#[derive(Clone, Copy, Debug)]
pub struct Browser {
    pub start: Start,
    pub bounds: Bounds,
    pub keeps_cookies: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// Two pages that have just sent their first read, with and without Ada's cookie.
    Fresh,
    /// Ada signed in on one of the pages a while ago.
    SignedIn,
}

#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// What people, the deployment and the browser do of their own accord.
    pub turns: u8,
    /// Messages that are lost, answers that break off.
    pub losses: u8,
    /// Days slept through.
    pub days: u8,
    /// Messages under way at once.
    pub in_flight: usize,
}

impl Model for Browser {
    type State = System;
    type Action = Action;

    fn init_states(&self) -> Vec<System> {
        match self.start {
            Start::SignedIn => vec![System::settled(*self)],
            Start::Fresh if self.keeps_cookies => {
                vec![System::new(*self, None), System::new(*self, Some(Person::Ada))]
            }
            Start::Fresh => vec![System::new(*self, None)],
        }
    }

    fn actions(&self, system: &System, actions: &mut Vec<Action>) {
        for tab in TabIndex::BOTH {
            offer_page(system, tab, actions);
        }
        if system.turns > 0 {
            actions.extend([Action::ChangeRole, Action::Deactivate, Action::Expire]);
        }
        for (place, message) in system.wire.iter().enumerate() {
            offer_message(system, place, message, actions);
        }
    }

    fn next_state(&self, last: &System, action: Action) -> Option<System> {
        let mut system = last.clone();
        system.makes(*self, action);
        system.wire.sort();
        (system.wire.len() <= self.bounds.in_flight && system != *last).then_some(system)
    }

    fn properties(&self) -> Vec<Property<Self>> {
        properties::all()
    }
}

/// A timer nearer than this is waited for. One that is further off only looks whether a day has passed.
const SOON_MS: u64 = 5 * 60 * 1000;

fn offer_page(system: &System, tab: TabIndex, actions: &mut Vec<Action>) {
    let page = system.tab(tab);
    if page.frozen {
        actions.push(if page.cached { Action::Restore(tab) } else { Action::Thaw(tab) });
        return;
    }
    if let Some(due) = page.wake_at_ms() {
        if due.saturating_sub(system.now_ms) < SOON_MS {
            actions.push(Action::TimerFires(tab));
        } else if system.days > 0 {
            actions.push(Action::Sleeps(tab));
        }
    }
    if !page.visible {
        actions.push(Action::Show(tab));
    }
    if system.turns > 0 {
        actions.extend(Person::ALL.map(|person| Action::SignIn(tab, person)));
        actions.extend([Action::SignOut(tab), Action::Refresh(tab), Action::Permissions(tab)]);
        actions.extend([Action::Freeze(tab), Action::Cache(tab)]);
        if page.visible {
            actions.push(Action::Hide(tab));
        }
    }
}

fn offer_message(system: &System, place: usize, message: &Message, actions: &mut Vec<Action>) {
    let frozen = |tab: &TabIndex| system.tab(*tab).frozen;
    let may_be_lost = system.losses > 0;
    match message {
        Message::Tell { to, .. } => {
            if !frozen(to) {
                actions.push(Action::Arrives(place));
            }
            if may_be_lost {
                actions.push(Action::Lost(place));
            }
        }
        Message::Exchange(exchange) => {
            let back = matches!(exchange.leg, Leg::Back { .. });
            if !back || !frozen(&exchange.tab) {
                actions.push(Action::Arrives(place));
            }
            // Nobody waits for what was given up: its loss is none.
            if exchange.given_up || (may_be_lost && !frozen(&exchange.tab)) {
                actions.push(Action::Lost(place));
            }
            if back && !exchange.given_up && may_be_lost && !frozen(&exchange.tab) {
                actions.push(Action::BreaksOff(place));
            }
        }
    }
}

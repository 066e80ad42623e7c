//! The model: its initial state, and the actions that may follow in each state.

use super::properties;
use stateright::{Model, Property};
use witness::page::Engine;
use witness::wire::{Exchange, Message, RequestKind};
use witness::{Action, Deed, Setup, TabIndex, World};

/// A world and how far to explore it.
#[derive(Clone, Copy, Debug)]
pub struct Browser {
    pub name: &'static str,
    pub setup: Setup,
    pub bounds: Bounds,
    /// What users may do, on any of the pages.
    pub deeds: &'static [Deed],
    /// What may happen at the deployment, in other tabs, or to the machine.
    pub changes: &'static [Action],
    /// The spans of time that may pass, in milliseconds.
    pub spans: &'static [u64],
}

/// How often each kind of action may happen on one path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bounds {
    /// The deeds of users and the changes (`Browser::deeds`, `Browser::changes`).
    pub turns: u8,
    /// Messages that are lost, answers that break off, and answers from a cache.
    pub losses: u8,
    /// Spans that pass.
    pub passes: u8,
    /// How many requests and messages may be under way at once.
    pub in_flight: usize,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct System {
    pub world: World,
    pub left: Bounds,
}

impl Model for Browser {
    type State = System;
    type Action = Action;

    fn init_states(&self) -> Vec<System> {
        let mut world = World::new(self.setup);
        world.wire.sort();
        vec![System { world, left: self.bounds }]
    }

    fn actions(&self, system: &System, actions: &mut Vec<Action>) {
        for tab in system.world.tabs() {
            self.offer_page(system, tab, actions);
        }
        if system.left.turns > 0 {
            actions.extend_from_slice(self.changes);
        }
        if system.left.passes > 0 {
            actions.extend(self.spans.iter().copied().map(Action::Passes));
        }
        for (place, message) in (0..).zip(&system.world.wire) {
            offer_message(system, place, message, actions);
            let reads = matches!(
                message,
                Message::Exchange(Exchange { kind: RequestKind::Session, given_up: false, .. })
            );
            if self.setup.keeps_answers && reads && system.left.losses > 0 {
                actions.push(Action::Cached(place));
            }
        }
    }

    fn next_state(&self, last: &System, action: Action) -> Option<System> {
        let mut system = last.clone();
        match action {
            Action::Does(_, deed) if self.deeds.contains(&deed) && !is_free(deed) => system.left.turns -= 1,
            Action::ChangeRole
            | Action::ChangeFeatures
            | Action::Deactivate
            | Action::Expire
            | Action::Hears(..)
            | Action::Sleeps(_) => system.left.turns -= 1,
            Action::Passes(_) => system.left.passes -= 1,
            Action::Cached(_) => system.left.losses -= 1,
            Action::Lost(place) | Action::BreaksOff(place) => {
                let given_up = matches!(last.world.wire.get(usize::from(place)),
                    Some(Message::Exchange(exchange)) if exchange.given_up);
                system.left.losses -= u8::from(!given_up);
            }
            _ => {}
        }
        system.world.act(action);
        system.world.wire.sort();
        (system.world.wire.len() <= self.bounds.in_flight && system != *last).then_some(system)
    }

    fn properties(&self) -> Vec<Property<Self>> {
        properties::all()
    }
}

/// A timer that is due within this time may fire at once. A later one fires only while a span of time passes.
const SOON_MS: u64 = 5 * 60 * 1000;

/// Whether a deed does not count as a turn: it undoes another, or the page waits for it.
fn is_free(deed: Deed) -> bool {
    matches!(
        deed,
        Deed::Show
            | Deed::Online
            | Deed::Thaw
            | Deed::Return
            | Deed::ReturnUncut
            | Deed::Reauthenticated(_)
            | Deed::TimerFires
            | Deed::Begin
            | Deed::Run
    )
}

impl Browser {
    fn offer_page(&self, system: &System, tab: TabIndex, actions: &mut Vec<Action>) {
        let Some(page) = system.world.page(tab).filter(|page| !page.gone && !page.closed) else { return };
        let mut offer = |deed| actions.push(Action::Does(tab, deed));
        match page.engine {
            Engine::Unborn => return offer(Deed::Begin),
            Engine::Waits(_) => offer(Deed::Run),
            Engine::Runs => {}
        }
        if page.frozen {
            offer(if page.cached { Deed::Return } else { Deed::Thaw });
            // Without a request under way, both returns are the same.
            if page.cached && system.world.exchanges(tab).any(|exchange| !exchange.given_up) {
                offer(Deed::ReturnUncut);
            }
            return;
        }
        if page.wake_at_ms.is_some_and(|due| due.saturating_sub(system.world.now_ms) < SOON_MS) {
            offer(Deed::TimerFires);
        }
        if page.reauthenticating {
            offer(Deed::Reauthenticated(true));
            offer(Deed::Reauthenticated(false));
        }
        if !page.visible {
            offer(Deed::Show);
        }
        if !page.online {
            offer(Deed::Online);
        }
        if system.left.turns > 0 {
            self.deeds.iter().copied().for_each(offer);
        }
    }
}

fn offer_message(system: &System, place: u8, message: &Message, actions: &mut Vec<Action>) {
    let frozen = |tab: TabIndex| {
        system.world.page(tab).is_some_and(|page| page.frozen || page.engine == Engine::Unborn)
    };
    let may_be_lost = system.left.losses > 0;
    match message {
        Message::Word { to, .. } => {
            if !frozen(*to) {
                actions.push(Action::Arrives(place));
            }
        }
        Message::Exchange(Exchange { tab, given_up, judged, .. }) => {
            let may_arrive = judged.is_none() || *given_up || !frozen(*tab);
            if may_arrive {
                actions.push(Action::Arrives(place));
            }
            // The loss of an aborted request does not count: no page waits for it.
            if *given_up || may_be_lost && may_arrive {
                actions.push(Action::Lost(place));
            }
            if may_be_lost && may_arrive && judged.is_some() && !given_up {
                actions.push(Action::BreaksOff(place));
            }
        }
    }
}

//! The browser, its pages, the wire and the deployment: one state, and how it becomes another.

mod deeds;
mod delivery;
mod step;
mod time;

use super::action::{Action, Deed};
use super::clocks::Clocks;
use super::deployment::{Deployment, Person, SessionId, SignOutId};
use super::page::Page;
use super::rule::Rule;
use super::wire::{Exchange, Message, TabIndex};
use platform_session::api::{Code, Failure};
use platform_session::core::{Ages, Before, Event, Policy};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Setup {
    pub tabs: u8,
    pub start: Start,
    pub policy: Policy,
    pub keeps_cookies: bool,
    /// The deployment's endpoints marked "bearer token" refuse the cookie.
    pub strict: bool,
    /// Where every draw of jitter comes from; 0: each is half of its span.
    pub seed: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Start {
    /// Pages that have just sent their first read, with this cookie.
    Fresh(Option<Person>),
    /// Ada signed in on the first page a while ago, and everything has arrived.
    SignedIn,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct World {
    pub setup: Setup,
    pub pages: Vec<Page>,
    pub deployment: Deployment,
    /// The browser's cookie.
    pub jar: Option<SessionId>,
    /// In what order it arrives is open.
    pub wire: Vec<Message>,
    pub clocks: Clocks,
    random: u32,
    /// Sign-outs of other tabs than these, which are never judged, each with the page that has heard of it.
    elsewhere: Vec<(TabIndex, SignOutId)>,
    words: u32,
    /// Session reads that have left.
    pub(super) reads: u32,
}

impl World {
    pub fn new(setup: Setup) -> Self {
        let clocks = Clocks { wall_ms: 1_790_000_000_000, mono_ms: 0 };
        let mut world = Self {
            setup,
            pages: (0..setup.tabs).map(|_| Page::new(setup.policy)).collect(),
            deployment: Deployment::new(setup.strict),
            jar: None,
            wire: Vec::new(),
            clocks,
            random: setup.seed,
            elsewhere: Vec::new(),
            words: 0,
            reads: 0,
        };
        if let Start::Fresh(Some(person)) = setup.start {
            world.signs_in_elsewhere(person);
        }
        for tab in world.tabs() {
            let ages = Ages::default();
            world.happens(tab, Event::Started { initial: None, before: Before::default(), ages });
        }
        if setup.start == Start::SignedIn {
            world.settles();
            world.makes(Action::Does(TabIndex(0), Deed::SignIn(Person::Ada)));
            world.settles();
        }
        world
    }

    pub fn tabs(&self) -> impl Iterator<Item = TabIndex> + use<> {
        (0..self.setup.tabs).map(TabIndex)
    }

    pub fn page(&self, tab: TabIndex) -> Option<&Page> {
        self.pages.get(usize::from(tab.0))
    }

    /// What any page's witness found.
    pub fn breaks(&self, rule: Rule) -> bool {
        self.pages.iter().any(|page| page.witness.broken.has(rule))
    }

    /// Everything that is under way arrives, in order.
    pub fn settles(&mut self) {
        for _ in 0..256 {
            if self.wire.is_empty() {
                break;
            }
            self.arrives(0);
        }
    }

    /// What cannot happen now does not.
    pub fn makes(&mut self, action: Action) {
        match action {
            Action::Does(tab, deed) => self.does(tab, deed),
            Action::ChangeRole => self.deployment.ada_is_expert = !self.deployment.ada_is_expert,
            Action::ChangeFeatures => self.deployment.edition = self.deployment.edition.wrapping_add(1),
            Action::Deactivate => self.deployment.ada_is_active = false,
            Action::Expire => self.deployment.expire(),
            Action::Arrives(place) => {
                if let Some(place) = self.place(place) {
                    self.arrives(place);
                }
            }
            Action::Lost(place) => self.fails(place, Failure::of(Code::Network), false, false),
            Action::BreaksOff(place) => self.fails(place, Failure::of(Code::Network), true, true),
            Action::Fails(place, fails) => self.fails(place, fails.into(), true, false),
            Action::Hears(tab, word) => {
                if let Some(sign_out) = self.happens_elsewhere(tab, word) {
                    self.is_told(tab, word, sign_out);
                }
            }
            Action::Passes(ms) => self.passes(ms),
            Action::Sleeps(ms) => self.clocks.wall_ms = self.clocks.wall_ms.saturating_add(ms),
            Action::SetBack(ms) => self.clocks.wall_ms = self.clocks.wall_ms.saturating_sub(ms),
        }
        for tab in self.tabs() {
            self.watches_looks(tab);
        }
    }

    pub fn exchanges(&self, tab: TabIndex) -> impl Iterator<Item = &Exchange> {
        self.wire.iter().filter_map(move |message| match message {
            Message::Exchange(exchange) if exchange.tab == tab => Some(exchange),
            _ => None,
        })
    }
}

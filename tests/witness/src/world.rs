//! The browser, its pages, the wire and the deployment: one state, and how it becomes another.

mod deeds;
mod delivery;
mod step;
mod time;

use super::action::{Action, Deed};
use super::deployment::{Deployment, Person, SessionId, Who};
use super::page::{Engine, Page};
use super::rule::Broken;
use super::wire::{Exchange, Judged, Message, TabIndex};
use platform_session::api::{Code, Failure};
use platform_session::core::Policy;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Setup {
    pub tabs: u8,
    pub start: Start,
    /// Engines come when `Deed::Run` says so: what happens before is written down.
    pub late: bool,
    pub policy: Policy,
    pub keeps_cookies: bool,
    /// The deployment's endpoints marked "bearer token" refuse the cookie.
    pub strict: bool,
    /// A service worker keeps the answers to session reads (`Action::Cached`).
    pub keeps_answers: bool,
    /// Where every draw of jitter comes from; 0: each is half of its span.
    pub seed: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Start {
    /// Pages that have just sent their first read, with this cookie.
    Fresh(Option<Person>),
    /// The same, and a server has read the session for them.
    Initial(Option<Person>),
    /// Ada signed in on the first page a while ago, and everything has arrived.
    SignedIn,
    /// The same, but the document of the last page has asked for the session, and its script does not run yet.
    Preloaded,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct World {
    pub setup: Setup,
    pub pages: Vec<Page>,
    pub deployment: Deployment,
    /// The browser's cookie.
    pub jar: Option<SessionId>,
    /// The things under way: in what order they arrive is open.
    pub wire: Vec<Message>,
    pub now_ms: u64,
    random: u32,
    /// The newest answer to a session read that a service worker has kept.
    cached: Option<Judged>,
    /// Sign-outs are numbered from 1.
    sign_outs: u32,
    /// Sign-outs of other tabs than these, each with the page that has heard of it.
    elsewhere: Vec<(TabIndex, u32)>,
    words: u32,
    /// How many session reads have left.
    pub(super) reads: u32,
}

impl World {
    pub fn new(setup: Setup) -> Self {
        let now_ms = 1_790_000_000_000;
        let mut world = Self {
            setup,
            pages: (0..setup.tabs).map(|_| Page::new(setup.policy)).collect(),
            deployment: Deployment::new(setup.strict),
            jar: None,
            wire: Vec::new(),
            now_ms,
            random: setup.seed,
            cached: None,
            sign_outs: 0,
            elsewhere: Vec::new(),
            words: 0,
            reads: 0,
        };
        if let Start::Fresh(Some(person)) | Start::Initial(Some(person)) = setup.start {
            world.signs_in_elsewhere(person);
        }
        let initial = match setup.start {
            Start::Initial(_) => Some(world.deployment.who(world.jar, now_ms)),
            _ => None,
        };
        let preloaded = (setup.start == Start::Preloaded).then_some(TabIndex(setup.tabs - 1));
        for tab in world.tabs().filter(|tab| Some(*tab) != preloaded) {
            world.begins(tab, initial);
            if matches!(setup.start, Start::SignedIn | Start::Preloaded) {
                world.does(tab, Deed::Run);
            }
        }
        if matches!(setup.start, Start::SignedIn | Start::Preloaded) {
            world.settles();
            if preloaded == Some(TabIndex(0)) {
                world.signs_in_elsewhere(Person::Ada);
            } else {
                world.makes(Action::Does(TabIndex(0), Deed::SignIn(Person::Ada)));
            }
            world.settles();
        }
        if let Some(tab) = preloaded {
            world.asks_first(tab);
        }
        world
    }

    pub fn tabs(&self) -> impl Iterator<Item = TabIndex> + use<> {
        (0..self.setup.tabs).map(TabIndex)
    }

    pub fn page(&self, tab: TabIndex) -> Option<&Page> {
        self.pages.get(usize::from(tab.0))
    }

    /// The rules that the pages' witnesses found broken.
    pub fn broken(&self) -> Broken {
        let mut all = Broken::default();
        self.pages.iter().for_each(|page| all.merge(page.witness.broken));
        all
    }

    /// Lets everything that is under way arrive, in order.
    pub fn settles(&mut self) {
        for _ in 0..256 {
            if self.wire.is_empty() {
                break;
            }
            self.arrives(0);
        }
    }

    /// Lets an action happen. One that cannot happen now does not.
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
            Action::Cached(place) => self.is_cached(place),
            Action::Hears(tab, elsewhere) => self.happens_elsewhere(tab, elsewhere),
            Action::Passes(ms) => self.passes(ms),
            Action::Sleeps(ms) => self.ticks(ms),
        }
        for tab in self.tabs() {
            self.watches_focus(tab);
        }
    }

    pub fn exchanges(&self, tab: TabIndex) -> impl Iterator<Item = &Exchange> {
        self.wire.iter().filter_map(move |message| match message {
            Message::Exchange(exchange) if exchange.tab == tab => Some(exchange),
            _ => None,
        })
    }

    pub(super) fn ticks(&mut self, ms: u64) {
        self.now_ms = self.now_ms.saturating_add(ms);
    }

    /// Runs the page's script. Its first read leaves, unless the document has sent it.
    pub(super) fn begins(&mut self, tab: TabIndex, initial: Option<Who>) {
        let Some(page) = self
            .pages
            .get_mut(usize::from(tab.0))
            .filter(|page| page.engine == Engine::Unborn && !page.closed)
        else {
            return;
        };
        page.engine = Engine::Waits(Vec::new());
        let now_ms = self.now_ms;
        let mut is_asked = false;
        for message in &mut self.wire {
            if let Message::Exchange(exchange) = message
                && exchange.tab == tab
            {
                exchange.preloaded_ms = now_ms.saturating_sub(exchange.asked_ms);
                is_asked = true;
            }
        }
        if !is_asked {
            self.asks_first(tab);
        }
        self.starts(tab, initial);
        if !self.setup.late {
            self.does(tab, Deed::Run);
        }
    }
}

//! The world: the state of the browser, its pages, the wire and the deployment, and the actions that change it.

mod deeds;
mod delivery;
mod step;
mod time;

use super::action::{Action, Deed};
use super::deployment::{Deployment, Person, SessionId, SessionState};
use super::page::{Engine, Page};
use super::rule::Broken;
use super::wire::{Exchange, Judged, Message, TabIndex};
use platform_session::api::{Code, Failure};
use platform_session::core::Policy;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Setup {
    pub tabs: u8,
    pub start: Start,
    /// Engines run only after `Deed::Run`; what happens before goes to the journal.
    pub late: bool,
    pub policy: Policy,
    pub keeps_cookies: bool,
    /// The deployment's endpoints marked "bearer token" refuse the cookie.
    pub strict: bool,
    /// A service worker keeps the answers to session reads (`Action::Cached`).
    pub keeps_answers: bool,
    /// The seed of the jitter; 0: each delay is half of its span.
    pub seed: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Start {
    /// All pages have just sent their first read, with the cookie of this person.
    Fresh(Option<Person>),
    /// As `Fresh`, with the option `initial`.
    Initial(Option<Person>),
    /// Ada signed in on the first page a while ago, and everything has arrived.
    SignedIn,
    /// As `SignedIn`, but the document of the last page has preloaded the session, and its script does not run yet.
    Preloaded,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct World {
    pub setup: Setup,
    pub pages: Vec<Page>,
    pub deployment: Deployment,
    /// The browser's cookie.
    pub jar: Option<SessionId>,
    /// The requests, answers and messages under way. They may arrive in any order.
    pub wire: Vec<Message>,
    pub now_ms: u64,
    random: u32,
    /// The answer to a session read that a service worker has cached.
    cached: Option<Judged>,
    /// The name of the newest sign-out. They are numbered from 1.
    sign_outs: u32,
    /// Sign-outs of tabs outside this world, each with the page that got their message.
    elsewhere: Vec<(TabIndex, u32)>,
    words: u32,
    /// How many session reads were sent.
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
            world.sign_in_elsewhere(person);
        }
        let initial = match setup.start {
            Start::Initial(_) => Some(world.deployment.session_state(world.jar, now_ms)),
            _ => None,
        };
        let preloaded = (setup.start == Start::Preloaded).then_some(TabIndex(setup.tabs - 1));
        for tab in world.tabs().filter(|tab| Some(*tab) != preloaded) {
            world.begin_page(tab, initial);
            if matches!(setup.start, Start::SignedIn | Start::Preloaded) {
                world.perform(tab, Deed::Run);
            }
        }
        if matches!(setup.start, Start::SignedIn | Start::Preloaded) {
            world.deliver_all();
            if preloaded == Some(TabIndex(0)) {
                world.sign_in_elsewhere(Person::Ada);
            } else {
                world.act(Action::Does(TabIndex(0), Deed::SignIn(Person::Ada)));
            }
            world.deliver_all();
        }
        if let Some(tab) = preloaded {
            world.send_first_read(tab);
        }
        world
    }

    pub fn tabs(&self) -> impl Iterator<Item = TabIndex> + use<> {
        (0..self.setup.tabs).map(TabIndex)
    }

    pub fn page(&self, tab: TabIndex) -> Option<&Page> {
        self.pages.get(usize::from(tab.0))
    }

    /// The rules that are broken on any page.
    pub fn broken(&self) -> Broken {
        let mut all = Broken::default();
        self.pages.iter().for_each(|page| all.merge(page.witness.broken));
        all
    }

    /// Delivers everything that is under way, in order.
    pub fn deliver_all(&mut self) {
        for _ in 0..256 {
            if self.wire.is_empty() {
                break;
            }
            self.deliver(0);
        }
    }

    /// Performs an action, unless it is impossible now.
    pub fn act(&mut self, action: Action) {
        match action {
            Action::Does(tab, deed) => self.perform(tab, deed),
            Action::ChangeRole => self.deployment.ada_is_expert = !self.deployment.ada_is_expert,
            Action::ChangeFeatures => self.deployment.edition = self.deployment.edition.wrapping_add(1),
            Action::Deactivate => self.deployment.ada_is_active = false,
            Action::Expire => self.deployment.expire(),
            Action::Arrives(place) => {
                if let Some(place) = self.place(place) {
                    self.deliver(place);
                }
            }
            Action::Lost(place) => self.fail_request(place, Failure::of(Code::Network), false, false),
            Action::BreaksOff(place) => self.fail_request(place, Failure::of(Code::Network), true, true),
            Action::Fails(place, fails) => self.fail_request(place, fails.into(), true, false),
            Action::Cached(place) => self.answer_from_cache(place),
            Action::Hears(tab, elsewhere) => self.act_elsewhere(tab, elsewhere),
            Action::Passes(ms) => self.pass_time(ms),
            Action::Sleeps(ms) => self.advance_clock(ms),
        }
        for tab in self.tabs() {
            self.check_focus(tab);
        }
    }

    pub fn exchanges(&self, tab: TabIndex) -> impl Iterator<Item = &Exchange> {
        self.wire.iter().filter_map(move |message| match message {
            Message::Exchange(exchange) if exchange.tab == tab => Some(exchange),
            _ => None,
        })
    }

    pub(super) fn advance_clock(&mut self, ms: u64) {
        self.now_ms = self.now_ms.saturating_add(ms);
    }

    /// Begins the page's script. It sends the first read, unless the document has preloaded it.
    pub(super) fn begin_page(&mut self, tab: TabIndex, initial: Option<SessionState>) {
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
                exchange.preloaded_ms = now_ms.saturating_sub(exchange.sent_ms);
                is_asked = true;
            }
        }
        if !is_asked {
            self.send_first_read(tab);
        }
        self.start_page(tab, initial);
        if !self.setup.late {
            self.perform(tab, Deed::Run);
        }
    }
}

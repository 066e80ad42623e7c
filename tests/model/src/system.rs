//! Two pages, the browser's cookie, the wire and the deployment: one state, and how it becomes another.

use super::action::Action;
use super::browser::Browser;
use super::deployment::{Deployment, Issued, Person, refusal};
use super::tab::{Outgoing, Tab};
use super::wire::{Asks, Exchange, Leg, Message, Says, TabIndex};
use super::witness::{Before, Heard, TabSight};
use platform_session::api::{Code, Failure, PermissionsAnswer};
use platform_session::core::{Answer, Event, Now, Policy, Request};
use std::sync::Arc;

const DAY_MS: u64 = 24 * 60 * 60 * 1000;
const WALL_MS: u64 = 1_790_000_000_000;
/// Half of every jittered span.
const MIDDLE: u32 = 1 << 31;

/// One browser with two tabs, and its deployment.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct System {
    pub(super) tabs: [Tab; 2],
    pub(super) deployment: Deployment,
    /// The browser's cookie.
    pub(super) jar: Option<Issued>,
    /// Sorted: in what order they arrive is open.
    pub(super) wire: Vec<Message>,
    pub(super) now_ms: u64,
    /// Counts sign-ins and sign-outs as they are called.
    pub(super) called: u8,
    pub(super) turns: u8,
    pub(super) losses: u8,
    pub(super) days: u8,
}

impl System {
    pub fn new(browser: Browser, signed_in: Option<Person>) -> Self {
        let mut deployment = Deployment::default();
        let jar = signed_in.and_then(|person| deployment.sign_in(person, 0)).map(|grant| grant.session);
        let policy = Policy { min_interval_ms: 0, ..Policy::default() };
        let mut system = Self {
            tabs: [Tab::new(policy), Tab::new(policy)],
            deployment,
            jar,
            wire: Vec::new(),
            now_ms: 0,
            called: 0,
            turns: browser.bounds.turns,
            losses: browser.bounds.losses,
            days: browser.bounds.days,
        };
        for tab in TabIndex::BOTH {
            system.happens(tab, Event::Started { initial: None, sign_out_pending: false }, None);
        }
        system
    }

    /// Ada signed in here a while ago, and everything has arrived.
    pub fn settled(browser: Browser) -> Self {
        let mut system = Self::new(browser, None);
        system.settle(browser);
        system.sign_in(TabIndex(0), Person::Ada);
        system.settle(browser);
        system.wire.sort();
        system
    }

    /// Everything that is under way arrives.
    pub fn settle(&mut self, browser: Browser) {
        for _ in 0..64 {
            if self.wire.is_empty() {
                break;
            }
            self.arrives(browser, 0);
        }
    }

    pub fn makes(&mut self, browser: Browser, action: Action) {
        self.turns -= u8::from(action.takes_a_turn());
        match action {
            Action::SignIn(tab, person) => self.sign_in(tab, person),
            Action::SignOut(tab) => {
                self.called += 1;
                let call = self.tab_mut(tab).begins_call();
                self.happens(tab, Event::LogoutCalled { call }, None);
            }
            Action::Refresh(tab) => {
                let call = self.tab_mut(tab).begins_call();
                self.happens(tab, Event::RefreshCalled { call }, None);
            }
            Action::Permissions(tab) => {
                let call = self.tab_mut(tab).begins_call();
                self.happens(tab, Event::PermissionsCalled { call, within: false }, None);
            }
            Action::Hide(tab) | Action::Show(tab) => {
                let visible = matches!(action, Action::Show(_));
                self.tab_mut(tab).visible = visible;
                self.happens(tab, Event::Visible(visible), None);
            }
            Action::Freeze(tab) => self.tab_mut(tab).frozen = true,
            Action::Thaw(tab) => self.tab_mut(tab).frozen = false,
            Action::Cache(tab) => {
                self.happens(tab, Event::Leaving, None);
                let page = self.tab_mut(tab);
                (page.frozen, page.cached) = (true, true);
            }
            Action::Restore(tab) => self.restore(tab),
            Action::TimerFires(tab) => self.timer_fires(tab),
            Action::Sleeps(tab) => {
                self.days -= 1;
                self.now_ms += DAY_MS;
                self.timer_fires(tab);
            }
            Action::ChangeRole => self.deployment.change_role(),
            Action::Deactivate => self.deployment.deactivate(),
            Action::Expire => self.deployment.expire(),
            Action::Arrives(place) => self.arrives(browser, place),
            Action::Lost(place) => self.is_lost(browser, place, false),
            Action::BreaksOff(place) => self.is_lost(browser, place, true),
        }
    }

    fn sign_in(&mut self, tab: TabIndex, person: Person) {
        self.called += 1;
        let call = self.tab_mut(tab).begins_call();
        self.happens_for(tab, Event::LoginCalled { call, complete: true }, None, self.called, Some(person));
    }

    fn timer_fires(&mut self, tab: TabIndex) {
        let due = self.tab(tab).wake_at_ms().unwrap_or(self.now_ms);
        self.now_ms = self.now_ms.max(due);
        self.tab_mut(tab).timer_has_fired();
        self.happens(tab, Event::Woken, None);
    }

    fn restore(&mut self, tab: TabIndex) {
        let page = self.tab_mut(tab);
        (page.frozen, page.cached) = (false, false);
        let cut: Vec<Exchange> = self
            .wire
            .iter()
            .filter_map(|message| match message {
                Message::Exchange(exchange) if exchange.tab == tab && !exchange.given_up => {
                    Some(exchange.clone())
                }
                _ => None,
            })
            .collect();
        self.wire.retain(|message| match message {
            Message::Tell { to, .. } => *to != tab,
            Message::Exchange(exchange) => exchange.tab != tab,
        });
        self.happens(tab, Event::Restored, None);
        for exchange in cut {
            self.loses(&exchange);
        }
    }

    fn arrives(&mut self, browser: Browser, place: usize) {
        match self.wire.remove(place) {
            Message::Tell { to, word, called } => {
                self.happens_for(to, Event::Heard(word.into()), None, called, None);
            }
            Message::Exchange(mut exchange) => match exchange.leg {
                Leg::Out { asks, carries } => {
                    exchange.leg = asks.put_to(&mut self.deployment, carries);
                    self.wire.push(Message::Exchange(exchange));
                }
                Leg::Back { says, cookie } => {
                    if browser.keeps_cookies {
                        cookie.apply(&mut self.jar);
                    }
                    let answer = answer_of(says);
                    let heard = exchange.heard(Some(says));
                    self.happens(exchange.tab, Event::Answered { id: exchange.id, answer }, Some(heard));
                }
            },
        }
    }

    fn is_lost(&mut self, browser: Browser, place: usize, headers_came: bool) {
        let message = self.wire.remove(place);
        if let Message::Exchange(exchange) = &message {
            if let Leg::Back { cookie, .. } = &exchange.leg
                && headers_came
                && browser.keeps_cookies
            {
                cookie.apply(&mut self.jar);
            }
            if exchange.given_up {
                return;
            }
            self.losses -= 1;
            self.loses(exchange);
        } else {
            self.losses -= 1;
        }
    }

    fn loses(&mut self, exchange: &Exchange) {
        let failure = Failure::of(Code::Network);
        let answer = match &exchange.leg {
            Leg::Out { asks: Asks::Session, .. } | Leg::Back { says: Says::Session(_), .. } => {
                Answer::Session(Err(failure))
            }
            Leg::Out { asks: Asks::Login { .. }, .. }
            | Leg::Back { says: Says::SignedIn(_) | Says::SignInRefused, .. } => Answer::Login(Err(failure)),
            Leg::Out { asks: Asks::Logout, .. } | Leg::Back { says: Says::SignedOut, .. } => {
                Answer::Logout(Err(failure))
            }
            Leg::Out { asks: Asks::Permissions, .. }
            | Leg::Back { says: Says::Permissions(_) | Says::Unauthorized, .. } => {
                Answer::Permissions(Err(failure))
            }
        };
        self.happens(exchange.tab, Event::Answered { id: exchange.id, answer }, Some(exchange.heard(None)));
    }

    pub fn happens(&mut self, tab: TabIndex, event: Event, heard: Option<Heard>) {
        self.happens_for(tab, event, heard, self.called, None);
    }

    /// `called`: the place in the order of sign-ins and sign-outs that the event belongs to; `person`: whose
    /// credentials come with it.
    fn happens_for(
        &mut self,
        tab: TabIndex,
        event: Event,
        heard: Option<Heard>,
        called: u8,
        person: Option<Person>,
    ) {
        let now = Now { wall_ms: WALL_MS.saturating_add(self.now_ms), mono_ms: self.now_ms, random: MIDDLE };
        let page = self.tab_mut(tab);
        let before = Before::of(page);
        let outgoing = page.happens(event.clone(), now);
        let mut witness = page.witness.clone();
        let page = self.tab(tab);
        let sight = TabSight {
            view: page.view(),
            epoch: page.epoch(),
            holds_token: page.holds_token(),
            now_ms: self.now_ms,
            sign_in_began_ms: page.sign_in_began_ms(),
            called,
        };
        witness.sees(&event, heard, &before, &sight, &self.deployment);
        let epoch = page.epoch();
        for each in outgoing {
            match each {
                Outgoing::Send { id, request, bearer } => {
                    let asks = match request {
                        Request::Login(_) => {
                            Asks::Login { person: person.unwrap_or(Person::Ada), called: self.called }
                        }
                        Request::Logout => Asks::Logout,
                        Request::Permissions => Asks::Permissions,
                        Request::Session | Request::Roles | Request::SsoConfig | Request::Fetch(_) => {
                            witness.sees_read(bearer);
                            Asks::Session
                        }
                    };
                    let carries = if bearer { witness.token() } else { self.jar };
                    let leg = Leg::Out { asks, carries };
                    self.wire.push(Message::Exchange(Exchange { tab, id, epoch, given_up: false, leg }));
                }
                Outgoing::Cancel { id } => {
                    for message in &mut self.wire {
                        if let Message::Exchange(exchange) = message
                            && exchange.tab == tab
                            && exchange.id == id
                        {
                            exchange.given_up = true;
                        }
                    }
                }
                Outgoing::Tell(message) => {
                    let word = message.into();
                    self.wire.push(Message::Tell { to: tab.other(), word, called: self.called });
                }
            }
        }
        self.tab_mut(tab).witness = witness;
    }

    pub fn tab(&self, tab: TabIndex) -> &Tab {
        let [first, second] = &self.tabs;
        if tab.0 == 0 { first } else { second }
    }

    pub fn tabs(&self) -> &[Tab; 2] {
        &self.tabs
    }

    pub fn deployment(&self) -> &Deployment {
        &self.deployment
    }

    /// What a session read of that page would be known by.
    pub fn carries(&self, tab: TabIndex) -> Option<Issued> {
        let witness = &self.tab(tab).witness;
        if witness.is_carried() { witness.token() } else { self.jar }
    }

    fn tab_mut(&mut self, tab: TabIndex) -> &mut Tab {
        let [first, second] = &mut self.tabs;
        if tab.0 == 0 { first } else { second }
    }
}

impl Exchange {
    fn heard(&self, says: Option<Says>) -> Heard {
        let of_sign_out =
            matches!(self.leg, Leg::Out { asks: Asks::Logout, .. } | Leg::Back { says: Says::SignedOut, .. });
        Heard { id: self.id, epoch: self.epoch, given_up: self.given_up, of_sign_out, says }
    }
}

/// As the machine hears it.
fn answer_of(says: Says) -> Answer {
    match says {
        Says::Session(who) => Answer::Session(Ok(who.as_session_answer())),
        Says::SignedIn(grant) => Answer::Login(Ok(grant.signed_in())),
        Says::SignInRefused => Answer::Login(Err(refusal())),
        Says::SignedOut => Answer::Logout(Ok(())),
        Says::Permissions(grant) => Answer::Permissions(Ok(PermissionsAnswer {
            user_type: grant.role().to_owned(),
            features: Arc::new(grant.features()),
        })),
        Says::Unauthorized => Answer::Permissions(Err(Failure::of_status(401))),
    }
}

/// In words, for the way to a broken rule.
impl System {
    /// An action as it stands in this state.
    pub fn describe(&self, action: Action) -> String {
        match action {
            Action::Arrives(place) => format!("arrives: {:?}", self.wire.get(place)),
            Action::Lost(place) => format!("is lost: {:?}", self.wire.get(place)),
            Action::BreaksOff(place) => format!("breaks off: {:?}", self.wire.get(place)),
            other => format!("{other:?}"),
        }
    }

    /// How both tabs stand.
    pub fn sketch(&self) -> String {
        let [first, second] = self.tabs.each_ref().map(|tab| {
            let view = tab.view();
            let user = view.user.as_ref().map(|user| (user.id, &user.user_type));
            let stale = if view.stale { ", stale" } else { "" };
            format!("{:?}{stale} {user:?} {:?}", view.status, view.reason)
        });
        format!("{first} | {second}")
    }
}

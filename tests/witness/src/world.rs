//! The browser, its pages, the wire and the deployment: one state, and how it becomes another.

use super::action::{Action, Deed};
use super::clocks::Clocks;
use super::deployment::{Deployment, Person, SessionId, SignOutId, Who};
use super::page::{Credentials, Page};
use super::rule::{Broken, Rule};
use super::wire::{Asks, Exchange, Message, Says, TabIndex, Word};
use super::witness::Sight;
use platform_session::api::login::TokenPolicy;
use platform_session::api::{Code, Failure};
use platform_session::core::{Ages, CallId, Effect, Event, Now, Policy, Request, RequestId, TabMessage};

/// Half of every jittered span.
const MIDDLE: u32 = 1 << 31;
/// How long a sign-in may be held for the sign-out before it.
const PATIENCE_MS: u64 = 3_000;

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
    /// Sign-outs of other tabs than these, which are never judged.
    elsewhere: Vec<SignOutId>,
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
            world.happens(
                tab,
                Event::Started { initial: None, sign_out_pending: false, ages: Ages::default() },
            );
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
                if let Some(sign_out) = self.happens_elsewhere(word) {
                    self.is_told(tab, word, sign_out);
                }
            }
            Action::Passes(ms) => self.passes(ms),
            Action::Sleeps(ms) => self.clocks.wall_ms = self.clocks.wall_ms.saturating_add(ms),
            Action::SetBack(ms) => self.clocks.wall_ms = self.clocks.wall_ms.saturating_sub(ms),
        }
    }

    pub(super) fn does(&mut self, tab: TabIndex, deed: Deed) {
        let Some(page) = self.pages.get_mut(usize::from(tab.0)) else { return };
        if page.gone || page.frozen && !matches!(deed, Deed::Thaw | Deed::Return | Deed::Go) {
            return;
        }
        let within = page.reauthenticating;
        match deed {
            Deed::SignIn(person) => {
                let (called, called_at) = (self.deployment.ticks(), self.clocks);
                let call = page.begins_call();
                page.logins.push(Credentials { call, person, called, called_at });
                self.happens(tab, Event::LoginCalled { call, complete: true });
            }
            Deed::SignInElsewhere(person) => self.signs_in_elsewhere(person),
            Deed::SignInWithNothing => self.calls(tab, |call| Event::LoginCalled { call, complete: false }),
            Deed::SignOut => self.calls(tab, |call| Event::LogoutCalled { call }),
            Deed::Refresh => {
                self.deployment.gives_up_sign_outs(&page.sign_outs);
                self.calls(tab, |call| Event::RefreshCalled { call });
            }
            Deed::Read => self.calls(tab, |call| Event::ReadCalled { call }),
            Deed::Permissions => self.calls(tab, |call| Event::PermissionsCalled { call, within: false }),
            Deed::Roles => self.calls(tab, |call| Event::RolesCalled { call, within }),
            Deed::SsoConfig => self.calls(tab, |call| Event::SsoConfigCalled { call }),
            Deed::Fetch { replayable } => {
                self.calls(tab, |call| Event::FetchCalled { call, replayable, within: false });
            }
            Deed::Abort(which) => {
                let waiting = page.waiting.len();
                if let Some(call) = page.waiting.get(usize::from(which).checked_rem(waiting).unwrap_or(0)) {
                    let call = *call;
                    self.happens(tab, Event::Aborted { call });
                }
            }
            Deed::Reauthenticated(resolved) if within => {
                self.happens(tab, Event::Reauthenticated { resolved })
            }
            Deed::Reauthenticated(_) => {}
            Deed::TimerFires => {
                if let Some(due) = page.wake_at_ms {
                    self.clocks.passes(due.saturating_sub(self.clocks.mono_ms));
                    self.happens(tab, Event::Woken);
                }
            }
            Deed::Woken => self.happens(tab, Event::Woken),
            Deed::Hide => self.happens(tab, Event::Visible(false)),
            Deed::Show => self.happens(tab, Event::Visible(true)),
            Deed::Focus => self.happens(tab, Event::Focused),
            Deed::Look => {
                self.happens(tab, Event::Visible(false));
                self.happens(tab, Event::Visible(true));
                self.happens(tab, Event::Focused);
            }
            Deed::Offline => self.happens(tab, Event::Online(false)),
            Deed::Online => self.happens(tab, Event::Online(true)),
            Deed::Freeze => page.frozen = true,
            Deed::Thaw => page.frozen = page.cached,
            Deed::Leave => {
                self.happens(tab, Event::Leaving);
                if let Some(page) = self.pages.get_mut(usize::from(tab.0)) {
                    (page.frozen, page.cached) = (true, true);
                }
            }
            Deed::Return => self.returns(tab),
            Deed::Close => self.happens(tab, Event::Closed),
            Deed::Go => {
                (page.gone, page.frozen) = (true, false);
                self.wire.retain_mut(|message| match message {
                    Message::Word { to, .. } => *to != tab,
                    Message::Exchange(exchange) => {
                        exchange.given_up |= exchange.tab == tab;
                        exchange.tab != tab || matches!(exchange.asks, Asks::Logout(_))
                    }
                });
            }
        }
    }

    fn calls(&mut self, tab: TabIndex, event: impl FnOnce(CallId) -> Event) {
        let Some(page) = self.pages.get_mut(usize::from(tab.0)) else { return };
        let event = event(page.begins_call());
        if matches!(event, Event::LogoutCalled { .. }) && !page.closed && !self.is_signing_out(tab) {
            let id = self.deployment.calls_sign_out();
            self.pages[usize::from(tab.0)].sign_outs.push(id);
        }
        self.happens(tab, event);
    }

    fn is_signing_out(&self, tab: TabIndex) -> bool {
        self.exchanges(tab).any(|exchange| !exchange.given_up && matches!(exchange.asks, Asks::Logout(_)))
    }

    pub fn exchanges(&self, tab: TabIndex) -> impl Iterator<Item = &Exchange> {
        self.wire.iter().filter_map(move |message| match message {
            Message::Exchange(exchange) if exchange.tab == tab => Some(exchange),
            _ => None,
        })
    }

    fn signs_in_elsewhere(&mut self, person: Person) {
        let called = self.deployment.ticks();
        if let Some(grant) = self.deployment.sign_in(person, called, None, self.clocks) {
            self.jar = Some(grant.session).filter(|_| self.setup.keeps_cookies);
        }
    }

    /// In a tab beyond those of this world. `None`: there is nothing to tell.
    fn happens_elsewhere(&mut self, word: Word) -> Option<Option<SignOutId>> {
        match word {
            Word::SignedIn => self.signs_in_elsewhere(Person::Ada),
            Word::SignedOut => {
                let id = self.deployment.calls_sign_out();
                self.elsewhere.push(id);
                return Some(Some(id));
            }
            Word::SignOutOver => self.deployment.gives_up_sign_outs(&[self.elsewhere.pop()?]),
            Word::Changed => {}
        }
        Some(None)
    }

    fn returns(&mut self, tab: TabIndex) {
        if let Some(page) = self.pages.get_mut(usize::from(tab.0)) {
            (page.frozen, page.cached) = (false, false);
        }
        let mut cut = Vec::new();
        self.wire.retain(|message| match message {
            Message::Word { to, .. } => *to != tab,
            Message::Exchange(exchange) => {
                if exchange.tab == tab && !exchange.given_up {
                    cut.push(exchange.clone());
                }
                exchange.tab != tab
            }
        });
        self.happens(tab, Event::Restored);
        for exchange in cut {
            self.answers(&exchange, Some(Failure::of(Code::Network)));
        }
    }

    /// Both clocks run on; timers that come due meanwhile fire.
    fn passes(&mut self, ms: u64) {
        let end = self.clocks.mono_ms.saturating_add(ms);
        for _ in 0..2_000 {
            let timer = self.next_timer().filter(|(due, _)| *due <= end);
            let deadline = self.next_deadline().filter(|(due, _)| *due <= end);
            match (timer, deadline) {
                (timer, Some((due, place))) if timer.is_none_or(|(first, _)| due < first) => {
                    self.clocks.passes(due.saturating_sub(self.clocks.mono_ms));
                    if let Message::Exchange(exchange) = self.wire.remove(place) {
                        self.answers(&exchange, Some(Failure::of(Code::Timeout)));
                    }
                }
                (Some((_, tab)), _) => self.does(tab, Deed::TimerFires),
                _ => break,
            }
        }
        self.clocks.passes(end.saturating_sub(self.clocks.mono_ms));
    }

    /// The request that has the least time left, of the pages that run.
    fn next_deadline(&self) -> Option<(u64, usize)> {
        let timeout_ms = self.setup.policy.timeout_ms;
        let deadlines = self.wire.iter().enumerate().filter_map(|(place, message)| match message {
            Message::Exchange(exchange) if !exchange.given_up && !self.is_away(exchange.tab) => {
                Some((exchange.asked_at.mono_ms.saturating_add(timeout_ms), place))
            }
            _ => None,
        });
        deadlines.min()
    }

    /// The timer that is due next, of the pages that run.
    pub fn next_timer(&self) -> Option<(u64, TabIndex)> {
        let running = self.tabs().filter_map(|tab| {
            let page = self.page(tab).filter(|page| page.is_reached())?;
            Some((page.wake_at_ms?, tab))
        });
        running.min()
    }

    fn place(&self, place: u8) -> Option<usize> {
        usize::from(place).checked_rem(self.wire.len())
    }

    pub(super) fn arrives(&mut self, place: usize) {
        let Some(place) = self.place_in_order(place) else { return };
        match self.wire.remove(place) {
            Message::Word { to, word, sign_out, .. } => self.is_told(to, word, sign_out),
            Message::Exchange(mut exchange) if exchange.judged.is_none() => {
                self.watches_order(&exchange, exchange.carries);
                exchange.is_judged(&mut self.deployment, self.clocks);
                self.wire.insert(place, Message::Exchange(exchange));
            }
            Message::Exchange(exchange) => {
                if self.is_away(exchange.tab) && !exchange.given_up {
                    return self.wire.insert(place, Message::Exchange(exchange));
                }
                self.takes_cookie(&exchange);
                self.answers(&exchange, None);
            }
        }
    }

    /// The first word of the same tab, where it is a word; `None`: it waits for its page to run again.
    fn place_in_order(&self, place: usize) -> Option<usize> {
        let Some(Message::Word { from, to, .. }) = self.wire.get(place) else { return Some(place) };
        let alike = |message: &Message| match message {
            Message::Word { from: by, to: at, order, .. } if by == from && at == to => Some(*order),
            _ => None,
        };
        let words = self.wire.iter().enumerate().filter_map(|(at, message)| Some((alike(message)?, at)));
        words.min().map(|(_, at)| at).filter(|_| !self.is_away(*to))
    }

    /// A frozen page hears nothing until it runs again.
    fn is_away(&self, tab: TabIndex) -> bool {
        self.page(tab).is_some_and(|page| page.frozen)
    }

    fn is_told(&mut self, tab: TabIndex, word: Word, sign_out: Option<SignOutId>) {
        self.steps(tab, Event::Heard(word.into()), None, sign_out);
    }

    /// `reached`: the deployment took the request; `headers`: and those of its answer came.
    fn fails(&mut self, place: u8, failure: Failure, reached: bool, headers: bool) {
        let Some(place) = self.place(place) else { return };
        if let Message::Exchange(exchange) = &self.wire[place]
            && self.is_away(exchange.tab)
            && !exchange.given_up
        {
            return;
        }
        if matches!(self.wire[place], Message::Word { .. }) {
            return;
        }
        let Message::Exchange(mut exchange) = self.wire.remove(place) else { return };
        if reached && headers && exchange.judged.is_none() {
            self.watches_order(&exchange, exchange.carries);
            exchange.is_judged(&mut self.deployment, self.clocks);
        }
        if headers {
            self.takes_cookie(&exchange);
        }
        self.answers(&exchange, Some(failure));
    }

    fn takes_cookie(&mut self, exchange: &Exchange) {
        if self.setup.keeps_cookies {
            self.watches_order(exchange, self.jar);
            exchange.changes_cookie(&mut self.jar);
        }
    }

    /// Whether a sign-out is about to end a session, or to clear its cookie, whose sign-in left its page after it.
    fn watches_order(&mut self, exchange: &Exchange, session: Option<SessionId>) {
        let (Asks::Logout(_), Some(session)) = (&exchange.asks, session) else { return };
        let began = self.deployment.made_by(session);
        let overtaken = began.is_some_and(|(tab, request)| tab == exchange.tab.0 && exchange.id < request);
        if let Some(page) = self.pages.get_mut(usize::from(exchange.tab.0)) {
            page.witness.broken.add(Rule::Overtaken, overtaken);
        }
    }

    fn answers(&mut self, exchange: &Exchange, failure: Option<Failure>) {
        let keeps_token = self.setup.policy.token == TokenPolicy::Memory;
        let event = Event::Answered { id: exchange.id, answer: exchange.answer(failure, keeps_token) };
        self.steps(exchange.tab, event, Some((exchange, failure.is_none())), None);
    }

    pub fn happens(&mut self, tab: TabIndex, event: Event) {
        let page = self.page(tab);
        let sign_out = match event {
            Event::LogoutCalled { .. } => page.and_then(|page| page.sign_outs.last().copied()),
            _ => None,
        };
        self.steps(tab, event, None, sign_out);
    }

    /// `answered`: the request that the event answers, and whether the answer came whole.
    fn steps(
        &mut self,
        tab: TabIndex,
        event: Event,
        answered: Option<(&Exchange, bool)>,
        sign_out: Option<SignOutId>,
    ) {
        if self.setup.seed != 0 {
            self.random = self.random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        }
        let random = if self.setup.seed == 0 { MIDDLE } else { self.random };
        let now = Now { wall_ms: self.clocks.wall_ms, mono_ms: self.clocks.mono_ms, random };
        let signing_out = self.is_signing_out(tab);
        let Some(page) = self.pages.get_mut(usize::from(tab.0)) else { return };
        if event == Event::Heard(TabMessage::SignedIn) && !signing_out {
            self.deployment.gives_up_sign_outs(&page.sign_outs);
        }
        if !page.is_reached() {
            return;
        }
        let before = page.view().clone();
        let (last_sent, was_online, was_closed) = (page.last_sent, page.online, page.closed);
        let waited = !page.waiting.is_empty();
        let late = answered.is_some_and(|(exchange, _)| exchange.given_up);
        let mut broken = Broken::default();
        let effects = page.happens(&event, late, now, &mut broken);
        if let Some((Exchange { asks: Asks::Logout(judged), given_up: false, .. }, true)) = answered {
            page.sign_outs.retain(|id| !judged.contains(id));
        }
        let says = answered.filter(|(_, whole)| *whole && !late).and_then(|(exchange, _)| exchange.judged);
        let nobody = matches!(
            says.map(|judged| judged.says),
            Some(Says::Session(Who::Nobody | Who::Deactivated) | Says::SignedIn(_))
        );
        // Its caller does not tell it again: there is nobody to sign out, or somebody is shown.
        if nobody || page.view().user.is_some() {
            self.deployment.gives_up_sign_outs(&std::mem::take(&mut page.sign_outs));
        }
        let mut witness = std::mem::take(&mut page.witness);
        witness.broken.merge(broken);
        let page = &self.pages[usize::from(tab.0)];
        if !was_closed && !page.closed {
            witness.sees(&Sight {
                event: &event,
                answered: answered.filter(|_| !late),
                sign_out,
                effects: &effects,
                before: &before,
                last_sent,
                was_online,
                at_once: random < 1 << 23,
                signing_out,
                waited,
                page,
                now: self.clocks,
                jar: self.jar,
                deployment: &self.deployment,
            });
        }
        self.pages[usize::from(tab.0)].witness = witness;
        for effect in effects {
            self.carries_out(tab, effect);
        }
        let one = |exchange: &&Exchange| {
            !exchange.given_up
                && matches!(exchange.asks, Asks::Session | Asks::Login { .. } | Asks::Logout(_))
        };
        let crowded = !was_closed && self.exchanges(tab).filter(one).count() > 1;
        self.pages[usize::from(tab.0)].witness.broken.add(Rule::Requests, crowded);
    }

    fn carries_out(&mut self, tab: TabIndex, effect: Effect) {
        match effect {
            Effect::Send { id, request, bearer } => self.sends(tab, id, request, bearer),
            Effect::Cancel { id } => {
                for message in &mut self.wire {
                    if let Message::Exchange(exchange) = message
                        && exchange.tab == tab
                        && exchange.id == id
                    {
                        exchange.given_up = true;
                    }
                }
            }
            Effect::Broadcast(message) => {
                let word = Word::from(message);
                let own = self.page(tab).and_then(|page| page.sign_outs.last().copied());
                let sign_out = own.filter(|_| word == Word::SignedOut);
                let others: Vec<_> = self.tabs().filter(|to| *to != tab).collect();
                for to in others {
                    if self.page(to).is_some_and(|page| !page.gone && !page.closed && !page.cached) {
                        self.words += 1;
                        let order = self.words;
                        self.wire.push(Message::Word { from: tab, to, order, word, sign_out });
                    }
                }
            }
            _ => {}
        }
    }

    /// A sign-out that has been on its way for so long is not waited for again.
    fn has_overdue_sign_out(&self, tab: TabIndex) -> bool {
        let mut sign_outs = self.exchanges(tab).filter(|exchange| matches!(exchange.asks, Asks::Logout(_)));
        let overdue = |exchange: &Exchange| exchange.asked_at.is_over(PATIENCE_MS, self.clocks);
        sign_outs.next().is_some_and(overdue) && sign_outs.all(overdue)
    }

    fn sends(&mut self, tab: TabIndex, id: RequestId, request: Request, bearer: bool) {
        let overdue = self.has_overdue_sign_out(tab);
        let Some(page) = self.pages.get_mut(usize::from(tab.0)) else { return };
        let asks = match request {
            Request::Session => {
                self.reads += 1;
                Asks::Session
            }
            Request::Login(call) => {
                let Some(login) = page.logins.iter().find(|login| login.call == call).copied() else {
                    return;
                };
                page.logins.retain(|login| login.call != call);
                let Credentials { person, called, called_at, .. } = login;
                let patient = called_at.is_over(PATIENCE_MS, self.clocks) || overdue;
                Asks::Login { person, called, called_at, by: (!patient).then_some((tab.0, id)) }
            }
            Request::Logout => Asks::Logout(page.sign_outs.clone()),
            Request::Permissions => Asks::Permissions,
            Request::Roles => Asks::Roles,
            Request::SsoConfig => Asks::SsoConfig,
            Request::Fetch(call) => Asks::Fetch(call.0),
        };
        let carries = if bearer { page.token() } else { self.jar };
        let asked_at = self.clocks;
        let exchange = Exchange { tab, id, asks, asked_at, bearer, carries, given_up: false, judged: None };
        self.wire.push(Message::Exchange(exchange));
    }
}

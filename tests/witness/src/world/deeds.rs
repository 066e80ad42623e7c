//! What people do on a page, and what the browser does with it.

use super::World;
use crate::action::{Deed, Elsewhere};
use crate::deployment::{Person, Who};
use crate::page::{CalledSignOut, Credentials, Engine, SIGN_OUT};
use crate::rule::Rule;
use crate::wire::{Asks, Exchange, Message, TabIndex, Word};
use platform_session::api::{Code, Failure};
use platform_session::core::{CallId, Command, Event, PageEvent, RequestId, SignOutId};

impl World {
    pub(crate) fn does(&mut self, tab: TabIndex, deed: Deed) {
        let Some(page) = self.pages.get_mut(usize::from(tab.0)) else { return };
        if page.gone
            || page.frozen && !matches!(deed, Deed::Thaw | Deed::Return | Deed::ReturnUncut | Deed::Go)
            || page.engine == Engine::Unborn && !matches!(deed, Deed::Begin | Deed::SignInElsewhere(_))
        {
            return;
        }
        let within = page.reauthenticating;
        match deed {
            Deed::SignIn(person) => {
                let (called_ms, waits_since_ms) = (self.now_ms, self.now_ms);
                let call = page.begins_call();
                page.logins.push(Credentials { call, person, called_ms, waits_since_ms });
                self.happens(tab, Event::LoginCalled { call, complete: true });
            }
            Deed::SignInElsewhere(person) => self.signs_in_elsewhere(person),
            Deed::SignInWithNothing => self.calls(tab, |call| Event::LoginCalled { call, complete: false }),
            Deed::SignOut => self.signs_out(tab),
            Deed::Refresh => {
                self.calls(tab, |call| Event::Asked { command: Command::Refresh, call, within: false })
            }
            Deed::Read => {
                self.calls(tab, |call| Event::Asked { command: Command::Read, call, within: false })
            }
            Deed::Permissions => self.calls(tab, |call| Event::Asked {
                command: Command::RefreshPermissions,
                call,
                within: false,
            }),
            Deed::Roles => self.calls(tab, |call| Event::Asked { command: Command::Roles, call, within }),
            Deed::SsoConfig => {
                self.calls(tab, |call| Event::Asked { command: Command::SsoConfig, call, within: false })
            }
            Deed::Fetch { replayable, keepalive } => {
                self.calls(tab, |call| Event::FetchCalled { call, replayable, within: false, keepalive });
            }
            Deed::WatchCatalogue(true) => self.page_event(tab, PageEvent::CatalogueWatched),
            Deed::WatchCatalogue(false) => self.page_event(tab, PageEvent::CatalogueUnwatched),
            Deed::Abort(which) => {
                let waiting = page.waiting.len();
                if let Some(call) = page.waiting.get(usize::from(which).checked_rem(waiting).unwrap_or(0)) {
                    let call = *call;
                    self.happens(tab, Event::Asked { command: Command::Abort, call, within: false });
                }
            }
            Deed::Reauthenticated(_) if !within => {}
            Deed::Reauthenticated(true) => self.page_event(tab, PageEvent::Reauthenticated),
            Deed::Reauthenticated(false) => self.page_event(tab, PageEvent::NotReauthenticated),
            Deed::TimerFires => {
                if let Some(due) = page.wake_at_ms {
                    self.ticks(due.saturating_sub(self.now_ms));
                    self.page_event(tab, PageEvent::Woken);
                }
            }
            Deed::Woken => self.page_event(tab, PageEvent::Woken),
            Deed::Hide => self.page_event(tab, PageEvent::Hidden),
            Deed::Show => self.page_event(tab, PageEvent::Visible),
            Deed::Focus => self.page_event(tab, PageEvent::Focused),
            Deed::Look => {
                self.page_event(tab, PageEvent::Hidden);
                self.page_event(tab, PageEvent::Visible);
                self.page_event(tab, PageEvent::Focused);
            }
            Deed::Offline => self.page_event(tab, PageEvent::Offline),
            Deed::Online => self.page_event(tab, PageEvent::Online),
            Deed::SignInWindow(true) => self.page_event(tab, PageEvent::WindowOpened),
            Deed::SignInWindow(false) => self.page_event(tab, PageEvent::WindowGone),
            Deed::Freeze => page.frozen = true,
            Deed::Thaw if page.cached => {}
            Deed::Thaw => {
                page.frozen = false;
                self.page_event(tab, PageEvent::Resumed);
            }
            Deed::Leave => {
                self.goes(tab, PageEvent::Leaving);
                if let Some(page) = self.pages.get_mut(usize::from(tab.0)) {
                    (page.frozen, page.cached) = (true, true);
                }
            }
            Deed::Return if page.cached => {
                let cut: Vec<_> = self.exchanges(tab).map(|exchange| exchange.id).collect();
                self.returns(tab);
                self.cuts(tab, &cut);
            }
            Deed::ReturnUncut if page.cached => self.returns(tab),
            Deed::Return | Deed::ReturnUncut => {}
            Deed::Close => self.closes(tab),
            Deed::Go => {
                if !page.frozen {
                    self.goes(tab, PageEvent::Unloading);
                }
                self.is_gone(tab);
            }
            Deed::Begin => self.begins(tab, None),
            Deed::Run => self.runs(tab),
        }
    }

    fn page_event(&mut self, tab: TabIndex, event: PageEvent) {
        self.happens(tab, Event::Page(event));
    }

    /// The page goes: a sign-out that the deployment has not confirmed goes on.
    fn goes(&mut self, tab: TabIndex, event: PageEvent) {
        let page = &self.pages[usize::from(tab.0)];
        let is_due = match &page.sign_out {
            Some(sign_out) => sign_out.is_due,
            None => page.witness.has_own_lock(),
        };
        let is_closed = page.closed;
        self.entry_sends(tab, true);
        self.page_event(tab, event);
        let goes_on = |exchange: &Exchange| exchange.keepalive && exchange.asks == Asks::Logout;
        let broken = is_due && !is_closed && !self.exchanges(tab).any(goes_on);
        self.pages[usize::from(tab.0)].witness.broken.add(Rule::Outlives, broken);
    }

    fn closes(&mut self, tab: TabIndex) {
        self.entry_sends(tab, true);
        let page = &mut self.pages[usize::from(tab.0)];
        if !matches!(page.engine, Engine::Waits(_)) {
            let own = page.witness.own_lock().filter(|_| !page.closed);
            self.page_event(tab, PageEvent::Closed);
            if let Some(id) = own {
                self.wire_sign_out(tab, RequestId(u32::MAX), true, Some(id.0));
            }
            return;
        }
        // The entry ends the calls by itself.
        (page.closed, page.engine) = (true, Engine::Unborn);
        page.waiting.clear();
        page.logins.clear();
        let Some(CalledSignOut { name, .. }) = page.sign_out.take() else { return self.gives_up_all(tab) };
        let sent = |message: &&mut Message| matches!(message, Message::Exchange(exchange) if exchange.tab == tab && exchange.id == SIGN_OUT);
        match self.wire.iter_mut().find(sent) {
            Some(Message::Exchange(exchange)) => exchange.tells_over = Some(name),
            _ => self.broadcasts(tab, Word::SignOutOver(name)),
        }
        self.gives_up_all(tab);
    }

    /// While no engine runs, the entry sends a sign-out that is neither confirmed nor given up, unless it is under way. `keepalive`: that goes
    /// with the page, or its session, and is given up.
    fn entry_sends(&mut self, tab: TabIndex, keepalive: bool) {
        let is_under_way = self.exchanges(tab).any(|exchange| exchange.id == SIGN_OUT);
        let page = &mut self.pages[usize::from(tab.0)];
        let Some(sign_out) = page.sign_out.as_mut().filter(|sign_out| sign_out.is_due) else { return };
        if is_under_way && !keepalive {
            return;
        }
        sign_out.end = None;
        for message in &mut self.wire {
            if let Message::Exchange(exchange) = message
                && exchange.tab == tab
                && exchange.id == SIGN_OUT
            {
                (exchange.given_up, exchange.id) = (true, RequestId(u32::MAX));
            }
        }
        self.wire_sign_out(tab, SIGN_OUT, keepalive, None);
    }

    /// Sends a request of the entry's. `closed`: the sign-out of a session that is over, which ends with it.
    fn wire_sign_out(&mut self, tab: TabIndex, id: RequestId, keepalive: bool, closed: Option<u32>) {
        let (asked_ms, carries) = (self.now_ms, self.jar);
        self.wire.push(Message::Exchange(Exchange {
            tab,
            id,
            asks: Asks::Logout,
            asked_ms,
            bearer: false,
            carries,
            given_up: closed.is_some(),
            keepalive,
            landed: false,
            judged: None,
            preloaded_ms: 0,
            tells_over: closed,
            cached: false,
        }));
    }

    pub(super) fn gives_up_all(&mut self, tab: TabIndex) {
        for message in &mut self.wire {
            if let Message::Exchange(exchange) = message {
                exchange.given_up |= exchange.tab == tab;
            }
        }
    }

    /// Ends all of the page but what outlives it.
    fn is_gone(&mut self, tab: TabIndex) {
        let page = &mut self.pages[usize::from(tab.0)];
        (page.gone, page.frozen) = (true, false);
        self.gives_up_all(tab);
        self.wire.retain_mut(|message| match message {
            Message::Word { to, .. } => *to != tab,
            Message::Exchange(exchange) => exchange.tab != tab || exchange.keepalive,
        });
    }

    pub(super) fn calls(&mut self, tab: TabIndex, event: impl FnOnce(CallId) -> Event) {
        let Some(page) = self.pages.get_mut(usize::from(tab.0)) else { return };
        let call = page.begins_call();
        self.happens(tab, event(call));
    }

    /// The entry names a sign-out, tells the other tabs at the call, and sends it where no engine runs (`pkg/entry/link.ts`).
    fn signs_out(&mut self, tab: TabIndex) {
        let page = &self.pages[usize::from(tab.0)];
        let tells = page.is_reached() && !page.closed;
        let waits = matches!(page.engine, Engine::Waits(_));
        let own = page.witness.own_lock().filter(|_| !page.closed).map(|id| id.0);
        let called = page.sign_out.clone();
        let name = own.or(called.as_ref().map(|called| called.name)).unwrap_or_else(|| self.names_sign_out());
        if tells {
            self.broadcasts(tab, Word::SignedOut(name));
        }
        self.calls(tab, |call| Event::LogoutCalled { call, id: SignOutId(name) });
        if waits {
            let end = called.and_then(|called| called.end);
            self.pages[usize::from(tab.0)].sign_out = Some(CalledSignOut { name, is_due: true, end });
            self.entry_sends(tab, false);
        }
    }

    fn names_sign_out(&mut self) -> u32 {
        self.sign_outs += 1;
        self.sign_outs
    }

    pub(super) fn signs_in_elsewhere(&mut self, person: Person) {
        if let Some(grant) = self.deployment.sign_in(person, None, self.now_ms) {
            self.jar = Some(grant.session).filter(|_| self.setup.keeps_cookies);
        }
    }

    /// In a tab beyond those of this world.
    pub(super) fn happens_elsewhere(&mut self, tab: TabIndex, elsewhere: Elsewhere) {
        let word = match elsewhere {
            Elsewhere::SignsIn => {
                self.signs_in_elsewhere(Person::Ada);
                Word::SignedIn
            }
            Elsewhere::SignsOut => {
                let id = self.names_sign_out();
                self.elsewhere.push((tab, id));
                Word::SignedOut(id)
            }
            Elsewhere::SignOutOver => match self.elsewhere.iter().position(|(heard, _)| *heard == tab) {
                Some(place) => Word::SignOutOver(self.elsewhere.remove(place).1),
                None => Word::SignOutOver(0),
            },
            Elsewhere::Changes => Word::Changed,
        };
        self.happens(tab, Event::Message(word.into()));
    }

    pub(super) fn returns(&mut self, tab: TabIndex) {
        if let Some(page) = self.pages.get_mut(usize::from(tab.0)) {
            (page.frozen, page.cached) = (false, false);
        }
        self.wire.retain(|message| !matches!(message, Message::Word { to, .. } if *to == tab));
        self.page_event(tab, PageEvent::Restored);
    }

    fn cuts(&mut self, tab: TabIndex, requests: &[RequestId]) {
        for id in requests {
            let is_it = |message: &Message| matches!(message, Message::Exchange(exchange) if exchange.tab == tab && exchange.id == *id);
            if let Some(place) = self.wire.iter().position(is_it)
                && let Message::Exchange(exchange) = self.wire.remove(place)
            {
                self.answers(&exchange, Some(Failure::of(Code::Network)));
            }
        }
    }

    /// Begins the page. The entry has sent the first read.
    pub(super) fn starts(&mut self, tab: TabIndex, initial: Option<Who>) {
        let event = Event::Started { initial: initial.map(Who::as_session_answer) };
        self.steps(tab, event, None, initial);
    }
}

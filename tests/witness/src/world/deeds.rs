//! What users do on a page, and what the browser does to it.

use super::World;
use crate::action::{Deed, Elsewhere};
use crate::deployment::{Person, SessionState};
use crate::page::{CalledSignOut, Credentials, Engine, SIGN_OUT};
use crate::rule::Rule;
use crate::wire::{Exchange, Message, RequestKind, TabIndex, Word};
use platform_session::api::{Code, Failure};
use platform_session::core::{CallId, Command, Event, PageEvent, RequestId, SignOutId};

impl World {
    pub(crate) fn perform(&mut self, tab: TabIndex, deed: Deed) {
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
                let call = page.begin_call();
                page.logins.push(Credentials { call, person, called_ms, waits_since_ms });
                self.fire(tab, Event::LoginCalled { call, complete: true });
            }
            Deed::SignInElsewhere(person) => self.sign_in_elsewhere(person),
            Deed::SignInWithNothing => self.call(tab, |call| Event::LoginCalled { call, complete: false }),
            Deed::SignOut => self.sign_out(tab),
            Deed::Refresh => {
                self.call(tab, |call| Event::Asked { command: Command::Refresh, call, within: false })
            }
            Deed::Read => self.call(tab, |call| Event::Asked { command: Command::Read, call, within: false }),
            Deed::Permissions => self.call(tab, |call| Event::Asked {
                command: Command::RefreshPermissions,
                call,
                within: false,
            }),
            Deed::Roles => self.call(tab, |call| Event::Asked { command: Command::Roles, call, within }),
            Deed::SsoConfig => {
                self.call(tab, |call| Event::Asked { command: Command::SsoConfig, call, within: false })
            }
            Deed::Fetch { replayable, keepalive } => {
                self.call(tab, |call| Event::FetchCalled { call, replayable, within: false, keepalive });
            }
            Deed::WatchCatalogue(true) => self.page_event(tab, PageEvent::CatalogueWatched),
            Deed::WatchCatalogue(false) => self.page_event(tab, PageEvent::CatalogueUnwatched),
            Deed::Abort(which) => {
                let waiting = page.waiting.len();
                if let Some(call) = page.waiting.get(usize::from(which).checked_rem(waiting).unwrap_or(0)) {
                    let call = *call;
                    self.fire(tab, Event::Asked { command: Command::Abort, call, within: false });
                }
            }
            Deed::Reauthenticated(_) if !within => {}
            Deed::Reauthenticated(true) => self.page_event(tab, PageEvent::Reauthenticated),
            Deed::Reauthenticated(false) => self.page_event(tab, PageEvent::NotReauthenticated),
            Deed::TimerFires => {
                if let Some(due) = page.wake_at_ms {
                    self.advance_clock(due.saturating_sub(self.now_ms));
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
                self.leave_page(tab, PageEvent::Leaving);
                if let Some(page) = self.pages.get_mut(usize::from(tab.0)) {
                    (page.frozen, page.cached) = (true, true);
                }
            }
            Deed::Return if page.cached => {
                let cut: Vec<_> = self.exchanges(tab).map(|exchange| exchange.id).collect();
                self.return_page(tab);
                self.cut_requests(tab, &cut);
            }
            Deed::ReturnUncut if page.cached => self.return_page(tab),
            Deed::Return | Deed::ReturnUncut => {}
            Deed::Close => self.close_page(tab),
            Deed::Go => {
                if !page.frozen {
                    self.leave_page(tab, PageEvent::Unloading);
                }
                self.remove_tab(tab);
            }
            Deed::Begin => self.begin_page(tab, None),
            Deed::Run => self.run_engine(tab),
        }
    }

    fn page_event(&mut self, tab: TabIndex, event: PageEvent) {
        self.fire(tab, Event::Page(event));
    }

    /// Fires `pagehide`, and checks that an unconfirmed sign-out is then under way with `keepalive`.
    fn leave_page(&mut self, tab: TabIndex, event: PageEvent) {
        let page = &self.pages[usize::from(tab.0)];
        let is_due = match &page.sign_out {
            Some(sign_out) => sign_out.is_due,
            None => page.witness.has_own_lock(),
        };
        let is_closed = page.closed;
        self.entry_send(tab, true);
        self.page_event(tab, event);
        let goes_on = |exchange: &Exchange| exchange.keepalive && exchange.kind == RequestKind::Logout;
        let broken = is_due && !is_closed && !self.exchanges(tab).any(goes_on);
        self.pages[usize::from(tab.0)].witness.broken.add(Rule::Outlives, broken);
    }

    fn close_page(&mut self, tab: TabIndex) {
        self.entry_send(tab, true);
        let page = &mut self.pages[usize::from(tab.0)];
        if !matches!(page.engine, Engine::Waits(_)) {
            let own = page.witness.own_lock().filter(|_| !page.closed);
            self.page_event(tab, PageEvent::Closed);
            if let Some(id) = own {
                self.wire_sign_out(tab, RequestId(u32::MAX), true, Some(id.0));
            }
            return;
        }
        // Before the engine runs, the entry rejects the calls.
        (page.closed, page.engine) = (true, Engine::Unborn);
        page.waiting.clear();
        page.logins.clear();
        let Some(CalledSignOut { name, .. }) = page.sign_out.take() else { return self.abort_all(tab) };
        let sent = |message: &&mut Message| matches!(message, Message::Exchange(exchange) if exchange.tab == tab && exchange.id == SIGN_OUT);
        match self.wire.iter_mut().find(sent) {
            Some(Message::Exchange(exchange)) => exchange.tells_over = Some(name),
            _ => self.broadcast(tab, Word::SignOutOver(name)),
        }
        self.abort_all(tab);
    }

    /// Before the engine runs, the entry sends a due sign-out, unless it is under way. With `keepalive`, the one under way is aborted and sent
    /// again, because it would end with the page or the session.
    fn entry_send(&mut self, tab: TabIndex, keepalive: bool) {
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

    /// Puts a sign-out of the entry on the wire. `closed`: the name of the sign-out, if its session is closed.
    fn wire_sign_out(&mut self, tab: TabIndex, id: RequestId, keepalive: bool, closed: Option<u32>) {
        let (sent_ms, carries) = (self.now_ms, self.jar);
        self.wire.push(Message::Exchange(Exchange {
            tab,
            id,
            kind: RequestKind::Logout,
            sent_ms,
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

    pub(super) fn abort_all(&mut self, tab: TabIndex) {
        for message in &mut self.wire {
            if let Message::Exchange(exchange) = message {
                exchange.given_up |= exchange.tab == tab;
            }
        }
    }

    /// Removes a tab, with everything under way apart from `keepalive` requests.
    fn remove_tab(&mut self, tab: TabIndex) {
        let page = &mut self.pages[usize::from(tab.0)];
        (page.gone, page.frozen) = (true, false);
        self.abort_all(tab);
        self.wire.retain_mut(|message| match message {
            Message::Word { to, .. } => *to != tab,
            Message::Exchange(exchange) => exchange.tab != tab || exchange.keepalive,
        });
    }

    pub(super) fn call(&mut self, tab: TabIndex, event: impl FnOnce(CallId) -> Event) {
        let Some(page) = self.pages.get_mut(usize::from(tab.0)) else { return };
        let call = page.begin_call();
        self.fire(tab, event(call));
    }

    /// The entry names a sign-out, announces it to the other tabs, and sends it if no engine runs yet (`pkg/entry/link.ts`).
    fn sign_out(&mut self, tab: TabIndex) {
        let page = &self.pages[usize::from(tab.0)];
        let tells = page.is_reached() && !page.closed;
        let waits = matches!(page.engine, Engine::Waits(_));
        let own = page.witness.own_lock().filter(|_| !page.closed).map(|id| id.0);
        let called = page.sign_out.clone();
        let name =
            own.or(called.as_ref().map(|called| called.name)).unwrap_or_else(|| self.new_sign_out_name());
        if tells {
            self.broadcast(tab, Word::SignedOut(name));
        }
        self.call(tab, |call| Event::LogoutCalled { call, id: SignOutId(name) });
        if waits {
            let end = called.and_then(|called| called.end);
            self.pages[usize::from(tab.0)].sign_out = Some(CalledSignOut { name, is_due: true, end });
            self.entry_send(tab, false);
        }
    }

    fn new_sign_out_name(&mut self) -> u32 {
        self.sign_outs += 1;
        self.sign_outs
    }

    pub(super) fn sign_in_elsewhere(&mut self, person: Person) {
        if let Some(grant) = self.deployment.sign_in(person, None, self.now_ms) {
            self.jar = Some(grant.session).filter(|_| self.setup.keeps_cookies);
        }
    }

    /// Has a tab outside this world do something, and delivers its message to `tab`.
    pub(super) fn act_elsewhere(&mut self, tab: TabIndex, elsewhere: Elsewhere) {
        let word = match elsewhere {
            Elsewhere::SignsIn => {
                self.sign_in_elsewhere(Person::Ada);
                Word::SignedIn
            }
            Elsewhere::SignsOut => {
                let id = self.new_sign_out_name();
                self.elsewhere.push((tab, id));
                Word::SignedOut(id)
            }
            Elsewhere::SignOutOver => match self.elsewhere.iter().position(|(heard, _)| *heard == tab) {
                Some(place) => Word::SignOutOver(self.elsewhere.remove(place).1),
                None => Word::SignOutOver(0),
            },
            Elsewhere::Changes => Word::Changed,
        };
        self.fire(tab, Event::Message(word.into()));
    }

    pub(super) fn return_page(&mut self, tab: TabIndex) {
        if let Some(page) = self.pages.get_mut(usize::from(tab.0)) {
            (page.frozen, page.cached) = (false, false);
        }
        self.wire.retain(|message| !matches!(message, Message::Word { to, .. } if *to == tab));
        self.page_event(tab, PageEvent::Restored);
    }

    fn cut_requests(&mut self, tab: TabIndex, requests: &[RequestId]) {
        for id in requests {
            let is_it = |message: &Message| matches!(message, Message::Exchange(exchange) if exchange.tab == tab && exchange.id == *id);
            if let Some(place) = self.wire.iter().position(is_it)
                && let Message::Exchange(exchange) = self.wire.remove(place)
            {
                self.deliver_answer(&exchange, Some(Failure::of(Code::Network)));
            }
        }
    }

    /// Gives the page its first event. The entry has sent the first read.
    pub(super) fn start_page(&mut self, tab: TabIndex, initial: Option<SessionState>) {
        let event = Event::Started { initial: initial.map(SessionState::as_session_answer) };
        self.step_page(tab, event, None, initial);
    }
}

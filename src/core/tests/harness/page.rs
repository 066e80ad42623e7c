//! The calls and the events of the page.

use super::Session;
use crate::api::SessionAnswer;
use crate::core::{CallId, Command, Event, Now, PageEvent, SignOutId, TabMessage};

impl Session {
    pub fn start(&mut self) {
        self.handle(Event::Started { initial: None });
    }

    pub fn start_with_initial(&mut self, initial: SessionAnswer) {
        self.handle(Event::Started { initial: Some(initial) });
    }

    /// Starts the engine after the events of this journal. Each has its time in milliseconds after the begin of the page.
    pub fn replay(&mut self, journal: Vec<(u64, Event)>) {
        let then = |ms| Now { ms: self.now.plus_ms(ms), wall_ms: self.now.plus_ms(ms), ..self.now };
        let journal = journal.into_iter().map(|(ms, event)| (event, then(ms))).collect();
        self.handle_journal(journal);
    }

    pub fn login(&mut self) -> CallId {
        self.call(|call| Event::LoginCalled { call, complete: true })
    }

    pub fn login_with_empty_password(&mut self) -> CallId {
        self.call(|call| Event::LoginCalled { call, complete: false })
    }

    pub fn logout(&mut self) -> CallId {
        let unconfirmed = self.state.lock.own.as_ref().map(|own| own.id);
        self.call(|call| Event::LogoutCalled { call, id: unconfirmed.unwrap_or_else(|| named(call)) })
    }

    pub fn refresh(&mut self) -> CallId {
        self.call(|call| Event::Asked { command: Command::Refresh, call, within: false })
    }

    pub fn read(&mut self) -> CallId {
        self.call(|call| Event::Asked { command: Command::Read, call, within: false })
    }

    pub fn refresh_permissions(&mut self) -> CallId {
        self.call(|call| Event::Asked { command: Command::RefreshPermissions, call, within: false })
    }

    pub fn roles(&mut self) -> CallId {
        self.call(|call| Event::Asked { command: Command::Roles, call, within: false })
    }

    pub fn sso_config(&mut self) -> CallId {
        self.call(|call| Event::Asked { command: Command::SsoConfig, call, within: false })
    }

    pub fn fetch(&mut self) -> CallId {
        self.call(|call| Event::FetchCalled { call, replayable: true, within: false, keepalive: false })
    }

    /// Fetches through the session that the page's `reauthenticate` was given.
    pub fn fetch_within(&mut self) -> CallId {
        self.call(|call| Event::FetchCalled { call, replayable: true, within: true, keepalive: false })
    }

    /// Fetches with a body that can be sent only once.
    pub fn fetch_once(&mut self) -> CallId {
        self.call(|call| Event::FetchCalled { call, replayable: false, within: false, keepalive: false })
    }

    /// Makes a call with the next number, and ends the page's task.
    pub fn call(&mut self, event: impl FnOnce(CallId) -> Event) -> CallId {
        let call = self.call_within_task(event);
        self.end_task();
        call
    }

    /// Makes a call after which other calls of the same task may follow.
    pub fn call_within_task(&mut self, event: impl FnOnce(CallId) -> Event) -> CallId {
        let call = self.next_call();
        self.handle(event(call));
        call
    }

    /// Ends the page's task: a timer that waits for that fires.
    pub fn end_task(&mut self) {
        if self.wakes_in_ms() == Some(0) {
            self.wake_at_ms = None;
            self.feed(Event::Page(PageEvent::Woken));
        }
    }

    pub fn next_call(&self) -> CallId {
        CallId(self.calls.len() as u32)
    }

    pub fn abort(&mut self, call: CallId) {
        self.handle(Event::Asked { command: Command::Abort, call, within: false });
    }

    pub fn show(&mut self) {
        self.handle(Event::Page(PageEvent::Visible));
    }

    pub fn hide(&mut self) {
        self.handle(Event::Page(PageEvent::Hidden));
    }

    pub fn focus(&mut self) {
        self.handle(Event::Page(PageEvent::Focused));
    }

    pub fn open_sign_in_window(&mut self) {
        self.handle(Event::Page(PageEvent::WindowOpened));
    }

    pub fn close_sign_in_window(&mut self) {
        self.handle(Event::Page(PageEvent::WindowGone));
    }

    pub fn go_offline(&mut self) {
        self.handle(Event::Page(PageEvent::Offline));
    }

    pub fn come_online(&mut self) {
        self.handle(Event::Page(PageEvent::Online));
    }

    /// Leaves for the back/forward cache, with the events that a browser dispatches.
    pub fn enter_cache(&mut self) {
        self.handle(Event::Page(PageEvent::Leaving));
        self.handle(Event::Page(PageEvent::Hidden));
    }

    pub fn return_from_cache(&mut self) {
        self.handle(Event::Page(PageEvent::Restored));
    }

    pub fn receive(&mut self, message: TabMessage) {
        self.handle(Event::Message(message));
    }

    pub fn end_reauthenticate(&mut self, resolved: bool) {
        self.handle(Event::Page(match resolved {
            true => PageEvent::Reauthenticated,
            false => PageEvent::NotReauthenticated,
        }));
    }

    /// Whether the shell would send a sign-out with `keepalive`.
    pub fn sends_sign_out_with_keepalive(&self) -> bool {
        self.state.sends_sign_out_with_keepalive()
    }

    pub fn close(&mut self) {
        self.handle(Event::Page(PageEvent::Closed));
    }
}

/// The name of the sign-out that this call begins.
pub fn named(call: CallId) -> SignOutId {
    SignOutId(call.0)
}

/// A sign-out of another tab.
pub const ELSEWHERE: SignOutId = SignOutId(900);

/// One message of each kind.
pub const MESSAGES: [TabMessage; 4] = [
    TabMessage::SignedIn,
    TabMessage::SignedOut(ELSEWHERE),
    TabMessage::Changed,
    TabMessage::SignOutOver(ELSEWHERE),
];

//! What happens on the page.

use super::Session;
use crate::api::SessionAnswer;
use crate::core::{CallId, Command, Event, Now, PageEvent, SignOutId, TabMessage};

impl Session {
    pub fn starts(&mut self) {
        self.happens(Event::Started { initial: None });
    }

    pub fn starts_knowing(&mut self, initial: SessionAnswer) {
        self.happens(Event::Started { initial: Some(initial) });
    }

    /// The engine comes after all this happened, each so many milliseconds after the page began.
    pub fn starts_late(&mut self, journal: Vec<(u64, Event)>) {
        let then = |ms| Now { ms: self.now.plus_ms(ms), wall_ms: self.now.plus_ms(ms), ..self.now };
        let journal = journal.into_iter().map(|(ms, event)| (event, then(ms))).collect();
        self.replays(journal);
    }

    pub fn login(&mut self) -> CallId {
        self.calls(|call| Event::LoginCalled { call, complete: true })
    }

    pub fn login_with_empty_password(&mut self) -> CallId {
        self.calls(|call| Event::LoginCalled { call, complete: false })
    }

    pub fn logout(&mut self) -> CallId {
        let standing = self.state.lock.own.as_ref().map(|own| own.id);
        self.calls(|call| Event::LogoutCalled { call, id: standing.unwrap_or_else(|| named(call)) })
    }

    pub fn refresh(&mut self) -> CallId {
        self.calls(|call| Event::Asked { command: Command::Refresh, call, within: false })
    }

    pub fn read(&mut self) -> CallId {
        self.calls(|call| Event::Asked { command: Command::Read, call, within: false })
    }

    pub fn refresh_permissions(&mut self) -> CallId {
        self.calls(|call| Event::Asked { command: Command::RefreshPermissions, call, within: false })
    }

    pub fn roles(&mut self) -> CallId {
        self.calls(|call| Event::Asked { command: Command::Roles, call, within: false })
    }

    pub fn sso_config(&mut self) -> CallId {
        self.calls(|call| Event::Asked { command: Command::SsoConfig, call, within: false })
    }

    pub fn fetch(&mut self) -> CallId {
        self.calls(|call| Event::FetchCalled { call, replayable: true, within: false, keepalive: false })
    }

    /// Through the session that `reauthenticate` was given.
    pub fn fetch_within(&mut self) -> CallId {
        self.calls(|call| Event::FetchCalled { call, replayable: true, within: true, keepalive: false })
    }

    /// With a body that is gone once it was sent.
    pub fn fetch_once(&mut self) -> CallId {
        self.calls(|call| Event::FetchCalled { call, replayable: false, within: false, keepalive: false })
    }

    /// Calls, with the next number.
    pub fn calls(&mut self, event: impl FnOnce(CallId) -> Event) -> CallId {
        let call = self.calls_within_a_task(event);
        self.ends_its_task();
        call
    }

    /// Other calls of the same task may follow.
    pub fn calls_within_a_task(&mut self, event: impl FnOnce(CallId) -> Event) -> CallId {
        let call = self.next_call();
        self.happens(event(call));
        call
    }

    /// What waits for the end of the page's task happens.
    pub fn ends_its_task(&mut self) {
        if self.wakes_in_ms() == Some(0) {
            self.wake_at_ms = None;
            self.feed(Event::Page(PageEvent::Woken));
        }
    }

    pub fn next_call(&self) -> CallId {
        CallId(self.calls.len() as u32)
    }

    pub fn aborts(&mut self, call: CallId) {
        self.happens(Event::Asked { command: Command::Abort, call, within: false });
    }

    pub fn shows(&mut self) {
        self.happens(Event::Page(PageEvent::Visible));
    }

    pub fn hides(&mut self) {
        self.happens(Event::Page(PageEvent::Hidden));
    }

    pub fn gets_focus(&mut self) {
        self.happens(Event::Page(PageEvent::Focused));
    }

    pub fn opens_a_sign_in_window(&mut self) {
        self.happens(Event::Page(PageEvent::WindowOpened));
    }

    pub fn loses_its_sign_in_window(&mut self) {
        self.happens(Event::Page(PageEvent::WindowGone));
    }

    pub fn goes_offline(&mut self) {
        self.happens(Event::Page(PageEvent::Offline));
    }

    pub fn comes_online(&mut self) {
        self.happens(Event::Page(PageEvent::Online));
    }

    /// Leaves for the back/forward cache, as a browser tells it.
    pub fn is_cached(&mut self) {
        self.happens(Event::Page(PageEvent::Leaving));
        self.happens(Event::Page(PageEvent::Hidden));
    }

    pub fn is_restored(&mut self) {
        self.happens(Event::Page(PageEvent::Restored));
    }

    pub fn receives(&mut self, message: TabMessage) {
        self.happens(Event::Message(message));
    }

    pub fn reauthenticates(&mut self, resolved: bool) {
        self.happens(Event::Page(match resolved {
            true => PageEvent::Reauthenticated,
            false => PageEvent::NotReauthenticated,
        }));
    }

    /// Whether the shell would send a sign-out in a way that outlives the page.
    pub fn sends_sign_out_with_keepalive(&self) -> bool {
        self.state.sends_sign_out_with_keepalive()
    }

    pub fn closes(&mut self) {
        self.happens(Event::Page(PageEvent::Closed));
    }
}

/// The name of the sign-out that this call begins.
pub fn named(call: CallId) -> SignOutId {
    SignOutId(call.0)
}

/// A sign-out of another tab.
pub const ELSEWHERE: SignOutId = SignOutId(900);

/// One of each kind.
pub const MESSAGES: [TabMessage; 4] = [
    TabMessage::SignedIn,
    TabMessage::SignedOut(ELSEWHERE),
    TabMessage::Changed,
    TabMessage::SignOutOver(ELSEWHERE),
];

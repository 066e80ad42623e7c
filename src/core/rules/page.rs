//! What follows from the events of the page: focus, visibility, network, the back/forward cache, sign-in windows, and the end of
//! `reauthenticate`.

use crate::api::Code;
use crate::core::page_event::PageEvent;
use crate::core::retry_delay::{BASE_MS, jitter_ms};
use crate::core::transition::Transition;

/// How long a page that was frozen waits for the messages that other tabs have sent meanwhile.
const MESSAGES_MS: u64 = 1_000;

impl Transition<'_> {
    pub fn page_event(&mut self, event: PageEvent) {
        let Self { state, .. } = self;
        match event {
            PageEvent::Hidden => state.page.visible = false,
            PageEvent::Visible => {
                state.page.visible = true;
                self.focused();
            }
            PageEvent::Focused => self.focused(),
            PageEvent::Offline => self.offline(),
            PageEvent::Online => self.online(),
            PageEvent::Leaving => self.leaving(),
            PageEvent::Unloading => self.unloading(),
            PageEvent::Restored => self.restored(),
            PageEvent::Resumed => self.resumed(),
            PageEvent::WindowOpened => {
                state.page.sign_in_windows = state.page.sign_in_windows.saturating_add(1);
            }
            PageEvent::WindowGone => {
                // A read tells which user is signed in now.
                state.page.sign_in_windows = state.page.sign_in_windows.saturating_sub(1);
                self.invalidate_and_suspend_credentials();
            }
            PageEvent::CatalogueWatched => state.catalogue.is_watched = true,
            PageEvent::CatalogueUnwatched => state.catalogue.is_watched = false,
            PageEvent::Reauthenticated => self.reauthenticated(true),
            PageEvent::NotReauthenticated => self.reauthenticated(false),
            // Every step checks what has come due, so there is nothing else to do.
            PageEvent::Woken => {}
            PageEvent::Closed => self.close(),
        }
    }

    /// Makes a read due, because the page has got the focus, unless a read is under way. If the last read was less than `minIntervalMs` ago,
    /// the next is due at a random moment between one and twelve times `minIntervalMs` from now, so that pages do not all read at once after
    /// an outage.
    fn focused(&mut self) {
        if !self.state.policy.on_focus || self.state.in_flight.reading().is_some() {
            return;
        }
        let least_ms = self.state.policy.min_interval_ms;
        let spread_ms = least_ms.saturating_mul(11);
        let reads = &mut self.state.reads;
        let due_ms = reads.backoff.due_in_ms(self.now).unwrap_or(u64::MAX);
        if reads.left_ms(least_ms, self.now) == 0 {
            reads.backoff.due_by(0);
        } else if due_ms.saturating_sub(least_ms) > spread_ms {
            let after_ms = least_ms.saturating_add(jitter_ms(spread_ms, self.now.random));
            reads.backoff.due_by(self.now.plus_ms(after_ms));
        }
    }

    fn offline(&mut self) {
        (self.state.page.online, self.state.page.cut_off) = (false, true);
        self.put_off_retry();
    }

    fn online(&mut self) {
        self.state.page.cut_off = false;
        if core::mem::replace(&mut self.state.page.online, true) {
            // The page was online all along, so there is nothing to do.
            return;
        }
        // All pages of a network come online at the same moment.
        let at_ms = self.now.plus_ms(jitter_ms(BASE_MS, self.now.random));
        if let Some(own) = &mut self.state.lock.own {
            own.backoff.due_by(at_ms);
        }
        self.state.reads.backoff.spread_until(at_ms);
        if self.state.policy.on_online || self.state.reads.backoff.has_failed() {
            self.read_spaced();
        }
    }

    /// Prepares the page for the back/forward cache: the gates close now, so that they are closed when the page comes back, and nothing is read
    /// until then.
    fn leaving(&mut self) {
        self.withdraw();
        self.state.page.away = true;
        self.unloading();
    }

    /// Rejects sign-ins, and sends an unconfirmed sign-out once more, because the browser may now end the page with its requests.
    fn unloading(&mut self) {
        // Reject pending sign-ins: the page may be restored hours later, for another user.
        self.end_sign_ins(Code::Superseded);
        self.state.page.leaving_page = true;
        self.send_sign_out_with_keepalive();
    }

    /// Closes the gates until a read is answered.
    fn withdraw(&mut self) {
        self.give_up_reading();
        self.state.credentials.leave();
        self.state.auth_state.hide();
    }

    /// The page is back from the back/forward cache. Another user may be signed in, so the gates stay closed until a read is answered, also with
    /// `onFocus: false`.
    fn restored(&mut self) {
        // The browser may not have dispatched `Leaving` before.
        self.withdraw();
        // A sign-in that was called on the way into the cache: another user may use the page now.
        self.end_sign_ins(Code::Superseded);
        self.state.page.away = false;
        self.state.page.leaving_page = false;
        self.resumed();
        self.state.reads.is_urgent = true;
    }

    /// The page runs again after it was frozen: another user may have signed in. The messages of other tabs are delivered next, and may end the
    /// sign-out of this page, so it is not sent again before that.
    fn resumed(&mut self) {
        self.invalidate_identity();
        if let Some(own) = &mut self.state.lock.own {
            own.backoff.spread_until(self.now.plus_ms(MESSAGES_MS));
        }
    }
}

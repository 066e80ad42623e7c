//! What wakes a page up: focus, visibility, the network, the back/forward cache, other tabs.

use super::event::TabMessage;
use super::publication::Status;
use super::schedule::Owed;
use super::step::Step;

impl Step<'_> {
    pub(super) fn visible(&mut self, visible: bool) {
        let became_visible = visible && !self.state.visible;
        self.state.visible = visible;
        if became_visible {
            self.focused();
        }
    }

    /// A look at the page is worth a read, unless one has just been made.
    pub(super) fn focused(&mut self) {
        if self.state.policy.on_focus && (self.rested() || self.state.failures > 0) {
            self.state.owe(Owed::Spaced);
        }
    }

    pub(super) fn online(&mut self, online: bool) {
        let came_back = online && !self.state.online;
        self.state.online = online;
        if came_back && (self.state.failures > 0 || (self.state.policy.on_online && self.rested())) {
            self.state.owe(Owed::Spaced);
        }
    }

    /// Into the back/forward cache: the gates close on the way in, so that whoever looks first on the way back
    /// finds them closed. Nothing is read until the page is back.
    pub(super) fn leaving(&mut self) {
        self.state.cached = true;
        self.give_up_reading();
        if self.state.status == Status::Authenticated {
            self.state.status = Status::Unknown;
            self.state.stale = false;
        }
    }

    /// Back from the back/forward cache: the world has gone on meanwhile, so the gates stay closed until the
    /// deployment has spoken. This holds whatever the page chose about focus.
    pub(super) fn restored(&mut self) {
        self.leaving();
        self.state.cached = false;
        // A page in the cache hears nothing: another tab may have signed in since it was told of a sign-out.
        self.state.signing_out = self.state.signing_out.filter(|guard| guard.own);
        self.state.owe(Owed::Urgent);
    }

    pub(super) fn heard(&mut self, message: TabMessage) {
        match message {
            TabMessage::SignedIn => {
                self.give_up_reading();
                self.drop_token_of_older_sign_in();
                // Not a sign-out that is being told right now: this message may have been long on its way.
                self.state.signing_out = self.state.signing_out.filter(|_| self.state.sign_out.is_some());
                self.state.owe(Owed::Told);
            }
            TabMessage::SignedOut => {
                self.give_up_reading();
                self.close_gates(false);
                // The deployment is being told right now; `Changed` follows once it has been.
                self.state.owe(Owed::Spaced);
            }
            TabMessage::Changed | TabMessage::SignOutConfirmed => {
                // That sign-out is over: who is signed in from here on has signed in since.
                self.state.signing_out = self.state.signing_out.filter(|guard| guard.own);
                self.state.owe(Owed::Told);
            }
        }
    }

    /// Another tab's sign-in has replaced the cookie that this page's token was issued beside.
    fn drop_token_of_older_sign_in(&mut self) {
        self.state.token = None;
        self.state.unconfirmed = false;
        self.state.signed_in = None;
        if self.state.token_carries {
            self.state.token_carries = false;
            self.state.owe(Owed::Urgent);
        }
    }

    /// Whether the newest read is long enough ago for another that nobody asked for.
    fn rested(&self) -> bool {
        self.state.last_read.is_none_or(|last| last.left_ms(self.state.policy.min_interval_ms, self.now) == 0)
    }
}

//! The request of a sign-out, and the lock of this page (`state/lock.rs`). What calls it, and what its answer means: `rules/sign_out.rs`.

use crate::api::{Code, Failure};
use crate::core::effect::{Effect, Request};
use crate::core::ids::CallId;
use crate::core::state::{SessionRequest, SigningOut};
use crate::core::tab_message::Broadcast;
use crate::core::transition::Transition;

impl Transition<'_> {
    pub fn begin_sign_out(&mut self, calls: Vec<CallId>) {
        let Some(own) = &mut self.state.lock.own else { return };
        own.backoff.begin();
        let of = own.id;
        let id = self.send(Request::Logout);
        self.state.in_flight = SessionRequest::SigningOut(SigningOut { id, of, calls });
    }

    /// Aborts a sign-out under way. Its calls go on.
    pub fn give_up_sign_out(&mut self) -> Vec<CallId> {
        let Some(signing_out) = self.state.in_flight.signing_out() else { return Vec::new() };
        let (id, calls) = (signing_out.id, core::mem::take(&mut signing_out.calls));
        self.state.in_flight = SessionRequest::Idle;
        self.act(Effect::Cancel { id });
        calls
    }

    /// Its callers are kept waiting no longer.
    pub fn supersede_sign_out(&mut self) {
        if let Some(signing_out) = self.state.in_flight.signing_out() {
            let calls = core::mem::take(&mut signing_out.calls);
            self.settle_all(&calls, Err(Failure::of(Code::Superseded)));
        }
    }

    /// The page goes, and its requests with it: a sign-out that is not confirmed is sent once more, with `keepalive`. What the entry has sent
    /// outlives the page already.
    pub fn make_sign_out_outlive(&mut self) {
        if self.state.lock.own.is_some() && !self.state.page.replaying {
            let calls = self.give_up_sign_out();
            self.begin_sign_out(calls);
        }
    }

    /// The sign-out of this page is over, and the other tabs are told so.
    pub fn end_own_lock(&mut self) {
        if let Some(own) = self.state.lock.own.take() {
            self.act(Effect::Broadcast(Broadcast::SignOutOver(own.id)));
        }
    }
}

//! The request of a sign-out, and the lock of this page (`state/lock.rs`). `rules/sign_out.rs` takes the page's calls and the answer.

use crate::api::{Code, Failure};
use crate::core::effect::{Effect, Request};
use crate::core::ids::CallId;
use crate::core::state::{SessionRequest, SigningOut};
use crate::core::tab_message::Broadcast;
use crate::core::transition::Transition;

impl Transition<'_> {
    /// Sends this page's sign-out. `calls` wait for its answer.
    pub fn begin_sign_out(&mut self, calls: Vec<CallId>) {
        let Some(own) = &mut self.state.lock.own else { return };
        own.backoff.begin();
        let sign_out = own.id;
        let id = self.send(Request::Logout);
        self.state.in_flight = SessionRequest::SigningOut(SigningOut { id, sign_out, calls });
    }

    /// Aborts a sign-out under way. Returns its calls, which still wait for an outcome.
    pub fn give_up_sign_out(&mut self) -> Vec<CallId> {
        let Some(signing_out) = self.state.in_flight.signing_out() else { return Vec::new() };
        let (id, calls) = (signing_out.id, core::mem::take(&mut signing_out.calls));
        self.state.in_flight = SessionRequest::Idle;
        self.act(Effect::Cancel { id });
        calls
    }

    /// Rejects the calls of a sign-out under way, because a sign-in follows it. The request itself goes on.
    pub fn supersede_sign_out(&mut self) {
        if let Some(signing_out) = self.state.in_flight.signing_out() {
            let calls = core::mem::take(&mut signing_out.calls);
            self.settle_all(&calls, Err(Failure::of(Code::Superseded)));
        }
    }

    /// Sends an unconfirmed sign-out once more, with `keepalive`, because the page is left, and its other requests end with it. During the replay
    /// nothing is sent: the entry has done so.
    pub fn send_sign_out_with_keepalive(&mut self) {
        if self.state.lock.own.is_some() && !self.state.page.replaying {
            let calls = self.give_up_sign_out();
            self.begin_sign_out(calls);
        }
    }

    /// Ends the lock of this page, and tells the other tabs that its sign-out is over.
    pub fn end_own_lock(&mut self) {
        if let Some(own) = self.state.lock.own.take() {
            self.act(Effect::Broadcast(Broadcast::SignOutOver(own.id)));
        }
    }
}

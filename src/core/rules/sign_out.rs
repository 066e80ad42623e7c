//! Sign-out (`identity-api.md` 4.4). From its call on, a sign-out locks this page, and every tab that gets the message `signed-out`
//! (`state/lock.rs`). It is sent again while the lock stands. At the deployment a sign-out ends the session that the browser has when it arrives.

use crate::api::{Code, Failure};
use crate::core::effect::{Effect, Outcome};
use crate::core::event::Answer;
use crate::core::ids::CallId;
use crate::core::state::{AuthState, SigningOut};
use crate::core::tab_message::{Broadcast, SignOutId};
use crate::core::transition::Transition;
use crate::core::view::Reason;

impl Transition<'_> {
    /// Takes a `logout()`: closes the gates and drops the token at once, before the deployment has answered. If the same sign-out is under way,
    /// the call waits for that request. The entry tells the other tabs (`pkg/entry/link.ts`).
    pub fn logout_called(&mut self, call: CallId, id: SignOutId) {
        self.end_sign_ins(Code::Superseded);
        self.state.lock.call(id);
        self.close_gates();
        match self.state.in_flight.signing_out() {
            Some(signing_out) if signing_out.sign_out == id => signing_out.calls.push(call),
            _ => {
                let mut calls = self.give_up_sign_out();
                calls.push(call);
                self.begin_sign_out(calls);
            }
        }
    }

    /// Hides the session for a sign-out here or in another tab.
    pub fn close_gates(&mut self) {
        self.give_up_reading();
        self.end_identity(Code::Superseded);
        self.end(Reason::SignedOut);
    }

    pub fn logout_answered(&mut self, signing_out: SigningOut, answer: Result<Answer, Failure>) {
        let result = answer.map(|_| Outcome::Done);
        self.settle_all(&signing_out.calls, result);
        let now = self.now;
        let Some(own) = self.state.lock.own.as_mut().filter(|own| own.id == signing_out.sign_out) else {
            // The lock of that sign-out has ended meanwhile. At this message the other tabs read which user is signed in.
            return self.act(Effect::Broadcast(Broadcast::SignOutOver(signing_out.sign_out)));
        };
        match result {
            Ok(_) => {
                self.end(Reason::SignedOut);
                self.end_own_lock();
            }
            Err(failure) => {
                own.backoff.fail(&failure, true, now);
                // The cookie may still be valid.
                self.state.set_auth_state(AuthState::Unknown { withheld: None, error: Some(failure) });
            }
        }
    }
}

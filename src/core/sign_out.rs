//! Sign-out.

use super::effect::{Effect, Outcome, Request, RequestId};
use super::event::{CallId, TabMessage};
use super::publication::{Reason, Status};
use super::schedule::Owed;
use super::state::{SignOut, SignOutGuard};
use super::step::Step;
use crate::api::{Code, Failure};

impl Step<'_> {
    /// Gates close and the token goes at the call, whatever the deployment will say.
    pub(super) fn logout_called(&mut self, call: CallId) {
        if let Some(sign_out) = &mut self.state.sign_out {
            sign_out.calls.push(call);
            return;
        }
        let mut read_owed = self.give_up_sign_in(Code::Superseded);
        read_owed |= self.give_up_reading();
        self.close_gates(true);
        self.act(Effect::Broadcast(TabMessage::SignedOut));
        let id = self.send(Request::Logout, false);
        self.state.sign_out = Some(SignOut { id, calls: vec![call], read_owed });
    }

    pub(super) fn logout_answered(&mut self, id: RequestId, result: Result<(), Failure>) {
        let Some(sign_out) = self.state.sign_out.take_if(|sign_out| sign_out.id == id) else { return };
        match result {
            Ok(()) => {
                self.state.signing_out = None;
                self.act(Effect::Broadcast(TabMessage::Changed));
                self.settle_all(&sign_out.calls, Ok(Outcome::Published));
                if sign_out.read_owed {
                    self.state.owe(Owed::Urgent);
                }
            }
            Err(failure) => {
                // The cookie may still be alive; reads go on, to learn whether it is.
                self.state.status = Status::Unknown;
                self.state.reason = None;
                self.state.error = Some(failure);
                self.retry_later(&failure);
                if sign_out.read_owed {
                    self.state.owe(Owed::Spaced);
                }
                self.settle_all(&sign_out.calls, Err(failure));
            }
        }
    }

    /// Nobody is shown from here on, until a newer sign-in.
    pub(super) fn close_gates(&mut self, own: bool) {
        // A sign-out that is repeated after it failed is still about the one who was signed in then.
        let guarded = self.state.signing_out.filter(|_| self.state.identity.is_none());
        let user = match guarded {
            Some(guard) => guard.user,
            None => self.state.user(),
        };
        // A sign-out called here stays one, whatever other tabs say.
        let own = own || self.state.signing_out.is_some_and(|guard| guard.own);
        self.end(Reason::SignedOut);
        self.state.signing_out = Some(SignOutGuard { user, own });
        self.give_up_exchanges(Code::Superseded, |exchange| exchange.is_of_the_identity());
    }

    /// Aborts a sign-out under way, for a newer sign-in; whether there was one.
    pub(super) fn give_up_sign_out(&mut self) -> bool {
        let sign_out = self.state.sign_out.take();
        let given_up = sign_out.is_some();
        if let Some(sign_out) = sign_out {
            self.act(Effect::Cancel { id: sign_out.id });
            self.settle_all(&sign_out.calls, Err(Failure::of(Code::Superseded)));
        }
        given_up
    }
}

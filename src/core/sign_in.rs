//! Sign-in with email and password.

use super::clock::Since;
use super::effect::{Effect, Outcome, Request, RequestId};
use super::event::{CallId, TabMessage};
use super::schedule::Owed;
use super::state::SignIn;
use super::step::Step;
use crate::api::{Code, Failure, SignedIn};

impl Step<'_> {
    /// Sent once, never repeated. A newer sign-in or sign-out aborts it.
    pub(super) fn login_called(&mut self, call: CallId, complete: bool) {
        if !complete {
            return self.settle_failed(call, Code::MissingCredentials);
        }
        let mut read_owed = self.give_up_sign_in(Code::Superseded);
        read_owed |= self.give_up_sign_out();
        // A read under way would answer for a cookie that is about to change.
        read_owed |= self.give_up_reading();
        let id = self.send(Request::Login(call), false);
        self.state.sign_in = Some(SignIn { id, call, began: Since::from(self.now), read_owed });
    }

    pub(super) fn login_answered(&mut self, id: RequestId, result: Result<SignedIn, Failure>) {
        let Some(sign_in) = self.state.sign_in.take_if(|sign_in| sign_in.id == id) else { return };
        match result {
            Ok(signed_in) => {
                self.begin_epoch();
                self.state.token = signed_in.token;
                self.state.signed_in = Some(sign_in.began);
                self.state.last_good = Some(sign_in.began);
                self.state.unconfirmed = true;
                self.state.signing_out = None;
                self.state.failures = 0;
                self.state.hold_until_ms = 0;
                self.signed_in_here = true;
                self.state.company = signed_in.company;
                self.show(signed_in.identity);
                self.act(Effect::Broadcast(TabMessage::SignedIn));
                self.state.owe(Owed::Urgent);
                self.settle(sign_in.call, Ok(Outcome::Published));
            }
            Err(failure) => {
                // Unless the deployment refused in so many words, it may have signed the user in all the same.
                let refused = failure.status.is_some_and(|status| (400..500).contains(&status));
                if sign_in.read_owed || !refused {
                    self.state.owe(Owed::Urgent);
                }
                self.settle(sign_in.call, Err(failure));
            }
        }
    }

    /// Aborts a sign-in under way; whether there was one.
    pub(super) fn give_up_sign_in(&mut self, code: Code) -> bool {
        let sign_in = self.state.sign_in.take();
        if let Some(sign_in) = sign_in {
            self.act(Effect::Cancel { id: sign_in.id });
            self.settle_failed(sign_in.call, code);
        }
        sign_in.is_some()
    }
}

//! Sign-in with email and password (`identity-api.md` 4.1).

use crate::api::{Code, Failure, SignedIn};
use crate::core::clock::Since;
use crate::core::effect::{Effect, Outcome, Request};
use crate::core::ids::CallId;
use crate::core::state::{Credentials, Next, Owed, SigningIn, Traffic};
use crate::core::tab_message::TabMessage;
use crate::core::turn::Turn;

/// How long a sign-in waits for the sign-out before it. An aborted sign-out may still reach the deployment, and end
/// what the sign-in began.
const PATIENCE_MS: u64 = 3_000;

impl Turn<'_> {
    /// Sent once, never repeated.
    pub(in crate::core) fn login_called(&mut self, call: CallId, complete: bool) {
        if !complete {
            return self.settle_failed(call, Code::MissingCredentials);
        }
        if self.wait_for_sign_out(call) {
            return;
        }
        // A read under way would answer for a cookie that is about to change.
        let read_owed = self.give_up_sign_in(Code::Superseded) | self.give_up_reading();
        self.begin_sign_in(call, read_owed);
    }

    /// Lets a sign-in wait, if a sign-out is under way. The callers of that one are not kept waiting.
    fn wait_for_sign_out(&mut self, call: CallId) -> bool {
        let at_ms = self.now.mono_ms.saturating_add(PATIENCE_MS);
        let Some(signing_out) = self.state.traffic.signing_out() else { return false };
        let calls = core::mem::take(&mut signing_out.calls);
        let before = core::mem::replace(&mut signing_out.next, Next::SignIn { call, at_ms });
        self.settle_all(&calls, Err(Failure::of(Code::Superseded)));
        self.refuse_next(before, Code::Superseded);
        true
    }

    pub(in crate::core) fn begin_sign_in(&mut self, call: CallId, read_owed: bool) {
        let id = self.send(Request::Login(call), false);
        self.state.traffic =
            Traffic::SigningIn(SigningIn { id, call, began: Since::from(self.now), read_owed, left: false });
    }

    pub(in crate::core) fn login_answered(
        &mut self,
        signing_in: SigningIn,
        result: Result<SignedIn, Failure>,
    ) {
        match result {
            Ok(signed_in) => {
                self.begin_epoch();
                self.state.credentials = Credentials::of_sign_in(signed_in.token, signing_in.began);
                self.show(signed_in.identity, signed_in.company, signing_in.began);
                self.state.reads.believe(signing_in.id);
                self.state.reads.backoff.succeed();
                self.lift_guards();
                self.act(Effect::Broadcast(TabMessage::SignedIn));
                self.signed_in_here = true;
                self.state.reads.owe(Owed::Urgent);
                if signing_in.left {
                    // Hours ago perhaps: the read on the way back shows who is there.
                    self.state.belief.withhold(None);
                    // Not even by the token: it may outlive a sign-out elsewhere.
                    self.state.credentials.drop_token();
                    self.state.credentials.set_aside();
                    return self.settle_failed(signing_in.call, Code::Superseded);
                }
                self.settle(signing_in.call, Ok(Outcome::Published));
            }
            Err(failure) => {
                // Unless the deployment refused in so many words, it may have signed the user in all the same.
                let refused = failure.status.is_some_and(|status| (400..500).contains(&status));
                if !refused {
                    self.expect_a_newcomer();
                }
                if signing_in.read_owed || !refused {
                    self.state.reads.owe(Owed::Urgent);
                }
                self.settle(signing_in.call, Err(failure));
            }
        }
    }

    /// Aborts a sign-in under way; whether there was one.
    pub(in crate::core) fn give_up_sign_in(&mut self, code: Code) -> bool {
        let Traffic::SigningIn(SigningIn { id, call, .. }) = self.state.traffic else { return false };
        self.state.traffic = Traffic::Idle;
        self.act(Effect::Cancel { id });
        // It may be judged all the same.
        self.expect_a_newcomer();
        self.settle_failed(call, code);
        true
    }

    /// Ends a sign-in that waits for a sign-out: it does not mean any more what it meant.
    pub(in crate::core) fn refuse_waiting_sign_in(&mut self) {
        let Some(signing_out) = self.state.traffic.signing_out() else { return };
        let next = core::mem::replace(&mut signing_out.next, Next::Nothing);
        self.refuse_next(next, Code::Superseded);
    }

    /// Ends the call of a sign-in that waits for a sign-out.
    pub(in crate::core) fn refuse_next(&mut self, next: Next, code: Code) {
        if let Next::SignIn { call, .. } = next {
            self.settle_failed(call, code);
        }
    }
}

//! Sign-in with email and password (`identity-api.md` 4.1).

use crate::api::{Code, Failure, SignedIn};
use crate::core::clock::Since;
use crate::core::effect::{Effect, Outcome, Request};
use crate::core::ids::CallId;
use crate::core::state::{Credentials, Owed, SigningIn, SigningOut, Traffic, WaitingSignIn};
use crate::core::tab_message::TabMessage;
use crate::core::turn::Turn;

/// How long a sign-in waits for the sign-out before it. An aborted sign-out may still reach the deployment, and end
/// what the sign-in began.
pub(in crate::core) const PATIENCE_MS: u64 = 3_000;

impl Turn<'_> {
    /// Sent once, never repeated.
    pub(in crate::core) fn login_called(&mut self, call: CallId, complete: bool) {
        if !complete {
            return self.settle_failed(call, Code::MissingCredentials);
        }
        self.refuse_waiting_sign_in(Code::Superseded);
        let at_ms = self.now.mono_ms.saturating_add(PATIENCE_MS);
        self.state.waiting_sign_in = Some(WaitingSignIn { call, at_ms });
        self.supersede_sign_out();
    }

    /// For how long the waiting sign-in waits at most: for this page's sign-out under way, and for another tab's.
    pub(in crate::core) fn sign_in_waits_for_ms(&self) -> Option<u64> {
        let state = &*self.state;
        let waiting = state.waiting_sign_in?;
        let own_ms = match state.traffic {
            Traffic::SigningOut(SigningOut { outlives: true, .. }) => u64::MAX,
            Traffic::SigningOut(_) => waiting.at_ms.saturating_sub(self.now.mono_ms),
            _ => 0,
        };
        Some(own_ms.max(state.sign_outs.heard_for_ms(PATIENCE_MS, self.now)))
    }

    /// A sign-in leaves once the sign-outs before it are over, or it has waited for long enough.
    pub(in crate::core) fn check_waiting_sign_in(&mut self) {
        if self.sign_in_waits_for_ms() == Some(0)
            && let Some(WaitingSignIn { call, .. }) = self.state.waiting_sign_in.take()
        {
            // A read under way would answer for a cookie that is about to change.
            let read_owed =
                self.give_up_sign_in(Code::Superseded) | self.give_up_reading() | self.call_off_sign_out();
            self.begin_sign_in(call, read_owed);
        }
    }

    fn begin_sign_in(&mut self, call: CallId, read_owed: bool) {
        let id = self.send(Request::Login(call));
        self.state.traffic =
            Traffic::SigningIn(SigningIn { id, call, began: Since::from(self.now), read_owed, left: false });
    }

    pub(in crate::core) fn login_answered(
        &mut self,
        signing_in: SigningIn,
        result: Result<SignedIn, Failure>,
    ) {
        match result {
            Ok(_) if signing_in.left => {
                // The answer may be hours old, so it shows nobody. The read after the return tells whose the cookie is by
                // now.
                self.state.credentials = Credentials::default();
                self.state.reads.backoff.succeed();
                self.lift_guards();
                self.act(Effect::Broadcast(TabMessage::SignedIn));
                self.expect_a_newcomer();
                self.state.reads.owe(Owed::Urgent);
                self.settle_failed(signing_in.call, Code::Superseded);
            }
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
                self.settle(signing_in.call, Ok(Outcome::Published));
            }
            Err(failure) => {
                // Only a 4xx is a refusal: after any other failure the deployment may have signed the user in.
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

    /// Aborts a sign-in under way. Returns whether there was one.
    pub(in crate::core) fn give_up_sign_in(&mut self, code: Code) -> bool {
        let Traffic::SigningIn(SigningIn { id, call, .. }) = self.state.traffic else { return false };
        self.state.traffic = Traffic::Idle;
        self.act(Effect::Cancel { id });
        // The deployment may judge it all the same.
        self.expect_a_newcomer();
        self.settle_failed(call, code);
        true
    }

    /// Perhaps nobody here will hear how the sign-in under way ends. So the other tabs are told to read. Not `signed-in`: the
    /// deployment may refuse it, and a sign-out that is pending there must not be given up for it.
    pub(in crate::core) fn tell_of_unheard_sign_in(&mut self) {
        self.act(Effect::Broadcast(TabMessage::Changed));
    }

    /// Ends a sign-in that waits for a sign-out.
    pub(in crate::core) fn refuse_waiting_sign_in(&mut self, code: Code) {
        if let Some(waiting) = self.state.waiting_sign_in.take() {
            self.settle_failed(waiting.call, code);
        }
    }
}

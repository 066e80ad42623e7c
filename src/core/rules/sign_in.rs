//! Sign-in with email and password (`identity-api.md` 4.1).

use crate::api::{Code, Failure};
use crate::core::effect::{Effect, Outcome, Request};
use crate::core::event::Answer;
use crate::core::ids::CallId;
use crate::core::policy::TOKEN_LIFETIME_MS;
use crate::core::state::{Credentials, SessionRequest, SigningIn, WaitingSignIn};
use crate::core::tab_message::Broadcast;
use crate::core::transition::Transition;

/// How long a sign-in waits for the sign-outs before it. An aborted sign-out may still reach the deployment, and end what the
/// sign-in began.
const PATIENCE_MS: u64 = 3_000;

impl Transition<'_> {
    /// Enters a sign-in, which is sent once, and never repeated. It leaves by `check_waiting_sign_in`: at the end of this step, where no
    /// sign-out is before it.
    pub fn login_called(&mut self, call: CallId, complete: bool) {
        if !complete {
            return self.settle_failed(call, Code::MissingCredentials);
        }
        self.refuse_waiting_sign_in(Code::Superseded);
        // A read under way would answer for a cookie that is about to change.
        self.give_up_reading();
        self.state.waiting_sign_in = Some(WaitingSignIn { call, until_ms: 0 });
        self.wait_anew();
        self.supersede_sign_out();
    }

    /// Makes the waiting sign-in wait from now on.
    pub fn wait_anew(&mut self) {
        let until_ms = self.now.plus_ms(PATIENCE_MS);
        if let Some(waiting) = &mut self.state.waiting_sign_in {
            waiting.until_ms = until_ms;
        }
    }

    /// Returns how many milliseconds the waiting sign-in still waits at most.
    pub fn sign_in_waits_for_ms(&self) -> Option<u64> {
        let state = &*self.state;
        let waiting = state.waiting_sign_in?;
        let is_before =
            matches!(state.in_flight, SessionRequest::SigningOut(_)) || state.lock.is_held_elsewhere();
        Some(if is_before { self.now.until_ms(waiting.until_ms) } else { 0 })
    }

    /// Sends the waiting sign-in, once the sign-outs before it are over, or it has waited for long enough. Called in each step
    /// (`rules/schedule.rs`).
    pub fn check_waiting_sign_in(&mut self) {
        if self.sign_in_waits_for_ms() == Some(0)
            && let Some(WaitingSignIn { call, .. }) = self.state.waiting_sign_in.take()
        {
            self.give_up_sign_in(Code::Superseded);
            if self.state.in_flight.signing_out().is_some() {
                self.give_up_sign_out();
                let now = self.now;
                if let Some(own) = &mut self.state.lock.own {
                    own.backoff.fail(&Failure::of(Code::Timeout), true, now);
                }
            }
            let ends_at_ms = self.now.wall_ms.saturating_add(TOKEN_LIFETIME_MS);
            let id = self.send(Request::Login(call));
            self.state.in_flight =
                SessionRequest::SigningIn(SigningIn { id, call, began_ms: self.now.ms, ends_at_ms });
        }
    }

    pub fn login_answered(&mut self, signing_in: SigningIn, answer: Result<Answer, Failure>) {
        let outcome = match answer {
            Ok(Answer::Login(signed_in)) => {
                self.begin_epoch();
                self.show(signed_in.identity, signed_in.company, (signing_in.id, signing_in.began_ms));
                self.state.credentials =
                    Credentials::of_sign_in(signed_in.token, signing_in.began_ms, signing_in.ends_at_ms);
                self.state.reads.backoff.succeed();
                if let Some(id) = self.state.lock.end_all() {
                    self.act(Effect::Broadcast(Broadcast::SignOutOver(id)));
                }
                self.act(Effect::Broadcast(Broadcast::SignedIn));
                self.signed_in_here = true;
                self.state.reads.is_urgent = true;
                Ok(Outcome::Done)
            }
            Err(failure) => {
                // Only a 4xx is a refusal: after any other failure the deployment may have signed the user in.
                if !failure.status.is_some_and(|status| (400..500).contains(&status)) {
                    self.act(Effect::Broadcast(Broadcast::Changed));
                    self.invalidate_and_suspend_credentials();
                }
                Err(failure)
            }
            Ok(_) => return,
        };
        self.settle(signing_in.call, outcome);
    }

    /// Aborts a sign-in under way. The deployment may judge it all the same.
    pub fn give_up_sign_in(&mut self, code: Code) {
        let SessionRequest::SigningIn(SigningIn { id, call, .. }) = self.state.in_flight else { return };
        self.state.in_flight = SessionRequest::Idle;
        self.act(Effect::Cancel { id });
        // The message is not `signed-in`: the deployment may refuse the sign-in, and a sign-out that stands in another tab must not be given up
        // for it.
        self.act(Effect::Broadcast(Broadcast::Changed));
        self.invalidate_and_suspend_credentials();
        self.settle_failed(call, code);
    }

    /// Ends a sign-in that has not left.
    pub fn refuse_waiting_sign_in(&mut self, code: Code) {
        if let Some(waiting) = self.state.waiting_sign_in.take() {
            self.settle_failed(waiting.call, code);
        }
    }
}

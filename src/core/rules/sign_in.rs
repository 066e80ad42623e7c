//! Sign-in with email and password (`identity-api.md` 4.1).

use crate::api::{Code, Failure};
use crate::core::effect::{Effect, Outcome, Request};
use crate::core::event::Answer;
use crate::core::ids::CallId;
use crate::core::policy::TOKEN_LIFETIME_MS;
use crate::core::state::{Credentials, SessionRequest, SigningIn, WaitingSignIn};
use crate::core::tab_message::Broadcast;
use crate::core::transition::Transition;

/// How long a sign-in waits for earlier sign-outs. Without the wait, an aborted sign-out could reach the deployment after the sign-in, and end
/// the new session.
const PATIENCE_MS: u64 = 3_000;

impl Transition<'_> {
    /// Takes a `login()`. `send_due_sign_in` sends it, at the end of this step if there is no earlier sign-out; it is never sent again.
    /// `complete`: neither email nor password is empty.
    pub fn login_called(&mut self, call: CallId, complete: bool) {
        if !complete {
            return self.settle_failed(call, Code::MissingCredentials);
        }
        self.refuse_waiting_sign_in(Code::Superseded);
        // The answer to a read under way would be outdated by the sign-in.
        self.give_up_reading();
        self.state.waiting_sign_in = Some(WaitingSignIn { call, until_ms: self.now.plus_ms(PATIENCE_MS) });
        self.supersede_sign_out();
    }

    /// Restarts the time that the waiting sign-in waits at most.
    pub fn restart_sign_in_wait(&mut self) {
        let until_ms = self.now.plus_ms(PATIENCE_MS);
        if let Some(waiting) = &mut self.state.waiting_sign_in {
            waiting.until_ms = until_ms;
        }
    }

    /// Returns how many milliseconds the waiting sign-in still waits at most; 0: it is due; `None`: no sign-in waits.
    pub fn sign_in_waits_for_ms(&self) -> Option<u64> {
        let state = &*self.state;
        let waiting = state.waiting_sign_in?;
        let has_earlier_sign_out =
            matches!(state.in_flight, SessionRequest::SigningOut(_)) || state.lock.is_held_elsewhere();
        Some(if has_earlier_sign_out { self.now.until_ms(waiting.until_ms) } else { 0 })
    }

    /// Sends the waiting sign-in, if the earlier sign-outs are over, or it has waited for long enough.
    pub fn send_due_sign_in(&mut self) {
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
                self.show(
                    signed_in.user_and_features,
                    signed_in.company,
                    (signing_in.id, signing_in.began_ms),
                );
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
                // A 4xx refuses the sign-in. After any other failure the deployment may have signed the user in.
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

    /// Rejects every sign-in, under way or waiting.
    pub fn end_sign_ins(&mut self, code: Code) {
        self.give_up_sign_in(code);
        self.refuse_waiting_sign_in(code);
    }

    /// Aborts a sign-in under way. The deployment may sign the user in nevertheless, so the identity becomes unverified.
    pub fn give_up_sign_in(&mut self, code: Code) {
        let SessionRequest::SigningIn(SigningIn { id, call, .. }) = self.state.in_flight else { return };
        self.state.in_flight = SessionRequest::Idle;
        self.act(Effect::Cancel { id });
        // `Changed` and not `SignedIn`, which would end the sign-outs of other tabs: the deployment may refuse this sign-in.
        self.act(Effect::Broadcast(Broadcast::Changed));
        self.invalidate_and_suspend_credentials();
        self.settle_failed(call, code);
    }

    /// Rejects a sign-in that was not sent yet.
    pub fn refuse_waiting_sign_in(&mut self, code: Code) {
        if let Some(waiting) = self.state.waiting_sign_in.take() {
            self.settle_failed(waiting.call, code);
        }
    }
}

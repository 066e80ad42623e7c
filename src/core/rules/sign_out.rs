//! Sign-out (`identity-api.md` 4.4). A sign-out that failed is sent again by itself until it is no longer pending: confirmed,
//! overtaken by a sign-in, found needless by a read, or given up by `refresh()`. Before the engine runs:
//! `pkg/entry/opening.js`.

use super::sign_in::PATIENCE_MS;
use crate::api::{Code, Failure};
use crate::core::effect::{Effect, Outcome, Request};
use crate::core::ids::CallId;
use crate::core::state::{Belief, Owed, SigningOut, Traffic};
use crate::core::tab_message::TabMessage;
use crate::core::turn::Turn;
use crate::core::view::Reason;

impl Turn<'_> {
    /// Gates close and the token is dropped at the call, before the deployment has answered. `age_ms`: how long it has waited
    /// for this engine.
    pub(in crate::core) fn logout_called(&mut self, call: CallId, age_ms: u32) {
        let called_ms = self.now.mono_ms.saturating_sub(age_ms.into());
        self.refuse_waiting_sign_in(Code::Superseded);
        let read_owed = self.give_up_sign_in(Code::Superseded) | self.give_up_reading();
        let in_question_after = self.state.reads.in_question_after;
        let is_anew = self.state.traffic.signing_out().is_none_or(|signing_out| {
            // Somebody else may have signed in since the one under way was sent.
            signing_out.again |= in_question_after >= Some(signing_out.id);
            signing_out.again || signing_out.calls.is_empty()
        });
        if is_anew {
            self.call_sign_out(called_ms);
        } else if let Some(pending) = &mut self.state.sign_outs.pending {
            pending.called_ms = called_ms;
        }
        let Some(signing_out) = self.state.traffic.signing_out() else {
            return self.begin_sign_out(vec![call], read_owed);
        };
        signing_out.calls.push(call);
    }

    /// Makes the sign-out pending, closes the gates and tells the other tabs. Also done for a `logout()` while an earlier
    /// sign-out is sent again by itself: the guards in the other tabs may have ended, and a tab opened since has none. If
    /// somebody else may have signed in unseen, the sign-out is of nobody in particular: its guard (`state/sign_outs.rs`)
    /// hides whoever is found.
    fn call_sign_out(&mut self, called_ms: u64) {
        let reads = &self.state.reads;
        // Nobody was shown since the earlier call. So if another tab has sent a message since, whoever may have signed in
        // there has not been seen yet.
        let may_be_another = self.state.sign_outs.pending.is_some() && reads.in_question_after.is_some();
        let is_anyones = reads.newcomer_unseen || may_be_another;
        self.state.sign_outs.call(self.state.belief.user_id(), is_anyones, called_ms);
        self.close_gates();
        self.act(Effect::Broadcast(TabMessage::SignedOut));
    }

    pub(in crate::core) fn begin_sign_out(&mut self, calls: Vec<CallId>, read_owed: bool) {
        let id = self.send(Request::Logout);
        let outlives = self.state.sign_out_outlives();
        self.state.traffic = Traffic::SigningOut(SigningOut { id, calls, read_owed, again: false, outlives });
        if let Some(pending) = &mut self.state.sign_outs.pending {
            pending.backoff.begin();
        }
    }

    /// Whether a sign-out that was answered is sent a second time: somebody may have signed in between its request and a later
    /// `logout()`. Where sending it could do harm (`may_send_sign_out`), only if a call still waits for it.
    pub(in crate::core) fn is_due_again(&self, signing_out: &SigningOut) -> bool {
        signing_out.again && (self.may_send_sign_out() || !signing_out.calls.is_empty())
    }

    pub(in crate::core) fn logout_answered(&mut self, signing_out: SigningOut, result: Result<(), Failure>) {
        let outcome = result.map(|()| Outcome::Published);
        if self.is_due_again(&signing_out) && result.is_ok() {
            // Its callers go on waiting. So does a sign-in that waits for it.
            return self.begin_sign_out(signing_out.calls, signing_out.read_owed);
        }
        match result {
            Ok(()) => {
                if !matches!(self.state.belief, Belief::Unauthenticated { .. }) {
                    self.end(Reason::SignedOut);
                }
                self.state.belief.set_doubt(None);
                self.forget_pending_sign_out();
            }
            Err(failure) => {
                if let Some(pending) = &mut self.state.sign_outs.pending {
                    pending.backoff.fail(&failure, true, self.now);
                }
                // The cookie may still be valid.
                self.state.believe(Belief::Unknown { withheld: None, error: Some(failure) });
            }
        }
        self.settle_all(&signing_out.calls, outcome);
        self.check_given_up();
        if signing_out.read_owed {
            self.state.reads.owe(if result.is_ok() { Owed::Urgent } else { Owed::Spaced });
        }
    }

    /// Aborts a sign-out under way. Returns whether a read was given up for it.
    pub(in crate::core) fn call_off_sign_out(&mut self) -> bool {
        self.supersede_sign_out();
        let Some(signing_out) = self.take_sign_out() else { return false };
        self.check_given_up();
        signing_out.read_owed
    }

    /// Its callers are kept waiting no longer.
    #[inline(never)]
    pub(in crate::core) fn supersede_sign_out(&mut self) {
        if let Some(signing_out) = self.state.traffic.signing_out() {
            let calls = core::mem::take(&mut signing_out.calls);
            self.settle_all(&calls, Err(Failure::of(Code::Superseded)));
        }
    }

    fn take_sign_out(&mut self) -> Option<SigningOut> {
        let id = self.state.traffic.signing_out()?.id;
        self.act(Effect::Cancel { id });
        let Traffic::SigningOut(signing_out) = self.state.traffic.take(id) else { return None };
        Some(signing_out)
    }

    /// Somebody has signed in in another tab, and the answer to our sign-out would remove their cookie. A sign-out that is
    /// given up is aborted. So is one that was called `PATIENCE_MS` ago or earlier: the sign-in has waited for it, so the
    /// cookie of the sign-in is the newer one. One that outlives the page cannot be aborted: a
    /// sign-in here waits for it.
    pub(in crate::core) fn let_newcomer_in(&mut self) {
        self.give_up_pending_sign_out();
        let Some(pending) = &mut self.state.sign_outs.pending else { return };
        pending.given_up |= self.now.mono_ms.saturating_sub(pending.called_ms) >= PATIENCE_MS;
        if pending.given_up {
            if let Traffic::SigningOut(SigningOut { outlives: true, .. }) = self.state.traffic {
                self.supersede_sign_out();
            } else {
                self.call_off_sign_out();
            }
        }
    }

    /// The page may go, and its requests with it: sends the pending sign-out once more, with `keepalive`, whether it is under
    /// way or has failed. Not where it could sign out somebody who has signed in since the call. Nor, on the way into the
    /// back/forward cache, one that has failed: the page may come back and send it itself.
    pub(in crate::core) fn make_sign_out_outlive(&mut self) {
        if !self.may_send_sign_out() {
            return;
        }
        if let Some(signing_out) = self.take_sign_out() {
            return self.begin_sign_out(signing_out.calls, signing_out.read_owed);
        }
        self.give_up_reading();
        if self.state.traffic.is_idle() && !self.state.page.away {
            self.begin_sign_out(Vec::new(), false);
        }
    }

    /// Whether the pending sign-out can be sent without harm: nobody else can have signed in since the call, and no sign-in
    /// window is open.
    fn may_send_sign_out(&self) -> bool {
        let pending = self.state.sign_outs.pending.as_ref();
        pending.is_some_and(|pending| !pending.held && !pending.given_up) && !self.state.page.sign_in_window
    }

    /// The sign-out under way is over: forgets it if it was given up meanwhile.
    fn check_given_up(&mut self) {
        if self.state.sign_outs.pending.as_ref().is_some_and(|pending| pending.given_up) {
            self.forget_pending_sign_out();
            // In any case, even if the call that wanted this read was aborted.
            self.state.reads.owe(Owed::Urgent);
        }
    }

    /// The page has called `refresh()`, or somebody has signed in in another tab: the sign-out is not sent again.
    pub(in crate::core) fn give_up_pending_sign_out(&mut self) {
        let Some(pending) = &mut self.state.sign_outs.pending else { return };
        match self.state.traffic.signing_out() {
            // One that is sent for the first time goes on, and stays pending if it fails: it may be newer than the sign-in.
            Some(_) => pending.given_up |= pending.backoff.has_failed(),
            None => {
                self.forget_pending_sign_out();
                self.give_up_reading();
            }
        }
    }

    /// The sign-out of this page is over. The other tabs are told as often as `signed-out` was sent, so that none of them
    /// takes the end of one call for the end of the next.
    pub(in crate::core) fn forget_pending_sign_out(&mut self) {
        for _ in 0..self.state.sign_outs.forget_pending() {
            self.act(Effect::Broadcast(TabMessage::SignOutOver));
        }
    }

    /// Ends every guard: the deployment judges what is read from here on after every sign-out that is known.
    pub(in crate::core) fn lift_guards(&mut self) {
        self.state.sign_outs.lift();
        self.forget_pending_sign_out();
        self.state.reads.see_newcomer();
    }

    /// Shows nobody, until a later answer names somebody.
    pub(in crate::core) fn close_gates(&mut self) {
        self.end(Reason::SignedOut);
        self.give_up_exchanges(Code::Superseded, &|exchange| exchange.is_of_the_identity());
    }
}

//! Sign-out (`identity-api.md` 4.4). A sign-out that could not be told is told again by itself, until the deployment
//! confirms it, somebody signs in, or the page asks for the truth.

use super::sign_in::PATIENCE_MS;
use crate::api::{Code, Failure};
use crate::core::effect::{Effect, Outcome, Request};
use crate::core::ids::CallId;
use crate::core::state::{Belief, Owed, SigningOut, Traffic};
use crate::core::tab_message::TabMessage;
use crate::core::turn::Turn;
use crate::core::view::Reason;

impl Turn<'_> {
    /// Gates close and the token goes at the call, whatever the deployment will say.
    pub(in crate::core) fn logout_called(&mut self, call: CallId) {
        self.refuse_waiting_sign_in(Code::Superseded);
        let read_owed = self.give_up_sign_in(Code::Superseded) | self.give_up_reading();
        let in_question_after = self.state.reads.in_question_after;
        let is_anew = self.state.traffic.signing_out().is_none_or(|signing_out| {
            // Somebody else may have come since it left.
            signing_out.again |= in_question_after >= Some(signing_out.id);
            signing_out.again || signing_out.calls.is_empty()
        });
        if is_anew {
            self.call_sign_out();
        } else if let Some(pending) = &mut self.state.sign_outs.pending {
            pending.called_ms = self.now.mono_ms;
        }
        let Some(signing_out) = self.state.traffic.signing_out() else {
            return self.begin_sign_out(vec![call], read_owed);
        };
        signing_out.calls.push(call);
    }

    /// Nobody waits for a sign-out yet, or somebody else may be there by now. One that is told again by itself is called
    /// anew, too: the guards of the other tabs may have come to their end, and a tab that was opened since has heard of none.
    /// Where somebody else may have come whom nobody has seen, it is about anyone.
    fn call_sign_out(&mut self) {
        let reads = &self.state.reads;
        // Nobody is shown since the call before, so nobody has been seen since another tab spoke.
        let may_be_another = self.state.sign_outs.pending.is_some() && reads.in_question_after.is_some();
        let is_anyones = reads.newcomer_unseen || may_be_another;
        self.state.sign_outs.call(self.state.belief.user_id(), is_anyones, self.now);
        self.close_gates();
        self.act(Effect::Broadcast(TabMessage::SignedOut));
    }

    pub(in crate::core) fn begin_sign_out(&mut self, calls: Vec<CallId>, read_owed: bool) {
        let id = self.send(Request::Logout, false);
        let outlives = self.state.sign_out_outlives();
        self.state.traffic = Traffic::SigningOut(SigningOut { id, calls, read_owed, again: false, outlives });
        if let Some(pending) = &mut self.state.sign_outs.pending {
            pending.backoff.begin();
        }
    }

    /// Whether its answer says nothing of whoever has come before it was called again. Who may have come after that call, or
    /// comes in a sign-in window, is signed out only for a caller who waits.
    pub(in crate::core) fn is_due_again(&self, signing_out: &SigningOut) -> bool {
        signing_out.again && (self.may_tell_sign_out() || !signing_out.calls.is_empty())
    }

    pub(in crate::core) fn logout_answered(&mut self, signing_out: SigningOut, result: Result<(), Failure>) {
        let outcome = result.map(|()| Outcome::Published);
        if self.is_due_again(&signing_out) && result.is_ok() {
            // What waits goes on waiting: a sign-in, too, that has taken the place of its callers.
            return self.begin_sign_out(signing_out.calls, signing_out.read_owed);
        }
        match result {
            Ok(()) => {
                if !matches!(self.state.belief, Belief::Unauthenticated { .. }) {
                    self.end(Reason::SignedOut);
                }
                self.state.belief.is_doubted(None);
                self.forget_pending_sign_out();
            }
            Err(failure) => {
                if let Some(pending) = &mut self.state.sign_outs.pending {
                    pending.backoff.fail(&failure, true, self.now);
                }
                // The cookie may still be alive.
                self.state.believe(Belief::Unknown { withheld: None, error: Some(failure) });
            }
        }
        self.settle_all(&signing_out.calls, outcome);
        self.check_given_up();
        if signing_out.read_owed {
            self.state.reads.owe(if result.is_ok() { Owed::Urgent } else { Owed::Spaced });
        }
    }

    /// Aborts a sign-out under way; whether a read was given up for it.
    pub(in crate::core) fn call_off_sign_out(&mut self) -> bool {
        let Some(signing_out) = self.take_sign_out() else { return false };
        self.settle_all(&signing_out.calls, Err(Failure::of(Code::Superseded)));
        self.check_given_up();
        signing_out.read_owed
    }

    fn take_sign_out(&mut self) -> Option<SigningOut> {
        let id = self.state.traffic.signing_out()?.id;
        self.act(Effect::Cancel { id });
        let Traffic::SigningOut(signing_out) = self.state.traffic.take(id) else { return None };
        Some(signing_out)
    }

    /// Somebody has signed in in another tab, and the answer to a sign-out would take their cookie. One that is given up is
    /// aborted. So is one that was called so long ago that the sign-in, which has waited for it, is the newer one.
    pub(in crate::core) fn let_newcomer_in(&mut self) {
        self.give_up_pending_sign_out();
        let Some(pending) = &mut self.state.sign_outs.pending else { return };
        pending.given_up |= self.now.mono_ms.saturating_sub(pending.called_ms) >= PATIENCE_MS;
        if pending.given_up {
            self.call_off_sign_out();
        }
    }

    /// The page may go, and what is under way with it: the sign-out is sent once more, in a way that outlives the page. Not
    /// where it could end somebody who has come since it was called.
    pub(in crate::core) fn make_sign_out_outlive(&mut self) {
        if self.may_tell_sign_out()
            && let Some(signing_out) = self.take_sign_out()
        {
            self.begin_sign_out(signing_out.calls, signing_out.read_owed);
        }
    }

    /// Whether it can end nobody who has come since it was called, or comes in a sign-in window.
    fn may_tell_sign_out(&self) -> bool {
        let pending = self.state.sign_outs.pending.as_ref();
        pending.is_some_and(|pending| !pending.held && !pending.given_up) && !self.state.page.sign_in_window
    }

    /// The sign-out under way has come to its end, and the page had asked for the truth meanwhile.
    fn check_given_up(&mut self) {
        if self.state.sign_outs.pending.as_ref().is_some_and(|pending| pending.given_up) {
            self.forget_pending_sign_out();
            // Its caller may be gone meanwhile.
            self.state.reads.owe(Owed::Urgent);
        }
    }

    /// The page asks for the truth, or somebody has signed in: its sign-out is not told again.
    pub(in crate::core) fn give_up_pending_sign_out(&mut self) {
        let Some(pending) = &mut self.state.sign_outs.pending else { return };
        match self.state.traffic.signing_out() {
            // One that is told for the first time goes on, and stands if it fails: it may be younger than the sign-in.
            Some(_) => pending.given_up |= pending.backoff.has_failed(),
            None => {
                self.forget_pending_sign_out();
                self.give_up_reading();
            }
        }
    }

    /// The sign-out of this page is over, and the other tabs are told: once for each time that it was called, so that
    /// none of them takes the end of one call for the end of the next.
    pub(in crate::core) fn forget_pending_sign_out(&mut self) {
        for _ in 0..self.state.sign_outs.forget_pending() {
            self.act(Effect::Broadcast(TabMessage::SignOutOver));
        }
    }

    /// Whatever is read from here on was judged after every sign-out that is known of.
    pub(in crate::core) fn lift_guards(&mut self) {
        self.state.sign_outs.lift();
        self.forget_pending_sign_out();
        self.state.reads.see_newcomer();
    }

    /// Nobody is shown from here on, until the deployment says so anew.
    pub(in crate::core) fn close_gates(&mut self) {
        self.end(Reason::SignedOut);
        self.give_up_exchanges(Code::Superseded, &|exchange| exchange.is_of_the_identity());
    }
}

//! Sign-out (`identity-api.md` 4.4). A sign-out that could not be told is told again by itself, until the deployment
//! confirms it, somebody signs in, or the page asks for the truth.

use crate::api::{Code, Failure};
use crate::core::effect::{Effect, Outcome, Request};
use crate::core::ids::CallId;
use crate::core::state::{Belief, Next, Owed, SigningOut, Traffic};
use crate::core::tab_message::TabMessage;
use crate::core::turn::Turn;
use crate::core::view::Reason;

impl Turn<'_> {
    /// Gates close and the token goes at the call, whatever the deployment will say.
    pub(in crate::core) fn logout_called(&mut self, call: CallId) {
        let read_owed = self.give_up_sign_in(Code::Superseded) | self.give_up_reading();
        let in_question_after = self.state.reads.in_question_after;
        let is_anew = self.state.traffic.signing_out().is_none_or(|signing_out| {
            // Somebody else may have come since it left.
            signing_out.again |= in_question_after >= Some(signing_out.id);
            signing_out.again || signing_out.calls.is_empty()
        });
        if is_anew {
            self.call_sign_out();
        }
        let Some(signing_out) = self.state.traffic.signing_out() else {
            return self.begin_sign_out(vec![call], read_owed);
        };
        signing_out.calls.push(call);
        let next = core::mem::replace(&mut signing_out.next, Next::Nothing);
        self.refuse_next(next, Code::Superseded);
    }

    /// Nobody waits for a sign-out yet, or somebody else may be there by now. One that is told again by itself is called
    /// anew, too: the guards of the other tabs may have come to their end, and a tab that was opened since has heard of none.
    /// Where somebody else may have come whom nobody has seen, it is about anyone.
    fn call_sign_out(&mut self) {
        self.state.sign_outs.call(self.state.belief.user_id(), self.state.reads.newcomer_unseen);
        self.close_gates();
        self.act(Effect::Broadcast(TabMessage::SignedOut));
    }

    pub(in crate::core) fn begin_sign_out(&mut self, calls: Vec<CallId>, read_owed: bool) {
        let id = self.send(Request::Logout, false);
        self.state.traffic =
            Traffic::SigningOut(SigningOut { id, calls, read_owed, again: false, next: Next::Nothing });
        if let Some(pending) = &mut self.state.sign_outs.pending {
            pending.backoff.begin();
        }
    }

    pub(in crate::core) fn logout_answered(&mut self, signing_out: SigningOut, result: Result<(), Failure>) {
        let outcome = result.map(|()| Outcome::Published);
        if signing_out.again && !signing_out.calls.is_empty() && result.is_ok() {
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
        self.follow_sign_out(signing_out.next, signing_out.read_owed, result.is_ok());
    }

    /// What a sign-out that is over was waited for with.
    fn follow_sign_out(&mut self, next: Next, read_owed: bool, confirmed: bool) {
        self.check_given_up();
        if let Next::SignIn { call, .. } = next {
            return self.begin_sign_in(call, read_owed);
        }
        if read_owed {
            self.state.reads.owe(if confirmed { Owed::Urgent } else { Owed::Spaced });
        }
    }

    /// A sign-in has waited for the sign-out before it for long enough.
    pub(in crate::core) fn check_patience(&mut self) {
        let now_ms = self.now.mono_ms;
        let Some(signing_out) = self.state.traffic.signing_out() else { return };
        if let Next::SignIn { call, at_ms } = signing_out.next
            && at_ms <= now_ms
        {
            let SigningOut { id, read_owed, .. } = *signing_out;
            self.act(Effect::Cancel { id });
            self.check_given_up();
            self.begin_sign_in(call, read_owed);
        }
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

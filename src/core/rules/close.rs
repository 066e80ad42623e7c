//! `session.close()`, and the abort of single calls.

use crate::api::{Code, Failure};
use crate::core::event::Event;
use crate::core::ids::CallId;
use crate::core::state::{AuthState, Lock, SessionRequest};
use crate::core::transition::Transition;

impl Transition<'_> {
    /// Ends every call, overwrites the token, and closes the gates: a closed session knows nothing. The entry sends an unconfirmed sign-out
    /// once more (`pkg/entry/link.ts`).
    pub fn close(&mut self) {
        let closed = Failure::of(Code::Closed);
        self.give_up_reading();
        self.end_sign_ins(Code::Closed);
        let calls = self.give_up_sign_out();
        self.settle_all(&calls, Err(closed));
        self.end_identity(Code::Closed);
        self.give_up_requests(Code::Closed, &|_| true);
        self.fail_callers(closed);
        self.begin_epoch();
        self.state.lock = Lock::default();
        self.state.set_auth_state(AuthState::Unknown { withheld: None, error: Some(closed) });
        self.state.closed = true;
    }

    /// Handles an event of a closed session: rejects the call, if it is one.
    pub fn refuse(&mut self, event: &Event) {
        if let Some(call) = event.call() {
            self.settle_failed(call, Code::Closed);
        }
    }

    /// Rejects a call, because its caller's `AbortSignal` fired.
    pub fn abort_called(&mut self, call: CallId) {
        if matches!(self.state.in_flight, SessionRequest::SigningIn(signing_in) if signing_in.call == call) {
            return self.give_up_sign_in(Code::Aborted);
        }
        if self.state.waiting_sign_in.is_some_and(|waiting| waiting.call == call) {
            return self.refuse_waiting_sign_in(Code::Aborted);
        }
        let callers = &mut self.state.reads.callers;
        let count_before = callers.len();
        callers.retain(|caller| caller.call != call);
        if callers.len() < count_before {
            return self.settle_failed(call, Code::Aborted);
        }
        self.abort_request(call);
    }
}

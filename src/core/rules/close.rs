//! `session.close()`, and the abort of single calls. What closes gates: `Turn::close_gates` (`rules/sign_out.rs`).

use crate::api::{Code, Failure};
use crate::core::effect::Effect;
use crate::core::event::Event;
use crate::core::ids::CallId;
use crate::core::state::{Belief, Owed, SignOuts, Traffic};
use crate::core::turn::Turn;

impl Turn<'_> {
    /// Ends every call, overwrites the token, and closes the gates: a closed session knows nothing.
    pub(in crate::core) fn close(&mut self) {
        self.give_up_reading();
        if self.give_up_sign_in(Code::Closed) {
            self.tell_of_unheard_sign_in();
        }
        self.refuse_waiting_sign_in(Code::Closed);
        // The deployment must still get a pending sign-out, and a closed session does not come back to send it.
        self.state.page.away = false;
        self.make_sign_out_outlive();
        if let Traffic::SigningOut(signing_out) = core::mem::take(&mut self.state.traffic) {
            self.settle_all(&signing_out.calls, Err(Failure::of(Code::Closed)));
        }
        self.give_up_exchanges(Code::Closed, &|_| true);
        self.settle_callers(Err(Failure::of(Code::Closed)));
        self.begin_epoch();
        self.state.exchanges.reauthenticating = false;
        self.state.sign_outs = SignOuts::default();
        self.state.believe(Belief::Unknown { withheld: None, error: Some(Failure::of(Code::Closed)) });
        self.state.closed = true;
        self.act(Effect::Stop);
    }

    /// A closed session answers every call, and does nothing else.
    pub(in crate::core) fn refuse(&mut self, event: &Event) {
        if let Event::LoginCalled { call, .. }
        | Event::LogoutCalled { call, .. }
        | Event::RefreshCalled { call }
        | Event::ReadCalled { call }
        | Event::PermissionsCalled { call, .. }
        | Event::RolesCalled { call, .. }
        | Event::SsoConfigCalled { call }
        | Event::FetchCalled { call, .. } = event
        {
            self.settle_failed(*call, Code::Closed);
        }
    }

    /// The caller's `AbortSignal` fired.
    pub(in crate::core) fn aborted(&mut self, call: CallId) {
        if let Traffic::SigningIn(signing_in) = self.state.traffic
            && signing_in.call == call
        {
            self.give_up_sign_in(Code::Aborted);
            return self.state.reads.owe(Owed::Urgent);
        }
        if self.state.waiting_sign_in.is_some_and(|waiting| waiting.call == call) {
            return self.refuse_waiting_sign_in(Code::Aborted);
        }
        let callers = &mut self.state.reads.callers;
        if let Some(position) = callers.iter().position(|waiting| *waiting == call) {
            callers.swap_remove(position);
            return self.settle_failed(call, Code::Aborted);
        }
        self.abort_exchange(call);
    }
}

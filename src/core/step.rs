//! One event.

use super::clock::Now;
use super::effect::{Effect, Outcome, Request, RequestId};
use super::event::{Answer, CallId, Event};
use super::publication::Notice;
use super::schedule::Owed;
use super::state::State;
use crate::api::{Code, Failure};

/// Handles one event: changes the state, and answers with the effects to carry out, in order.
pub fn step(state: &mut State, event: Event, now: Now) -> Vec<Effect> {
    let mut step = Step {
        state,
        now,
        effects: Vec::new(),
        settled: Vec::new(),
        notices: Vec::new(),
        signed_in_here: false,
        tells_change: false,
    };
    if step.state.closed {
        step.refuse(&event);
    } else {
        step.check_ends();
        step.handle(event);
        // What an answer brings may be over already: it can be long on its way.
        step.check_ends();
        step.schedule();
        step.publish();
    }
    step.effects.append(&mut step.settled);
    step.effects
}

/// A step under way. Its methods are spread over the files of this folder, one concept each.
pub(super) struct Step<'a> {
    pub state: &'a mut State,
    pub now: Now,
    pub effects: Vec<Effect>,
    pub settled: Vec<Effect>,
    pub notices: Vec<Notice>,
    /// A sign-in of this page just succeeded.
    pub signed_in_here: bool,
    /// What this step finds changed is news to the other tabs.
    pub tells_change: bool,
}

impl Step<'_> {
    fn handle(&mut self, event: Event) {
        match event {
            Event::Started { initial, sign_out_pending } => self.started(initial, sign_out_pending),
            Event::LoginCalled { call, complete } => self.login_called(call, complete),
            Event::LogoutCalled { call } => self.logout_called(call),
            Event::RefreshCalled { call } => self.refresh_called(call),
            Event::ReadCalled { call } => self.read_called(call),
            Event::PermissionsCalled { call, .. } => self.exchange_called(call, Request::Permissions, true),
            Event::RolesCalled { call, .. } => self.exchange_called(call, Request::Roles, true),
            Event::SsoConfigCalled { call } => self.exchange_called(call, Request::SsoConfig, true),
            Event::FetchCalled { call, replayable, .. } => {
                self.exchange_called(call, Request::Fetch(call), replayable);
            }
            Event::Aborted { call } => self.aborted(call),
            Event::Answered { id, answer } => match answer {
                Answer::Session(result) => self.session_answered(id, result),
                Answer::Login(result) => self.login_answered(id, result),
                Answer::Logout(result) => self.logout_answered(id, result),
                answer => self.exchange_answered(id, answer),
            },
            // Ends and reads that have come due are looked after in every step.
            Event::Woken => self.state.wake_at_ms = None,
            Event::Visible(visible) => self.visible(visible),
            Event::Focused => self.focused(),
            Event::Online(online) => self.online(online),
            Event::Leaving => self.leaving(),
            Event::Restored => self.restored(),
            Event::Heard(message) => self.heard(message),
            Event::Reauthenticated { resolved } => self.reauthenticated(resolved),
            Event::Closed => self.close(),
        }
    }

    /// A closed session answers every call, and does nothing else.
    fn refuse(&mut self, event: &Event) {
        if let Event::LoginCalled { call, .. }
        | Event::LogoutCalled { call }
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

    fn aborted(&mut self, call: CallId) {
        if self.state.sign_in.is_some_and(|sign_in| sign_in.call == call) {
            self.give_up_sign_in(Code::Aborted);
            self.state.owe(Owed::Urgent);
        } else if let Some(position) = self.state.refreshers.iter().position(|waiting| *waiting == call) {
            self.state.refreshers.swap_remove(position);
            self.settle_failed(call, Code::Aborted);
        } else {
            self.abort_exchange(call);
        }
    }

    /// Ends every call, overwrites the token, and leaves what is shown as it is.
    fn close(&mut self) {
        self.give_up_reading();
        self.give_up_sign_in(Code::Closed);
        if let Some(sign_out) = self.state.sign_out.take() {
            // The deployment is still to be told: this request is not cancelled.
            self.settle_all(&sign_out.calls, Err(Failure::of(Code::Closed)));
        }
        self.give_up_exchanges(Code::Closed, |_| true);
        let waiting = core::mem::take(&mut self.state.refreshers);
        self.settle_all(&waiting, Err(Failure::of(Code::Closed)));
        self.state.token = None;
        self.state.closed = true;
        self.act(Effect::Stop);
    }

    /// Begins a request and numbers it.
    pub(super) fn send(&mut self, request: Request, bearer: bool) -> RequestId {
        let id = self.state.last_request.next();
        self.state.last_request = id;
        self.act(Effect::Send { id, request, bearer });
        id
    }

    // One copy of what pushing takes, and not one at each place: this is fetched before the first gate opens.
    #[inline(never)]
    pub(super) fn act(&mut self, effect: Effect) {
        self.effects.push(effect);
    }

    #[inline(never)]
    pub(super) fn settle(&mut self, call: CallId, outcome: Result<Outcome, Failure>) {
        self.settled.push(Effect::Settle { call, outcome });
    }

    pub(super) fn settle_failed(&mut self, call: CallId, code: Code) {
        self.settle(call, Err(Failure::of(code)));
    }

    pub(super) fn settle_all(&mut self, calls: &[CallId], outcome: Result<Outcome, Failure>) {
        for call in calls {
            self.settle(*call, outcome);
        }
    }
}

//! One page: the state machine that ships, and what a shell keeps beside it.

use super::witness::Witness;
use platform_session::core::{
    CallId, Effect, Event, Now, Policy, Request, RequestId, State, TabMessage, View, step,
};

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Tab {
    state: State,
    /// Neither its timers nor anything else reaches it.
    pub frozen: bool,
    /// Frozen in the back/forward cache.
    pub cached: bool,
    pub visible: bool,
    pub witness: Witness,
    calls: u32,
    waiting: Vec<CallId>,
    wake_at_ms: Option<u64>,
    sign_out: Option<RequestId>,
    sign_in_began_ms: Option<u64>,
}

/// What leaves a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outgoing {
    Send { id: RequestId, request: Request, bearer: bool },
    Cancel { id: RequestId },
    Tell(TabMessage),
}

impl Tab {
    /// Visible, online, and not begun.
    pub fn new(policy: Policy) -> Self {
        Self {
            state: State::new(policy, true, true),
            frozen: false,
            cached: false,
            visible: true,
            witness: Witness::default(),
            calls: 0,
            waiting: Vec::new(),
            wake_at_ms: None,
            sign_out: None,
            sign_in_began_ms: None,
        }
    }

    /// One step of the machine that ships; answers with what leaves the page.
    pub fn happens(&mut self, event: Event, now: Now) -> Vec<Outgoing> {
        match event {
            Event::Answered { id, .. } => self.sign_out = self.sign_out.filter(|sign_out| *sign_out != id),
            Event::LoginCalled { .. } => self.sign_in_began_ms = Some(now.mono_ms),
            _ => {}
        }
        let mut outgoing = Vec::new();
        for effect in step(&mut self.state, event, now) {
            match effect {
                Effect::Send { id, request, bearer } => {
                    if request == Request::Logout {
                        self.sign_out = Some(id);
                    }
                    outgoing.push(Outgoing::Send { id, request, bearer });
                }
                Effect::Cancel { id } => {
                    self.sign_out = self.sign_out.filter(|sign_out| *sign_out != id);
                    outgoing.push(Outgoing::Cancel { id });
                }
                Effect::Broadcast(message) => outgoing.push(Outgoing::Tell(message)),
                Effect::WakeIn { after_ms } => self.wake_at_ms = after_ms.map(|after| now.mono_ms + after),
                Effect::Settle { call, .. } => self.waiting.retain(|waiting| *waiting != call),
                Effect::Reauthenticate(_) | Effect::Publish(_) | Effect::Stop => {}
            }
        }
        outgoing
    }

    /// The number of a call that is about to be made.
    pub fn begins_call(&mut self) -> CallId {
        let call = CallId(self.calls);
        self.calls += 1;
        self.waiting.push(call);
        call
    }

    pub fn view(&self) -> &View {
        self.state.view()
    }

    pub fn epoch(&self) -> u32 {
        self.state.epoch()
    }

    pub fn holds_token(&self) -> bool {
        self.state.token().is_some()
    }

    /// Whether a sign-out that was called here is under way.
    pub fn is_signing_out(&self) -> bool {
        self.sign_out.is_some()
    }

    /// When the newest sign-in was called here.
    pub fn sign_in_began_ms(&self) -> Option<u64> {
        self.sign_in_began_ms
    }

    /// Whether a call waits to be settled.
    pub fn is_awaited(&self) -> bool {
        !self.waiting.is_empty()
    }

    /// When its timer fires: monotonic time.
    pub fn wake_at_ms(&self) -> Option<u64> {
        self.wake_at_ms
    }

    pub fn timer_has_fired(&mut self) {
        self.wake_at_ms = None;
    }
}

//! The shell of one session: it owns the state, feeds events into the core, and carries effects out.

use super::callbacks::Callbacks;
use super::requests::{Answered, OwnRequest, Requests};
use crate::api::{Code, Failure};
use crate::browser::clock;
use crate::core::{self, CallId, Clock, Effect, Event, Now, Policy, Request, RequestId, State};
use js_sys::JsString;
use std::cell::{Cell, RefCell};
use std::vec::IntoIter;

struct Work {
    state: State,
    clock: Clock,
    /// The effects of the newest step that are still to be carried out.
    effects: IntoIter<Effect>,
    /// The events since that step, with their times.
    events: Vec<(Event, Now)>,
}

pub struct Shell<C> {
    callbacks: C,
    work: RefCell<Work>,
    /// Whether an effect other than a publication is being carried out, or the engine does not run yet: events wait then.
    busy: Cell<bool>,
    requests: Requests,
}

impl<C: Callbacks> Shell<C> {
    /// A session that has not begun: it gets what happened so far, and then `run`. `origin`: the deployment's.
    pub fn new(origin: String, policy: Policy, visible: bool, online: bool, callbacks: C) -> Self {
        Self {
            callbacks,
            requests: Requests::new(origin, policy.token),
            work: RefCell::new(Work {
                state: State::new(policy, visible, online),
                clock: Clock::default(),
                effects: Vec::new().into_iter(),
                events: Vec::new(),
            }),
            busy: Cell::new(true),
        }
    }

    /// Takes all that happened before the engine runs, each event at its time. From here on the engine runs.
    pub fn run(&self) {
        let Ok(mut work) = self.work.try_borrow_mut() else { return };
        let journal = std::mem::take(&mut work.events);
        let now = clock::now(&mut work.clock);
        work.effects = core::replay(&mut work.state, journal, now).into_iter();
        drop(work);
        self.busy.set(false);
        self.carry_on();
    }

    /// Signs in. `json`: the body to send, as JSON text; `None` where email or password is missing or empty.
    pub fn login(&self, call: CallId, json: Option<JsString>, age_ms: f64) {
        let complete = json.is_some();
        if let Some(json) = json {
            self.requests.keep_credentials(call, json);
        }
        self.dispatch(Event::LoginCalled { call, complete }, age_ms);
    }

    /// Sends a request of the page's own. One for any other `href` than the deployment's APIs is never sent.
    pub fn fetch(&self, call: CallId, href: &str, own: OwnRequest, within: bool, age_ms: f64) {
        if !self.requests.is_api_url(href) {
            return self.callbacks.settle(call, Err(Failure::of(Code::ForeignUrl)));
        }
        let OwnRequest { replayable, keepalive, .. } = own;
        self.requests.keep_own(call, own);
        self.dispatch(Event::FetchCalled { call, replayable, within, keepalive }, age_ms);
    }

    /// Takes an answer that was read (`pkg/entry/answer.ts`). `age_ms`: how long ago it came.
    pub fn answered(&self, id: RequestId, answer: Answered, age_ms: f64) {
        if let Some(event) = self.requests.event_of_answer(id, answer) {
            self.dispatch(event, age_ms);
        }
    }

    /// Takes the loss of an answer, which never came, broke off, or took too long.
    pub fn lost(&self, id: RequestId, code: Code, age_ms: f64) {
        if let Some(event) = self.requests.event_of_loss(id, code) {
            self.dispatch(event, age_ms);
        }
    }

    /// Feeds one event into the core, and carries out all of its effects before the next event. A call by a listener, while
    /// something is published, is carried out before the call returns. An event that comes during any other effect waits
    /// for the end of that effect: the page's own `fetch` may throw, or call the session. `age_ms`: how long ago it happened.
    pub fn dispatch(&self, event: Event, age_ms: f64) {
        let Ok(mut work) = self.work.try_borrow_mut() else { return };
        let now = clock::now(&mut work.clock);
        work.events.push((event, now.earlier_by(age_ms as u64)));
        drop(work);
        self.carry_on();
    }

    fn carry_on(&self) {
        while !self.busy.get() {
            let Some(effect) = self.next_effect() else { return };
            self.busy.set(!matches!(effect, Effect::Publish(_)));
            self.carry_out(effect);
            self.busy.set(false);
        }
    }

    fn next_effect(&self) -> Option<Effect> {
        // Nothing outside is called here, so nothing is borrowed already.
        let mut work = self.work.try_borrow_mut().ok()?;
        let Work { state, effects, events, .. } = &mut *work;
        while effects.as_slice().is_empty() && !events.is_empty() {
            let (event, now) = events.remove(0);
            *effects = core::step(state, event, now).into_iter();
        }
        effects.next()
    }

    fn carry_out(&self, effect: Effect) {
        match effect {
            Effect::Send { id, request, bearer } => self.send(id, request, bearer),
            Effect::Adopt { id, request } => {
                self.requests.adopt(id, request);
                self.callbacks.read(id, None, request.body());
            }
            Effect::Cancel { id } => {
                if self.requests.cancel(id) {
                    self.callbacks.cancel(id);
                }
            }
            Effect::WakeIn { after_ms } => self.callbacks.wake(after_ms),
            Effect::Broadcast(message) => self.callbacks.broadcast(message),
            Effect::Reauthenticate(need) => self.callbacks.reauthenticate(&need),
            Effect::Publish(publication) => self.callbacks.publish(&publication),
            Effect::WarnOfCache => self.callbacks.warn_of_cache(),
            Effect::Settle { call, outcome } => {
                self.callbacks.settle(call, self.requests.end_call(call, outcome))
            }
        }
    }

    /// Sends a request. Its end comes back as an event, at the latest when its time is over; the page's own requests have no limit, as their
    /// answers may stream for hours.
    fn send(&self, id: RequestId, request: Request, bearer: bool) {
        let Ok(work) = self.work.try_borrow() else { return };
        // A copy for one header, overwritten when dropped.
        let token = work.state.token().filter(|_| bearer).cloned();
        let keepalive = work.state.sends_sign_out_with_keepalive();
        drop(work);
        match self.requests.begin(id, request, token.as_ref(), keepalive) {
            Ok(begun) => self.callbacks.read(id, Some(begun), request.body()),
            Err(code) => self.lost(id, code, 0.0),
        }
    }
}

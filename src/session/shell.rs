//! One session: its state, and what it has under way.

use super::face::{Face, Settled};
use super::ledger::Ledger;
use super::request::{Attachment, OwnRequest};
use crate::api::login::TokenPolicy;
use crate::api::{Code, Failure, Token};
use crate::browser::clock;
use crate::browser::json::Value;
use crate::core::api_url::is_api_url;
use crate::core::{self, CallId, Effect, Event, Now, Outcome, Policy, Request, RequestId, State};
use js_sys::JsString;
use std::cell::{Cell, RefCell};
use std::vec::IntoIter;

struct Work {
    state: State,
    /// What the newest step decided, and is still to be carried out.
    effects: IntoIter<Effect>,
    /// What has happened since, and when.
    events: Vec<(Event, Now)>,
}

pub struct Shell<F> {
    /// Where the deployment is: no path, no trailing slash.
    pub(super) origin: String,
    pub(super) token_policy: TokenPolicy,
    pub(super) face: F,
    work: RefCell<Work>,
    /// An effect is half carried out; or what happened before the engine runs is still being told.
    busy: Cell<bool>,
    pub(super) requests: Ledger<RequestId, Request>,
    pub(super) attachments: Ledger<CallId, Attachment>,
    /// What happened before the engine runs is still being told.
    pub(super) replaying: Cell<bool>,
    /// The newest single sign-on configuration.
    pub(super) sso_config: Cell<Option<Value>>,
}

impl<F: Face> Shell<F> {
    /// A session that has not begun: it is told what happened so far, and `run`.
    pub fn new(origin: String, policy: Policy, visible: bool, online: bool, face: F) -> Self {
        Self {
            origin,
            token_policy: policy.token,
            face,
            work: RefCell::new(Work {
                state: State::new(policy, visible, online),
                effects: Vec::new().into_iter(),
                events: Vec::new(),
            }),
            busy: Cell::new(true),
            requests: Ledger::default(),
            attachments: Ledger::default(),
            replaying: Cell::new(true),
            sso_config: Cell::default(),
        }
    }

    /// All that happened before the engine runs has been told: takes it, each event at its time.
    pub fn run(&self) {
        let Ok(mut work) = self.work.try_borrow_mut() else { return };
        let journal = std::mem::take(&mut work.events);
        work.effects = core::replay(&mut work.state, journal, clock::now()).into_iter();
        drop(work);
        self.replaying.set(false);
        self.busy.set(false);
        self.carry_on();
    }

    /// `json`: the body to send, as JSON text; `None` where email or password is empty.
    pub fn login(&self, call: CallId, json: Option<JsString>, age_ms: f64) {
        let complete = json.is_some();
        if let Some(json) = json {
            self.attachments.insert(call, Attachment::Credentials(json));
        }
        self.dispatch(Event::LoginCalled { call, complete }, age_ms);
    }

    /// A request for any other `href` than the deployment's APIs is never sent.
    pub fn fetch(&self, call: CallId, href: &str, own: OwnRequest, within: bool, age_ms: f64) {
        if !is_api_url(href, &self.origin) {
            return self.settle(call, Err(Failure::of(Code::ForeignUrl)));
        }
        let OwnRequest { replayable, outlives, .. } = own;
        self.attachments.insert(call, Attachment::Own(own, None));
        self.dispatch(Event::FetchCalled { call, replayable, within, outlives }, age_ms);
    }

    /// Feeds one event into the core, and carries out all of its effects before the next event. A call by a listener, while
    /// something is published, is carried out before the call returns. An event that comes during any other effect waits
    /// for the end of that effect: the page's own `fetch` may throw, or call the session. `age_ms`: how long ago it happened.
    pub fn dispatch(&self, event: Event, age_ms: f64) {
        let Ok(mut work) = self.work.try_borrow_mut() else { return };
        work.events.push((event, clock::now().earlier_by(age_ms as u64)));
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
        let Work { state, effects, events } = &mut *work;
        while effects.as_slice().is_empty() && !events.is_empty() {
            let (event, now) = events.remove(0);
            *effects = core::step(state, event, now).into_iter();
        }
        effects.next()
    }

    fn carry_out(&self, effect: Effect) {
        match effect {
            Effect::Send { id, request, bearer } => self.send(id, request, bearer),
            Effect::Cancel { id } => self.cancel(id),
            Effect::WakeIn { after_ms } => self.face.wake(after_ms),
            Effect::Broadcast(message) => self.face.broadcast(message),
            Effect::Reauthenticate(need) => self.face.reauthenticate(&need),
            Effect::Publish(publication) => self.face.publish(&publication),
            Effect::WarnOfKeptAnswers => self.face.warn_of_kept_answers(),
            Effect::Settle { call, outcome } => self.settle(call, outcome),
            // What is to be stopped is the entry's, which closes the session.
            Effect::Stop => {}
        }
    }

    /// A copy of the token, for one header. Overwritten when dropped.
    pub(super) fn token(&self) -> Option<Token> {
        self.work.try_borrow().ok()?.state.token().cloned()
    }

    pub(super) fn sign_out_outlives(&self) -> bool {
        self.work.try_borrow().is_ok_and(|work| work.state.sign_out_outlives())
    }

    fn settle(&self, call: CallId, outcome: Result<Outcome, Failure>) {
        let attachment = self.attachments.take(call);
        let outcome = outcome.and_then(|outcome| match (outcome, attachment) {
            (Outcome::Published, _) => Ok(Settled::Published),
            (Outcome::SsoConfig, _) => Ok(Settled::SsoConfig(self.newest_sso_config())),
            (Outcome::Response, Some(Attachment::Own(_, Some(response)))) => Ok(Settled::Response(response)),
            (Outcome::Response, _) => Err(Failure::of(Code::Aborted)),
        });
        self.face.settle(call, outcome);
    }

    fn newest_sso_config(&self) -> Option<Value> {
        let newest = self.sso_config.take();
        self.sso_config.set(newest.clone());
        newest
    }
}

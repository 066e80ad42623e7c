//! One session: its state, and what it has under way.

use super::face::{Face, Settled};
use super::ledger::Ledger;
use super::request::{Attachment, OwnRequest};
use crate::api::login::TokenPolicy;
use crate::api::{Code, Failure, SessionAnswer, Token};
use crate::browser::clock;
use crate::browser::json::Value;
use crate::core::api_url::is_api_url;
use crate::core::{self, Ages, Before, CallId, Effect, Event, Outcome, Policy, Request, RequestId, State};
use js_sys::JsString;
use std::cell::{Cell, RefCell};
use std::vec::IntoIter;

struct Work {
    state: State,
    /// What the newest step decided, and is still to be carried out.
    effects: IntoIter<Effect>,
    /// What has happened since.
    events: Vec<Event>,
}

pub struct Shell<F> {
    /// Where the deployment is: no path, no trailing slash.
    pub(super) origin: String,
    pub(super) token_policy: TokenPolicy,
    pub(super) face: F,
    work: RefCell<Work>,
    /// An effect is half carried out.
    busy: Cell<bool>,
    pub(super) requests: Ledger<RequestId, Request>,
    pub(super) attachments: Ledger<CallId, Attachment>,
    /// A session read that the entry began is still to be taken up.
    pub(super) first_read: Cell<bool>,
    /// The newest single sign-on configuration.
    pub(super) sso_config: Cell<Option<Value>>,
}

impl<F: Face> Shell<F> {
    /// A session that has not begun.
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
            busy: Cell::default(),
            requests: Ledger::default(),
            attachments: Ledger::default(),
            first_read: Cell::default(),
            sso_config: Cell::default(),
        }
    }

    /// Begins: shows `initial`, and reads the session. `first`: by taking up the read that is under way already.
    pub fn start(&self, initial: Option<SessionAnswer>, first: bool, before: Before, ages: Ages) {
        self.first_read.set(first);
        self.dispatch(Event::Started { initial, before, ages });
        // A later read is a request of its own.
        self.first_read.set(false);
    }

    /// `json`: the body to send, as JSON text; `None` where email or password is empty.
    pub fn login(&self, call: CallId, json: Option<JsString>) {
        let complete = json.is_some();
        if let Some(json) = json {
            self.attachments.insert(call, Attachment::Credentials(json));
        }
        self.dispatch(Event::LoginCalled { call, complete });
    }

    /// A request for any other `href` than the deployment's APIs is never sent.
    pub fn fetch(&self, call: CallId, href: &str, own: OwnRequest, within: bool) {
        if !is_api_url(href, &self.origin) {
            return self.settle(call, Err(Failure::of(Code::ForeignUrl)));
        }
        let replayable = own.replayable;
        self.attachments.insert(call, Attachment::Own(own, None));
        self.dispatch(Event::FetchCalled { call, replayable, within });
    }

    /// Feeds one event into the core, and carries out all of its effects before the next event. A call by a listener, while
    /// something is published, is carried out before the call returns. An event that comes during any other effect waits
    /// for the end of that effect: the page's own `fetch` may throw, or call the session.
    pub fn dispatch(&self, event: Event) {
        let Ok(mut work) = self.work.try_borrow_mut() else { return };
        work.events.push(event);
        drop(work);
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
            *effects = core::step(state, events.remove(0), clock::now()).into_iter();
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

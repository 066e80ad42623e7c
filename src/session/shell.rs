//! One session: its state, and what it has under way.

use super::face::{Face, Settled};
use super::ledger::Ledger;
use super::request::{Attachment, Deployment, FirstRead, InFlight};
use crate::api::login::TokenPolicy;
use crate::api::{Code, Failure, SessionAnswer, SsoConfig, Token};
use crate::browser::channel::Channel;
use crate::browser::clock;
use crate::browser::page::{self, PageEvent, PageListener};
use crate::browser::timer::{self, Timer};
use crate::core::api_url::is_api_url;
use crate::core::{self, CallId, Effect, Event, Outcome, Policy, RequestId, State, TabMessage};
use js_sys::JsString;
use std::cell::{Cell, RefCell};
use std::rc::{Rc, Weak};
use web_sys::AbortController;

pub struct Shell {
    pub(super) deployment: Deployment,
    pub(super) token_policy: TokenPolicy,
    pub(super) face: Box<dyn Face>,
    state: RefCell<State>,
    pub(super) requests: Ledger<RequestId, InFlight>,
    pub(super) attachments: Ledger<CallId, Attachment>,
    pub(super) first_read: Cell<Option<FirstRead>>,
    pub(super) sso_config: Cell<Option<SsoConfig>>,
    wake: Cell<Option<Timer>>,
    listener: Cell<Option<PageListener>>,
    channel: Cell<Option<Channel>>,
}

impl Shell {
    /// A session that has not begun.
    pub fn new(deployment: Deployment, policy: Policy, face: Box<dyn Face>) -> Rc<Self> {
        Rc::new(Self {
            deployment,
            token_policy: policy.token,
            face,
            state: RefCell::new(State::new(policy, page::is_visible(), page::is_online())),
            requests: Ledger::default(),
            attachments: Ledger::default(),
            first_read: Cell::default(),
            sso_config: Cell::default(),
            wake: Cell::default(),
            listener: Cell::default(),
            channel: Cell::default(),
        })
    }

    /// Begins: listens to the page and, where `tabs`, to the other tabs, shows `initial`, and reads the session,
    /// taking up the read that is under way already.
    pub fn start(
        self: &Rc<Self>,
        initial: Option<SessionAnswer>,
        first: Option<FirstRead>,
        tabs: bool,
        signing_out: bool,
    ) {
        let shell = Rc::downgrade(self);
        self.listener.set(PageListener::new(move |event| {
            let event = match event {
                PageEvent::Visible(visible) => Event::Visible(visible),
                PageEvent::Focused => Event::Focused,
                PageEvent::Online(online) => Event::Online(online),
                PageEvent::Leaving => Event::Leaving,
                PageEvent::Restored => Event::Restored,
            };
            dispatch_to(&shell, event);
        }));
        if tabs {
            let shell = Rc::downgrade(self);
            let mut name = String::from("platform-session:");
            name.push_str(&self.deployment.origin);
            let channel = Channel::open(&name, move |text| {
                if let Some(message) = TabMessage::parse(&text) {
                    dispatch_to(&shell, Event::Heard(message));
                }
            });
            self.channel.set(channel);
        }
        self.first_read.set(first);
        self.dispatch(Event::Started { initial, sign_out_pending: signing_out });
    }

    /// `json`: the body to send, as JSON text; `None` where email or password is empty.
    pub fn login(self: &Rc<Self>, call: CallId, json: Option<JsString>) {
        let complete = json.is_some();
        if let Some(json) = json {
            self.attachments.insert(call, Attachment::Credentials(json));
        }
        self.dispatch(Event::LoginCalled { call, complete });
    }

    /// `abort` ends the page's own request, once the call is aborted or the session closed. A request for any other
    /// `href` than the deployment's APIs is never sent.
    pub fn fetch(
        self: &Rc<Self>,
        call: CallId,
        href: &str,
        request: web_sys::Request,
        abort: AbortController,
        replayable: bool,
    ) {
        if !is_api_url(href, &self.deployment.origin) {
            return self.settle(call, Err(Failure::of(Code::ForeignUrl)));
        }
        let own = Attachment::Own { request, abort, replayable, response: None };
        self.attachments.insert(call, own);
        self.dispatch(Event::FetchCalled { call, replayable, within: false });
    }

    /// Feeds one event into the core, and carries out what comes of it.
    pub fn dispatch(self: &Rc<Self>, event: Event) {
        // The core calls nobody, so the state is never borrowed already.
        let Ok(mut state) = self.state.try_borrow_mut() else { return };
        let effects = core::step(&mut state, event, clock::now());
        drop(state);
        for effect in effects {
            self.carry_out(effect);
        }
    }

    fn carry_out(self: &Rc<Self>, effect: Effect) {
        match effect {
            Effect::Send { id, request, bearer } => self.send(id, request, bearer),
            Effect::Cancel { id } => {
                self.cancel(id);
            }
            Effect::WakeIn { after_ms } => {
                let shell = Rc::downgrade(self);
                let wake = after_ms.map(|ms| timer::after(ms, move || dispatch_to(&shell, Event::Woken)));
                self.wake.set(wake);
            }
            Effect::Broadcast(message) => {
                let channel = self.channel.take();
                if let Some(channel) = &channel {
                    channel.tell(message.as_str());
                }
                self.channel.set(channel);
            }
            Effect::Reauthenticate(_) => self.face.reauthenticate(),
            Effect::Publish(publication) => self.face.publish(&publication),
            Effect::Settle { call, outcome } => self.settle(call, outcome),
            Effect::Stop => {
                self.wake.take();
                self.listener.take();
                self.channel.take();
            }
        }
    }

    /// A copy of the token that is held, for one header. Overwritten when dropped.
    pub(super) fn token(&self) -> Option<Token> {
        self.state.try_borrow().ok()?.token().cloned()
    }

    fn settle(&self, call: CallId, outcome: Result<Outcome, Failure>) {
        let attachment = self.attachments.take(call);
        let outcome = outcome.and_then(|outcome| match (outcome, attachment) {
            (Outcome::Published, _) => Ok(Settled::Published),
            (Outcome::SsoConfig, _) => Ok(Settled::SsoConfig(self.newest_sso_config())),
            (Outcome::Response, Some(Attachment::Own { response: Some(response), .. })) => {
                Ok(Settled::Response(response))
            }
            (Outcome::Response, _) => Err(Failure::of(Code::Aborted)),
        });
        self.face.settle(call, outcome);
    }

    fn newest_sso_config(&self) -> SsoConfig {
        let newest = self.sso_config.take().unwrap_or_default();
        self.sso_config.set(Some(newest.clone()));
        newest
    }
}

fn dispatch_to(shell: &Weak<Shell>, event: Event) {
    if let Some(shell) = shell.upgrade() {
        shell.dispatch(event);
    }
}

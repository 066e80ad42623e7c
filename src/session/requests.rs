//! Requests: how each is sent, and what its answer says. Whether the bearer token goes along is decided in
//! `core/rules/bearer.rs`; `browser/fetch.rs` writes the header.

use super::callbacks::Begun;
use super::ledger::Ledger;
use crate::api::login::{TokenPolicy, decode_login};
use crate::api::logout::decode_logout;
use crate::api::permissions::decode_permissions;
use crate::api::role::decode_roles;
use crate::api::session::decode_session;
use crate::api::sso::decode_sso_config;
use crate::api::{Code, Facts, Failure, Token, path};
use crate::browser::fetch::{self, Outgoing, Response};
use crate::core::api_url::is_api_url;
use crate::core::{Answer, CallId, Event, Outcome, Request, RequestId, Stamp};
use js_sys::JsString;
use web_sys::AbortController;

/// The read with which the page began, before the engine. It is under way from the start.
const FIRST_READ: RequestId = RequestId(1);

/// A request of the page's own.
pub struct OwnRequest {
    pub request: web_sys::Request,
    /// Aborts the request, and its answer's body.
    pub abort: AbortController,
    /// The request can be sent a second time: its body can be, and the page has set no credentials itself.
    pub replayable: bool,
    /// The request goes on after its identity has ended.
    pub keepalive: bool,
}

/// An answer, as it was read.
pub struct Answered {
    pub response: Response,
    /// No facts where the body is no JSON, or the page reads it.
    pub facts: Facts,
    /// The text of `access_token`, on JavaScript's side.
    pub token: Option<JsString>,
    /// How long before the page the document had sent the request.
    pub preloaded_ms: f64,
}

/// An argument of a call that stays in JavaScript, for as long as it is needed.
enum Attachment {
    /// The body of a sign-in, as JSON text on JavaScript's side.
    Credentials(JsString),
    /// A request of the page's own, and its newest answer.
    Own(OwnRequest, Option<Response>),
}

/// The requests under way for one session, and the attachments of its calls.
pub struct Requests {
    /// The deployment's origin: no path, no trailing slash.
    origin: String,
    token_policy: TokenPolicy,
    under_way: Ledger<RequestId, Request>,
    attachments: Ledger<CallId, Attachment>,
}

impl Requests {
    pub fn new(origin: String, token_policy: TokenPolicy) -> Self {
        let under_way = Ledger::default();
        under_way.insert(FIRST_READ, Request::Session);
        Self { origin, token_policy, under_way, attachments: Ledger::default() }
    }

    pub fn keep_credentials(&self, call: CallId, json: JsString) {
        self.attachments.insert(call, Attachment::Credentials(json));
    }

    pub fn keep_own(&self, call: CallId, own: OwnRequest) {
        self.attachments.insert(call, Attachment::Own(own, None));
    }

    pub fn is_api_url(&self, href: &str) -> bool {
        is_api_url(href, &self.origin)
    }

    /// Takes up a request that the entry has sent. The first read is under way already.
    pub fn adopt(&self, id: RequestId, request: Request) {
        if id != FIRST_READ {
            self.under_way.insert(id, request);
        }
    }

    /// Sends a request, which is under way from here on. An error is the code with which it is lost, because the browser has refused it.
    /// `keepalive`: a sign-out goes on after the page has gone.
    pub fn begin(
        &self,
        id: RequestId,
        request: Request,
        bearer: Option<&Token>,
        keepalive: bool,
    ) -> Result<Begun, Code> {
        self.under_way.insert(id, request);
        let (path, post) = match request {
            Request::Session => (path::SESSION, false),
            Request::Login(_) => (path::LOGIN, true),
            Request::Logout => (path::LOGOUT, true),
            Request::Permissions => (path::PERMISSIONS, false),
            Request::Roles => (path::ROLES, false),
            Request::SsoConfig => (path::SSO_CONFIG, false),
            Request::Fetch(call) => {
                let (own, abort) = self.own_request(call).ok_or(Code::Aborted)?;
                return Ok((fetch::begin_own(&own, bearer)?, abort));
            }
        };
        let credentials = match request {
            Request::Login(call) => self.take_credentials(call),
            _ => None,
        };
        let outgoing = Outgoing {
            url: &(self.origin.clone() + path),
            post,
            json: credentials.as_ref(),
            bearer,
            keepalive: request == Request::Logout && keepalive,
        };
        let abort = AbortController::new().map_err(|_| Code::Aborted)?;
        Ok((fetch::begin(&outgoing, &abort)?, abort))
    }

    /// The event of an answer; `None` if its request is not under way.
    pub fn event_of_answer(&self, id: RequestId, answered: Answered) -> Option<Event> {
        let request = self.under_way.take(id)?;
        let date_ms = match request {
            Request::Session | Request::Login(_) | Request::Logout => fetch::date_ms(&answered.response),
            _ => None,
        };
        let stamp = Stamp { date_ms, preloaded_ms: answered.preloaded_ms as u64 };
        Some(Event::Answered { id, answer: self.decode(request, answered), stamp })
    }

    /// The event of a request that got no answer; `None` if it is not under way.
    pub fn event_of_loss(&self, id: RequestId, code: Code) -> Option<Event> {
        self.under_way.take(id)?;
        Some(Event::Answered { id, answer: Err(Failure::of(code)), stamp: Stamp::default() })
    }

    /// Forgets a request: its answer is not needed any more. Returns whether it was under way.
    pub fn cancel(&self, id: RequestId) -> bool {
        self.under_way.take(id).is_some()
    }

    /// Drops the attachment of a call that ends, and returns the page's result: the newest response to a request of its own; `None` for
    /// every other call, of which JavaScript has the result.
    pub fn end_call(
        &self,
        call: CallId,
        outcome: Result<Outcome, Failure>,
    ) -> Result<Option<Response>, Failure> {
        let attachment = self.attachments.take(call);
        match (outcome?, attachment) {
            (Outcome::Done, _) => Ok(None),
            (Outcome::Response, Some(Attachment::Own(_, Some(response)))) => Ok(Some(response)),
            (Outcome::Response, _) => Err(Failure::of(Code::Aborted)),
        }
    }

    /// The body of a sign-in, which is not kept any longer.
    fn take_credentials(&self, call: CallId) -> Option<JsString> {
        match self.attachments.take(call) {
            Some(Attachment::Credentials(json)) => Some(json),
            _ => None,
        }
    }

    /// The page's request to send now, and its `AbortController`; a copy, if it can be sent again.
    fn own_request(&self, call: CallId) -> Option<(web_sys::Request, AbortController)> {
        self.attachments.with(call, |attachment| match attachment {
            Attachment::Own(OwnRequest { request, abort, replayable, .. }, _) => {
                let copy = if *replayable { request.clone().ok()? } else { Clone::clone(request) };
                Some((copy, abort.clone()))
            }
            Attachment::Credentials(_) => None,
        })?
    }

    /// Reads an answer by the rules of its endpoint.
    fn decode(&self, request: Request, answered: Answered) -> Result<Answer, Failure> {
        let Answered { response, facts, token, .. } = answered;
        let status = response.status();
        let answer = match request {
            Request::Session => decode_session(status, &facts).map(Answer::Session),
            Request::Login(_) => decode_login(status, &facts, token, self.token_policy).map(Answer::Login),
            Request::Logout => decode_logout(status, &facts).map(|()| Answer::Logout),
            Request::Permissions => decode_permissions(status, &facts).map(Answer::Permissions),
            Request::Roles => decode_roles(status, &facts).map(Answer::Roles),
            Request::SsoConfig => decode_sso_config(status, &facts).map(|()| Answer::SsoConfig),
            Request::Fetch(call) => {
                let status = self.own_status(status, &response);
                self.keep_response(call, response);
                return Ok(Answer::Fetch(status));
            }
        };
        answer.map_err(|failure| Failure { retry_after_ms: fetch::retry_after_ms(&response), ..failure })
    }

    /// The status; 0 where a redirect has led elsewhere: an answer from there is not one of the deployment's APIs, and another origin
    /// may have been sent no token.
    fn own_status(&self, status: u16, response: &Response) -> u16 {
        let url = response.url();
        // A page's own `fetch` may answer with a response that has no address.
        if url.is_empty() || self.is_api_url(&url) { status } else { 0 }
    }

    fn keep_response(&self, call: CallId, newest: Response) {
        self.attachments.with(call, |attachment| {
            if let Attachment::Own(_, response) = attachment {
                *response = Some(newest);
            }
        });
    }
}

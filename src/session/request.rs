//! Requests: how each is sent, and what its answer says. Whether the bearer token goes along is decided in
//! `core/rules/bearer.rs`; `browser/fetch.rs` writes the header.

use super::face::Face;
use super::shell::Shell;
use crate::api::login::decode_login;
use crate::api::logout::decode_logout;
use crate::api::permissions::decode_permissions;
use crate::api::role::decode_roles;
use crate::api::session::decode_session;
use crate::api::sso::decode_sso_config;
use crate::api::{Code, Failure, Token, path};
use crate::browser::fetch::{self, Outgoing, Response};
use crate::browser::json::Value;
use crate::core::api_url::is_api_url;
use crate::core::{Answer, CallId, Event, Request, RequestId, Stamp};
use js_sys::{JsString, Promise};
use web_sys::AbortController;

/// The read with which the page began, before the engine.
const FIRST_READ: RequestId = RequestId(1);

/// A request of the page's own. `replayable`: its body can be sent a second time.
pub struct OwnRequest {
    pub request: web_sys::Request,
    /// Ends it, and its answer's body.
    pub abort: AbortController,
    pub replayable: bool,
    /// It goes on without its identity.
    pub outlives: bool,
}

/// What came with a call, for as long as it is needed.
pub enum Attachment {
    /// The body of a sign-in, as JSON text on JavaScript's side.
    Credentials(JsString),
    /// A request of the page's own, and its newest answer.
    Own(OwnRequest, Option<Response>),
}

impl<F: Face> Shell<F> {
    /// Begins a request. Its end comes back as an event, at the latest when its time is over.
    pub(super) fn send(&self, id: RequestId, request: Request, bearer: bool) {
        // The first of all is under way already.
        let begun = if id == FIRST_READ {
            None
        } else {
            match self.begin(request, self.token().filter(|_| bearer).as_ref()) {
                Ok(begun) => Some(begun),
                Err(code) => return self.finish(id, failed(request, code), 0.0),
            }
        };
        self.requests.insert(id, request);
        // How long the page's own requests may take is the page's to say: their answers may stream for hours.
        self.face.read(id, begun, !matches!(request, Request::Fetch(_)));
    }

    /// An answer was read (`pkg/entry/answer.js`): `body` is its JSON, or undefined where it has none, or none was asked for.
    /// `preloaded_ms`: how long before the page sent the request the document had sent it. `age_ms`: how long ago the answer came.
    pub fn answered(&self, id: RequestId, response: Response, body: Value, preloaded_ms: f64, age_ms: f64) {
        if let Some(request) = self.take_request(id) {
            let date_ms = match request {
                Request::Session | Request::Login(_) | Request::Logout => fetch::date_ms(&response),
                _ => None,
            };
            let stamp = Stamp { date_ms, preloaded_ms: preloaded_ms as u64 };
            let answer = self.decode(request, response, body);
            self.dispatch(Event::Answered { id, answer, stamp }, age_ms);
        }
    }

    /// An answer never came, broke off, or took too long.
    pub fn lost(&self, id: RequestId, code: Code, age_ms: f64) {
        if let Some(request) = self.take_request(id) {
            self.finish(id, failed(request, code), age_ms);
        }
    }

    /// The request of that number, which has ended. Before the engine runs there is the page's first read alone.
    fn take_request(&self, id: RequestId) -> Option<Request> {
        if self.replaying.get() { Some(Request::Session) } else { self.requests.take(id) }
    }

    /// Aborts a request: nobody waits for its answer.
    pub(super) fn cancel(&self, id: RequestId) {
        if self.requests.take(id).is_some() {
            self.face.cancel(id);
        }
    }

    fn finish(&self, id: RequestId, answer: Answer, age_ms: f64) {
        self.dispatch(Event::Answered { id, answer, stamp: Stamp::default() }, age_ms);
    }

    fn begin(&self, request: Request, bearer: Option<&Token>) -> Result<(Promise, AbortController), Code> {
        if let Request::Fetch(call) = request {
            let (own, abort) = self.own_request(call).ok_or(Code::Aborted)?;
            return Ok((fetch::begin_own(&own, bearer)?, abort));
        }
        let credentials = match request {
            Request::Login(call) => self.take_credentials(call),
            _ => None,
        };
        let path = match request {
            Request::Session => path::SESSION,
            Request::Login(_) => path::LOGIN,
            Request::Logout => path::LOGOUT,
            Request::Permissions => path::PERMISSIONS,
            Request::Roles => path::ROLES,
            Request::SsoConfig | Request::Fetch(_) => path::SSO_CONFIG,
        };
        let outgoing = Outgoing {
            url: &(self.origin.clone() + path),
            post: matches!(request, Request::Login(_) | Request::Logout),
            json: credentials.as_ref(),
            bearer,
            keepalive: request == Request::Logout && self.sign_out_outlives(),
        };
        let abort = AbortController::new().map_err(|_| Code::Aborted)?;
        Ok((fetch::begin(&outgoing, &abort)?, abort))
    }

    fn take_credentials(&self, call: CallId) -> Option<JsString> {
        match self.attachments.take(call)? {
            Attachment::Credentials(json) => Some(json),
            Attachment::Own(..) => None,
        }
    }

    /// The page's request to send now, and what aborts it; one that can be sent again is kept for that.
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
    fn decode(&self, request: Request, response: Response, body: Value) -> Answer {
        let status = response.status();
        let mut answer = match request {
            Request::Session => Answer::Session(decode_session(status, &body)),
            Request::Login(_) => Answer::Login(decode_login(status, &body, self.token_policy)),
            Request::Logout => Answer::Logout(decode_logout(status, &body)),
            Request::Permissions => Answer::Permissions(decode_permissions(status, &body)),
            Request::Roles => Answer::Roles(decode_roles(status, &body)),
            Request::SsoConfig => {
                let result = decode_sso_config(status, &body);
                Answer::SsoConfig(result.map(|()| self.sso_config.set(Some(body))))
            }
            Request::Fetch(_) => Answer::Fetch(Ok(self.own_status(status, &response))),
        };
        if let Some(failure) = answer.failure_mut() {
            failure.retry_after_ms = fetch::retry_after_ms(&response);
        }
        if let Request::Fetch(call) = request {
            self.keep_response(call, response);
        }
        answer
    }

    /// 0 where a redirect has led elsewhere: what is said there is not the word of the deployment's APIs, and another origin may
    /// have been sent no token.
    fn own_status(&self, status: u16, response: &Response) -> u16 {
        let url = response.url();
        // A page's own `fetch` may answer with a response that has no address.
        if url.is_empty() || is_api_url(&url, &self.origin) { status } else { 0 }
    }

    fn keep_response(&self, call: CallId, newest: Response) {
        self.attachments.with(call, |attachment| {
            if let Attachment::Own(_, response) = attachment {
                *response = Some(newest);
            }
        });
    }
}

fn failed(request: Request, code: Code) -> Answer {
    let failure = Failure::of(code);
    match request {
        Request::Session => Answer::Session(Err(failure)),
        Request::Login(_) => Answer::Login(Err(failure)),
        Request::Logout => Answer::Logout(Err(failure)),
        Request::Permissions => Answer::Permissions(Err(failure)),
        Request::Roles => Answer::Roles(Err(failure)),
        Request::SsoConfig => Answer::SsoConfig(Err(failure)),
        Request::Fetch(_) => Answer::Fetch(Err(failure)),
    }
}

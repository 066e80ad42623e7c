//! Requests and their answers, by `fetch`.

use super::clock;
use crate::api::body::declares_json;
use crate::api::retry_after::decode_retry_after;
use crate::api::{Code, Token};
use gloo_net::http::{Headers, Response};
use js_sys::{JsString, Promise, Reflect};
use wasm_bindgen::{JsValue, prelude::wasm_bindgen};
use web_sys::{AbortController, Request, RequestCache, RequestCredentials, RequestInit, RequestRedirect};

#[wasm_bindgen]
extern "C" {
    // gloo-net's own `send` takes every rejection for an `Error` and traps on any other; a page may have
    // patched `fetch`, and may abort with any value.
    #[wasm_bindgen(js_name = fetch, catch)]
    fn fetch(request: &JsValue, init: &RequestInit) -> Result<Promise, JsValue>;
}

/// One request to the deployment.
pub struct Outgoing<'a> {
    pub url: &'a str,
    pub post: bool,
    /// The body, as JSON text that stays on JavaScript's side.
    pub json: Option<&'a JsString>,
    pub bearer: Option<&'a Token>,
    /// Outlives the page.
    pub keepalive: bool,
}

/// An answer, as far as its status and headers go.
pub struct Incoming {
    pub status: u16,
    pub retry_after_ms: Option<u32>,
    pub declares_json: bool,
}

impl Incoming {
    pub fn of(response: &web_sys::Response) -> Self {
        let response = Response::from(Clone::clone(response));
        let headers = response.headers();
        let retry_after = headers.get("Retry-After");
        Self {
            status: response.status(),
            retry_after_ms: retry_after
                .and_then(|header| decode_retry_after(&header, clock::now().wall_ms, clock::parse_date_ms)),
            declares_json: declares_json(headers.get("Content-Type").as_deref()),
        }
    }
}

/// Begins a request: credentials included, nothing cached, no redirect followed.
pub fn begin(outgoing: &Outgoing<'_>, abort: &AbortController) -> Result<Promise, Code> {
    let headers = Headers::new();
    headers.set("Accept", "application/json");
    let init = RequestInit::new();
    init.set_credentials(RequestCredentials::Include);
    init.set_cache(RequestCache::NoStore);
    // The Identity API redirects nowhere; whoever does is not it.
    init.set_redirect(RequestRedirect::Manual);
    init.set_signal(Some(&abort.signal()));
    if outgoing.post {
        init.set_method("POST");
    }
    if let Some(json) = outgoing.json {
        headers.set("Content-Type", "application/json");
        init.set_body(json);
    }
    if let Some(token) = outgoing.bearer {
        headers.set("Authorization", &token.authorization());
    }
    if outgoing.keepalive {
        Reflect::set(&init, &"keepalive".into(), &JsValue::TRUE).map_err(|_| Code::Network)?;
    }
    init.set_headers(&headers.into_raw());
    fetch(&outgoing.url.into(), &init).map_err(|_| Code::Network)
}

/// Begins a request of the page's own, with credentials, and the bearer token where there is one.
pub fn begin_own(request: &Request, bearer: Option<&Token>) -> Result<Promise, Code> {
    let init = RequestInit::new();
    init.set_credentials(RequestCredentials::Include);
    if let Some(token) = bearer {
        request.headers().set("Authorization", &token.authorization()).map_err(|_| Code::Network)?;
    }
    fetch(request, &init).map_err(|_| Code::Network)
}

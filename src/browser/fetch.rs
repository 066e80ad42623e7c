//! Requests and their answers, by `fetch`.

use super::clock;
use super::json::Value;
use super::text::Utf8;
use crate::api::body::{Body, LIMIT_BYTES, declares_json};
use crate::api::retry_after::decode_retry_after;
use crate::api::{Code, Token};
use gloo_net::http::{Headers, Response};
use js_sys::{JsString, Promise, Reflect, Uint8Array};
use wasm_bindgen::{JsCast, JsValue, prelude::wasm_bindgen};
use wasm_bindgen_futures::JsFuture;
use web_sys::{
    AbortController, ReadableStreamDefaultReader, Request, RequestCache, RequestCredentials,
    RequestInit, RequestRedirect,
};

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

/// An answer of the deployment, read to its end.
pub struct Incoming {
    pub status: u16,
    pub retry_after_ms: Option<u32>,
    pub body: Body<Value>,
    /// The answer itself, for a page that reads its body on its own.
    pub response: web_sys::Response,
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

/// Awaits an answer and, where `whole`, reads it to its end.
pub async fn read(answer: Promise, whole: bool) -> Result<Incoming, Code> {
    let lost = |_| Code::Network;
    let answer: web_sys::Response =
        JsFuture::from(answer).await.map_err(lost)?.dyn_into().map_err(lost)?;
    let response = Response::from(Clone::clone(&answer));
    let headers = response.headers();
    let retry_after_ms = headers
        .get("Retry-After")
        .and_then(|header| decode_retry_after(&header, clock::now().wall_ms, clock::parse_date_ms));
    let mut incoming =
        Incoming { status: response.status(), retry_after_ms, body: Body::Unusable, response: answer };
    let stream = response.body().filter(|_| whole && declares_json(headers.get("Content-Type").as_deref()));
    let Some(stream) = stream else { return Ok(incoming) };

    let reader: ReadableStreamDefaultReader = stream.get_reader().unchecked_into();
    let decoder = Utf8::new().ok_or(Code::Network)?;
    let mut text = JsString::from("");
    let mut bytes = 0_u32;
    loop {
        let result = JsFuture::from(reader.read()).await.map_err(lost)?;
        let value = Reflect::get(&result, &"value".into()).map_err(lost)?;
        let chunk = value.dyn_ref::<Uint8Array>();
        bytes = bytes.saturating_add(chunk.map_or(0, Uint8Array::length));
        let Some(decoded) = decoder.decode(chunk).filter(|_| bytes <= LIMIT_BYTES) else {
            return Ok(incoming);
        };
        text = text.concat(&decoded);
        if chunk.is_none() {
            incoming.body = Value::parse(&text).map_or(Body::Unusable, Body::Json);
            return Ok(incoming);
        }
    }
}

//! Sends requests by `fetch`, and reads headers of the responses.

use super::clock;
use crate::api::retry_after::decode_retry_after;
use crate::api::{Code, Token};
use gloo_net::http::Headers;
use js_sys::{JsString, Promise};
use wasm_bindgen::{JsValue, prelude::wasm_bindgen};
use web_sys::{AbortController, Request};

pub use gloo_net::http::Response;

#[wasm_bindgen]
extern "C" {
    // gloo-net's own `send` traps if a request is rejected with something else than an `Error`. A page may have replaced `fetch`, and may
    // abort with any value.
    #[wasm_bindgen(js_name = fetch, catch)]
    fn fetch(request: &JsValue, init: &JsValue) -> Result<Promise, JsValue>;

    /// The options of `fetch`, set by their names: one function instead of one for each option as in `web-sys`.
    #[wasm_bindgen(js_name = Object)]
    type Init;
    #[wasm_bindgen(method, structural, indexing_setter)]
    fn set(this: &Init, option: &str, value: &JsValue);
}

#[wasm_bindgen(module = "/pkg/entry/json-value.js")]
extern "C" {
    /// Makes options of `fetch` from JSON. The object inherits nothing: the page may have put options, or setters, on `Object.prototype`.
    #[wasm_bindgen(js_name = requestOptions)]
    fn request_options(json: &str) -> Init;
}

/// A request of the session's own to the deployment.
pub struct Outgoing<'a> {
    pub url: &'a str,
    /// Whether the method is POST; otherwise GET.
    pub post: bool,
    /// The body, as JSON text that stays on JavaScript's side.
    pub json: Option<&'a JsString>,
    pub bearer: Option<&'a Token>,
    /// Whether the request is to outlive the page.
    pub keepalive: bool,
}

/// Returns the `Retry-After` of an answer, in milliseconds. Called for failures only, because reading a header takes longer than reading the
/// facts of an answer.
pub fn retry_after_ms(response: &Response) -> Option<u32> {
    // Compared with the answer's own `Date`, if there is one: this computer's clock may be hours off.
    let now_ms = || date_ms(response).unwrap_or_else(clock::wall_ms);
    response
        .headers()
        .get("Retry-After")
        .and_then(|header| decode_retry_after(&header, now_ms(), clock::parse_date_ms))
}

/// Returns when the deployment made the answer, by its own clock (`Date`); `None` if the page may not read that header.
pub fn date_ms(response: &Response) -> Option<u64> {
    response.headers().get("Date").and_then(|date| clock::parse_date_ms(&date))
}

/// Sends a request with cookies, past the cache, and without following redirects.
pub fn begin(outgoing: &Outgoing<'_>, abort: &AbortController) -> Result<Promise, Code> {
    let headers = Headers::new();
    // The Identity API never redirects: a redirect comes from elsewhere.
    let init = request_options(if outgoing.post {
        r#"{"method":"POST","credentials":"include","cache":"no-store","redirect":"manual"}"#
    } else {
        r#"{"credentials":"include","cache":"no-store","redirect":"manual"}"#
    });
    init.set("signal", &abort.signal());
    if let Some(json) = outgoing.json {
        headers.set("Content-Type", "application/json");
        init.set("body", json);
    }
    if let Some(token) = outgoing.bearer {
        headers.set("Authorization", token.authorization());
    }
    init.set("keepalive", &outgoing.keepalive.into());
    init.set("headers", &headers.into_raw());
    fetch(&outgoing.url.into(), &init).map_err(|_| Code::Network)
}

/// Sends a request of the page's own, with the bearer token, if there is one and the page has set no `Authorization` itself.
pub fn begin_own(request: &Request, bearer: Option<&Token>) -> Result<Promise, Code> {
    let headers = Headers::from_raw(request.headers());
    if let Some(token) = bearer
        && headers.get("Authorization").is_none()
    {
        headers.set("Authorization", token.authorization());
    }
    // No options: with any option, `fetch` would drop the referrer that the page chose (Fetch standard, the `Request` constructor).
    fetch(request, &JsValue::UNDEFINED).map_err(|_| Code::Network)
}

#[cfg(test)]
mod tests {
    use super::*;
    use wasm_bindgen::JsCast;
    use wasm_bindgen_test::wasm_bindgen_test;

    /// Returns the wait that a response with these headers asks for.
    fn retry_after_of(headers: &str) -> Option<u32> {
        let script = format!("new Response(null, {{ status: 503, headers: {headers} }})");
        let response: web_sys::Response = js_sys::eval(&script).unwrap().unchecked_into();
        retry_after_ms(&response.into())
    }

    #[wasm_bindgen_test]
    fn a_retry_after_date_counts_from_the_answers_own_date() {
        let date = "date: 'Wed, 21 Oct 2026 07:28:00 GMT'";
        let headers = format!("{{ {date}, 'retry-after': 'Wed, 21 Oct 2026 07:28:03 GMT' }}");
        assert_eq!(retry_after_of(&headers), Some(3_000));
    }

    #[wasm_bindgen_test]
    fn a_retry_after_date_without_an_own_date_counts_from_this_machines_clock() {
        let ms = retry_after_of("{ 'retry-after': new Date(Date.now() + 60000).toUTCString() }").unwrap();
        assert!((55_000..=60_000).contains(&ms), "{ms}");
    }

    /// Returns, as JSON, the request that `begin` sends. `fetch` is replaced meanwhile, and never answers.
    fn sent_by(begin: impl FnOnce()) -> String {
        let patch = js_sys::eval(
            "(() => { const real = globalThis.fetch; let seen; \
               globalThis.fetch = (input, init = {}) => { \
                 const sent = new Request(input, 'keepalive' in init ? { ...init, keepalive: undefined } : init); \
                 seen = { url: sent.url, method: sent.method, credentials: sent.credentials, cache: sent.cache, \
                          redirect: sent.redirect, headers: [...sent.headers], body: init.body ?? null, \
                          keepalive: init.keepalive ?? false, aborts: init.signal !== undefined, \
                          referrer: [sent.referrer, sent.referrerPolicy] }; \
                 return new Promise(() => {}); }; \
               return () => { globalThis.fetch = real; return JSON.stringify(seen); }; })()",
        );
        let restore: js_sys::Function = patch.unwrap().unchecked_into();
        begin();
        restore.call0(&JsValue::NULL).unwrap().as_string().unwrap()
    }

    #[wasm_bindgen_test]
    fn a_session_read_is_sent_with_cookies_and_without_headers_or_body() {
        let outgoing = Outgoing {
            url: "https://platform.invalid/api/auth/session",
            post: false,
            json: None,
            bearer: None,
            keepalive: false,
        };
        let sent = sent_by(|| assert!(begin(&outgoing, &AbortController::new().unwrap()).is_ok()));
        assert_eq!(
            sent,
            r#"{"url":"https://platform.invalid/api/auth/session","method":"GET","credentials":"include","cache":"no-store","redirect":"manual","headers":[],"body":null,"keepalive":false,"aborts":true,"referrer":["about:client",""]}"#
        );
    }

    #[wasm_bindgen_test]
    fn a_sign_in_is_sent_with_its_body_token_and_keepalive() {
        let json = JsString::from("{\"email\":\"a@b\"}");
        let token = Token::new("t0k.en").unwrap();
        let outgoing = Outgoing {
            url: "https://platform.invalid/api/auth/login",
            post: true,
            json: Some(&json),
            bearer: Some(&token),
            keepalive: true,
        };
        let sent = sent_by(|| assert!(begin(&outgoing, &AbortController::new().unwrap()).is_ok()));
        assert_eq!(
            sent,
            r#"{"url":"https://platform.invalid/api/auth/login","method":"POST","credentials":"include","cache":"no-store","redirect":"manual","headers":[["authorization","Bearer t0k.en"],["content-type","application/json"]],"body":"{\"email\":\"a@b\"}","keepalive":true,"aborts":true,"referrer":["about:client",""]}"#
        );
    }

    #[wasm_bindgen_test]
    fn a_fetch_that_throws_any_value_is_a_network_failure() {
        let patch = "(() => { const real = globalThis.fetch; globalThis.fetch = () => { throw 'not an Error'; }; \
                     return () => { globalThis.fetch = real; }; })()";
        let restore: js_sys::Function = js_sys::eval(patch).unwrap().unchecked_into();
        let outgoing = Outgoing {
            url: "https://platform.invalid/",
            post: false,
            json: None,
            bearer: None,
            keepalive: false,
        };
        let begun = begin(&outgoing, &AbortController::new().unwrap()).map(drop);
        restore.call0(&JsValue::NULL).unwrap();
        assert_eq!(begun, Err(Code::Network));
    }
}

//! Requests and their answers, by `fetch`.

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
    // gloo-net's own `send` takes every rejection for an `Error` and traps on any other; a page may have
    // patched `fetch`, and may abort with any value.
    #[wasm_bindgen(js_name = fetch, catch)]
    fn fetch(request: &JsValue, init: &JsValue) -> Result<Promise, JsValue>;

    /// The options of `fetch`, by their names: one way in for all of them, where `web-sys` has one each.
    #[wasm_bindgen(js_name = Object)]
    type Init;
    #[wasm_bindgen(method, structural, indexing_setter)]
    fn set(this: &Init, option: &str, value: &JsValue);
}

#[wasm_bindgen(module = "/pkg/entry/json-value.js")]
extern "C" {
    /// Options of `fetch`. They inherit nothing: the page may have put options, or setters, on `Object.prototype`.
    #[wasm_bindgen(js_name = requestOptions)]
    fn request_options(json: &str) -> Init;
}

/// A request to the deployment that the session makes.
pub struct Outgoing<'a> {
    pub url: &'a str,
    pub post: bool,
    /// The body, as JSON text that stays on JavaScript's side.
    pub json: Option<&'a JsString>,
    pub bearer: Option<&'a Token>,
    /// Whether the request outlives the page.
    pub keepalive: bool,
}

/// How long the answer asks to wait. Only failures are asked: to read a header takes longer than all fields of the answer.
pub fn retry_after_ms(response: &Response) -> Option<u32> {
    // The deployment's own time, if it says so: this computer's clock may be hours off.
    let now_ms = || date_ms(response).unwrap_or_else(clock::wall_ms);
    response
        .headers()
        .get("Retry-After")
        .and_then(|header| decode_retry_after(&header, now_ms(), clock::parse_date_ms))
}

/// The time at which the answer was made, by the deployment's clock; `None` where the page may not read that.
pub fn date_ms(response: &Response) -> Option<u64> {
    response.headers().get("Date").and_then(|date| clock::parse_date_ms(&date))
}

/// Begins a request: credentials included, nothing cached, no redirect followed.
pub fn begin(outgoing: &Outgoing<'_>, abort: &AbortController) -> Result<Promise, Code> {
    let headers = Headers::new();
    // The Identity API never redirects: an answer that does is not its own.
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

/// Begins a request of the page's own, with the bearer token where there is one and the page brings none itself.
pub fn begin_own(request: &Request, bearer: Option<&Token>) -> Result<Promise, Code> {
    let headers = Headers::from_raw(request.headers());
    if let Some(token) = bearer
        && headers.get("Authorization").is_none()
    {
        headers.set("Authorization", token.authorization());
    }
    // With any option at all, `fetch` forgets the referrer that the page chose (Fetch, the `Request` constructor).
    fetch(request, &JsValue::UNDEFINED).map_err(|_| Code::Network)
}

#[cfg(test)]
mod tests {
    use super::*;
    use wasm_bindgen::JsCast;
    use wasm_bindgen_test::wasm_bindgen_test;

    fn response(status: u16, headers: &str) -> Option<u32> {
        let script = format!("new Response(null, {{ status: {status}, headers: {headers} }})");
        let response: web_sys::Response = js_sys::eval(&script).unwrap().unchecked_into();
        retry_after_ms(&response.into())
    }

    #[wasm_bindgen_test]
    fn retry_after_is_read_in_seconds_and_as_a_date() {
        for (header, ms) in [
            ("3", Some(3_000)),
            (" 0 ", Some(0)),
            ("99999999999999", Some(2_147_483_647)),
            ("Sun, 06 Nov 1994 08:49:37 GMT", Some(0)),
            ("Fri, 31 Dec 2999 23:59:59 GMT", Some(2_147_483_647)),
            ("-1", None),
            ("1.5", None),
            ("soon", None),
            ("", None),
        ] {
            let headers = format!("{{ 'Retry-After': '{header}' }}");
            assert_eq!(response(429, &headers), ms, "{header}");
        }
        assert_eq!(response(429, "{}"), None);
        let soon = "{ 'Retry-After': new Date(Date.now() + 60000).toUTCString() }";
        let ms = response(503, soon).unwrap();
        assert!((55_000..=60_000).contains(&ms), "{ms}");
    }

    #[wasm_bindgen_test]
    fn a_date_is_counted_from_the_answers_own_whatever_this_machines_clock_says() {
        let date = "date: 'Wed, 21 Oct 2026 07:28:00 GMT'";
        let headers = format!("{{ {date}, 'retry-after': 'Wed, 21 Oct 2026 07:28:03 GMT' }}");
        assert_eq!(response(503, &headers), Some(3_000));
    }

    /// Returns the arguments that `fetch` is called with, by a stand-in for it that answers nothing.
    fn seen(begin: impl FnOnce()) -> String {
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
    fn a_read_sends_cookies_and_nothing_else() {
        let outgoing = Outgoing {
            url: "https://platform.invalid/api/auth/session",
            post: false,
            json: None,
            bearer: None,
            keepalive: false,
        };
        let sent = seen(|| assert!(begin(&outgoing, &AbortController::new().unwrap()).is_ok()));
        assert_eq!(
            sent,
            r#"{"url":"https://platform.invalid/api/auth/session","method":"GET","credentials":"include","cache":"no-store","redirect":"manual","headers":[],"body":null,"keepalive":false,"aborts":true,"referrer":["about:client",""]}"#
        );
    }

    #[wasm_bindgen_test]
    fn what_is_to_be_sent_along_is_sent_along() {
        let json = JsString::from("{\"email\":\"a@b\"}");
        let token = Token::new("t0k.en").unwrap();
        let outgoing = Outgoing {
            url: "https://platform.invalid/api/auth/login",
            post: true,
            json: Some(&json),
            bearer: Some(&token),
            keepalive: true,
        };
        let sent = seen(|| assert!(begin(&outgoing, &AbortController::new().unwrap()).is_ok()));
        assert_eq!(
            sent,
            r#"{"url":"https://platform.invalid/api/auth/login","method":"POST","credentials":"include","cache":"no-store","redirect":"manual","headers":[["authorization","Bearer t0k.en"],["content-type","application/json"]],"body":"{\"email\":\"a@b\"}","keepalive":true,"aborts":true,"referrer":["about:client",""]}"#
        );
    }

    fn seen_own(init: &str) -> String {
        let own = format!("new Request('https://platform.invalid/api/x', {init})");
        let own: Request = js_sys::eval(&own).unwrap().unchecked_into();
        let token = Token::new("t0k.en").unwrap();
        seen(|| assert!(begin_own(&own, Some(&token)).is_ok()))
    }

    #[wasm_bindgen_test]
    fn the_pages_own_request_keeps_what_it_has_and_gets_the_token() {
        let sent = seen_own("{ method: 'PUT', headers: { 'x-own': '1' }, credentials: 'include' }");
        for part in [
            r#""method":"PUT","credentials":"include""#,
            r#"["authorization","Bearer t0k.en"],["x-own","1"]"#,
        ] {
            assert!(sent.contains(part), "{sent}");
        }
    }

    #[wasm_bindgen_test]
    fn the_pages_own_authorization_is_left_as_it_is() {
        let sent = seen_own("{ headers: { authorization: 'Basic b3du' } }");
        assert!(sent.contains(r#""headers":[["authorization","Basic b3du"]]"#), "{sent}");
    }

    #[wasm_bindgen_test]
    fn the_page_says_which_referrer_is_told() {
        let sent = seen_own("{ referrer: '', referrerPolicy: 'origin' }");
        assert!(sent.contains(r#""referrer":["","origin"]"#), "{sent}");
    }

    #[wasm_bindgen_test]
    fn a_fetch_that_throws_anything_at_all_is_a_failure_of_the_network() {
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

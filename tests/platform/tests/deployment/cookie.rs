//! The session cookie over https: every answer that sets or clears it says so, however https is known.

use platform::{Config, Origin, PASSWORD, Steering};
use reqwest::{RequestBuilder, Response};
use serde_json::json;

use crate::harness::*;

/// What makes it https: the origin that people open the deployment by, or the header of a proxy.
const WAYS: [(Option<&str>, Option<&str>); 3] = [
    (Some("https://portal.example"), None),
    (Some("https://portal.example"), Some("http")),
    (None, Some("https")),
];

struct Https {
    deployment: Deployment,
    proxy: Option<&'static str>,
}

impl Https {
    async fn start((origin, proxy): (Option<&str>, Option<&'static str>)) -> Self {
        let origin = origin.map(|origin| origin.parse::<Origin>().unwrap());
        let config = Config { origin, control: Steering::Loopback, ..Config::default() };
        Self { deployment: Deployment::with(config).await, proxy }
    }

    async fn send(&self, request: RequestBuilder) -> Response {
        let request = match self.proxy {
            Some(scheme) => request.header("x-forwarded-proto", scheme),
            None => request,
        };
        request.send().await.unwrap()
    }

    /// Signs in, and gives the cookie as a browser sends it: `name=value`.
    async fn signed_in(&self) -> String {
        let body = json!({ "email": ADA, "password": PASSWORD });
        let answer = self.send(self.deployment.post("/api/auth/login").json(&body)).await;
        pair(&bound_to_the_host(&answer)).to_owned()
    }

    async fn session(&self, cookie: &str) -> Response {
        self.send(self.deployment.get(SESSION).header("cookie", cookie)).await
    }
}

/// The cookie that an answer sets, which must be one that a browser takes by the prefix `__Host-`.
fn bound_to_the_host(answer: &Response) -> String {
    let cookie = set_cookie(answer).expect("a cookie");
    assert!(cookie.starts_with("__Host-"), "{cookie}");
    let attributes: Vec<_> = cookie.split("; ").skip(1).collect();
    assert!(attributes.contains(&"Secure") && attributes.contains(&"Path=/"), "{cookie}");
    assert!(attributes.iter().all(|attribute| !attribute.starts_with("Domain")), "{cookie}");
    cookie
}

fn pair(cookie: &str) -> &str {
    cookie.split(';').next().unwrap()
}

fn name(cookie: &str) -> &str {
    cookie.split('=').next().unwrap()
}

#[tokio::test]
async fn over_https_it_is_secure_and_bound_to_the_host_and_carries_the_session() {
    for way in WAYS {
        let https = Https::start(way).await;
        let cookie = https.signed_in().await;
        assert_eq!(json(https.session(&cookie).await).await["user"]["email"], ADA, "{way:?}");
        let log = https.deployment.control(reqwest::Method::GET, "log", json!(null)).await;
        assert_eq!(log[1]["cookie"], true, "{way:?}");
    }
}

#[tokio::test]
async fn over_https_a_sign_out_clears_that_very_cookie() {
    for way in WAYS {
        let https = Https::start(way).await;
        let cookie = https.signed_in().await;
        let logout = https.deployment.post("/api/auth/logout").header("cookie", &cookie);
        let answer = https.send(logout).await;
        assert_clears_cookie(&answer);
        assert_eq!(name(&bound_to_the_host(&answer)), name(&cookie), "{way:?}");
        assert_eq!(json(https.session(&cookie).await).await, json!({ "authenticated": false }));
    }
}

#[tokio::test]
async fn over_https_a_deactivated_account_loses_that_very_cookie() {
    for way in WAYS {
        let https = Https::start(way).await;
        let cookie = https.signed_in().await;
        https.deployment.change_account(ADA, json!({ "active": false })).await;
        let answer = https.session(&cookie).await;
        assert_clears_cookie(&answer);
        assert_eq!(name(&bound_to_the_host(&answer)), name(&cookie), "{way:?}");
        assert_error(answer, 401, "account_deactivated").await;
    }
}

/// Another host of the domain can set a cookie for all of it, but none with the prefix.
#[tokio::test]
async fn over_https_a_session_under_the_name_without_the_prefix_is_not_taken() {
    for way in WAYS {
        let https = Https::start(way).await;
        let cookie = https.signed_in().await;
        let planted = cookie.strip_prefix("__Host-").unwrap();
        assert_eq!(json(https.session(planted).await).await, json!({ "authenticated": false }), "{way:?}");
    }
}

#[tokio::test]
async fn over_http_it_is_one_that_a_browser_takes_there() {
    let deployment = Deployment::start().await;
    let answer = deployment.login(json!({ "email": ADA, "password": PASSWORD })).await;
    let cookie = set_cookie(&answer).unwrap();
    assert!(!cookie.contains("Secure") && !cookie.starts_with("__"), "{cookie}");
}

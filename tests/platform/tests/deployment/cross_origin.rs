//! Pages of other origins (`identity-api.md` 5.7): who may read, and what other sites cannot make a browser do.

use platform::{Config, PASSWORD};
use reqwest::header::HeaderMap;
use reqwest::{Method, Response};
use serde_json::json;

use crate::harness::*;

const APP: &str = "https://app.example:8443";
const OTHER_APP: &str = "http://127.0.0.1:5173";
const EVIL: &str = "https://evil.example";
const PREFIXES: [&str; 5] =
    ["/api/auth/session", "/api/auth/login", "/agent-hub-api/x", "/networks-api/x", "/data-api/x"];

async fn allowing() -> Deployment {
    let allowed_origins = vec![APP.parse().unwrap(), OTHER_APP.parse().unwrap()];
    Deployment::with(Config { allowed_origins, control: true, ..Config::default() }).await
}

async fn preflight(deployment: &Deployment, path: &str, origin: &str) -> Response {
    deployment
        .request(Method::OPTIONS, path)
        .header("origin", origin)
        .header("access-control-request-method", "POST")
        .header("access-control-request-headers", "authorization,content-type")
        .send()
        .await
        .unwrap()
}

fn allowed_origin(headers: &HeaderMap) -> Option<&str> {
    headers.get("access-control-allow-origin").map(|value| value.to_str().unwrap())
}

#[tokio::test]
async fn allowed_origins_may_call_every_api_with_credentials() {
    let deployment = allowing().await;
    for path in PREFIXES {
        for origin in [APP, OTHER_APP] {
            let answer = preflight(&deployment, path, origin).await;
            let headers = answer.headers();
            assert!(answer.status().is_success());
            assert_eq!(allowed_origin(headers), Some(origin));
            assert_eq!(headers["access-control-allow-credentials"], "true");
            assert_eq!(headers["access-control-allow-headers"], "authorization,content-type");
            assert!(headers["access-control-allow-methods"].to_str().unwrap().contains("POST"));

            let answer = deployment.get(path).header("origin", origin).send().await.unwrap();
            let headers = answer.headers();
            assert_eq!(allowed_origin(headers), Some(origin), "errors too: {path}");
            assert_eq!(headers["access-control-allow-credentials"], "true");
            assert!(headers["access-control-expose-headers"].to_str().unwrap().contains("retry-after"));
            assert!(headers["vary"].to_str().unwrap().contains("origin"));
        }
    }
}

#[tokio::test]
async fn other_origins_may_not_and_no_answer_is_for_everyone() {
    for deployment in [allowing().await, Deployment::start().await] {
        for origin in [EVIL, "null", "https://app.example", "http://app.example:8443"] {
            for path in PREFIXES {
                let preflight = preflight(&deployment, path, origin).await;
                assert_eq!(allowed_origin(preflight.headers()), None);
                let answer = deployment.get(path).header("origin", origin).send().await.unwrap();
                assert_eq!(allowed_origin(answer.headers()), None);
            }
        }
    }
}

#[tokio::test]
async fn an_answer_varies_with_the_origin_even_where_none_was_sent() {
    let answer = allowing().await.get("/api/auth/session").send().await.unwrap();
    assert!(answer.headers()["vary"].to_str().unwrap().contains("origin"));
    assert_eq!(allowed_origin(answer.headers()), None);
}

#[tokio::test]
async fn other_sites_cannot_sign_a_browser_in_or_out() {
    let deployment = allowing().await;
    let token = deployment.sign_in(ADA).await;
    for (name, value) in [("origin", EVIL), ("sec-fetch-site", "cross-site"), ("sec-fetch-site", "same-site")]
    {
        let logout = deployment.post("/api/auth/logout").session_cookie(&token).header(name, value);
        let answer = logout.send().await.unwrap();
        assert_eq!(set_cookie(&answer), None);
        assert_error(answer, 403, "cross_origin").await;

        let body = json!({ "email": ADA, "password": PASSWORD });
        let login = deployment.post("/api/auth/login").header(name, value).json(&body);
        assert_error(login.send().await.unwrap(), 403, "cross_origin").await;
    }
    assert_eq!(json(deployment.session(&token).await).await["authenticated"], true);
}

#[tokio::test]
async fn the_deployments_own_pages_and_allowed_ones_can() {
    let deployment = allowing().await;
    let own = deployment.running.url();
    for (origin, site) in [(own.as_str(), "same-origin"), (APP, "cross-site"), (OTHER_APP, "same-site")] {
        let body = json!({ "email": ADA, "password": PASSWORD });
        let login =
            deployment.post("/api/auth/login").header("origin", origin).header("sec-fetch-site", site);
        assert_eq!(login.json(&body).send().await.unwrap().status(), 200, "{origin}");
    }
    let old_browser = deployment.post("/api/auth/logout").header("origin", own);
    assert_eq!(old_browser.send().await.unwrap().status(), 200);
}

#[tokio::test]
async fn a_fault_can_meet_a_preflight_and_its_answers_are_readable_to_allowed_origins() {
    let deployment = allowing().await;
    deployment
        .faults(json!([
            { "method": "OPTIONS", "path": "/api/auth/login", "times": 1, "status": 503 },
            { "method": "GET", "path": "/api/auth/session", "times": 1, "status": 503 },
        ]))
        .await;
    let refused = preflight(&deployment, "/api/auth/login", APP).await;
    assert_eq!((refused.status().as_u16(), allowed_origin(refused.headers())), (503, None));
    assert_eq!(preflight(&deployment, "/api/auth/login", APP).await.status(), 200);

    let fault = deployment.get("/api/auth/session").header("origin", APP).send().await.unwrap();
    assert_eq!((fault.status().as_u16(), allowed_origin(fault.headers())), (503, Some(APP)));
}

//! Pages of other origins (`identity-api.md` 5.7): which may read answers, and that they cannot make a browser sign in or out.

use platform::{Config, PASSWORD, Steering};
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
    Deployment::with(Config { allowed_origins, control: Steering::Loopback, ..Config::default() }).await
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

/// All `Vary` fields in one text.
fn vary(headers: &HeaderMap) -> String {
    let fields = headers.get_all("vary").iter().map(|value| value.to_str().unwrap().to_lowercase());
    fields.collect::<Vec<_>>().join(", ")
}

/// The table has every error of the API, and every kind of fault.
#[tokio::test]
async fn errors_and_faults_are_readable_to_allowed_origins_and_to_no_other() {
    let deployment = allowing().await;
    let large = "x".repeat(70_000);
    for (origin, allowed) in [(APP, Some(APP)), (OTHER_APP, Some(OTHER_APP)), (EVIL, None), ("null", None)] {
        let fault = |path, status| json!({ "method": "GET", "path": path, "times": 1, "status": status });
        let mut faults: Vec<_> = [429, 500, 503].map(|status| fault("/data-api/fault", status)).into();
        faults.push(json!({ "method": "GET", "path": "/data-api/fault", "times": 1, "status": 307,
            "headers": { "location": "/api/auth/session", "retry-after": "7" } }));
        faults.push(json!({ "method": "GET", "path": "/data-api/late", "times": 1, "delay_ms": 20 }));
        deployment.faults(json!(faults)).await;
        let login = || deployment.post("/api/auth/login").header("content-type", "application/json");
        let asked = [
            (deployment.get("/api/roles"), 401),
            (deployment.get("/api/auth/permissions"), 401),
            (deployment.get("/api/auth/login"), 405),
            (deployment.get("/api/nothing"), 404),
            (deployment.get("/api/auth/sso/idp/login"), 404),
            (login().body("[]"), 400),
            (login().body(large.clone()), 413),
            (deployment.post("/api/auth/login").body("x"), 415),
            (deployment.get("/data-api/fault"), 429),
            (deployment.get("/data-api/fault"), 500),
            (deployment.get("/data-api/fault"), 503),
            (deployment.get("/data-api/fault"), 307),
            (deployment.get("/data-api/late"), 404),
        ];
        for (request, status) in asked {
            let answer = request.header("origin", origin).send().await.unwrap();
            // State-changing requests of other origins are refused first.
            let refused = allowed.is_none() && answer.status() == 403;
            assert!(
                refused || answer.status().as_u16() == status,
                "{origin}: {} for {status}",
                answer.status()
            );
            let headers = answer.headers();
            assert_eq!(allowed_origin(headers), allowed, "{status}");
            assert!(allowed.is_none() || headers["access-control-allow-credentials"] == "true", "{status}");
            assert!(vary(headers).contains("origin"), "{status}");
        }
    }
}

#[tokio::test]
async fn the_site_and_the_control_paths_are_readable_for_no_other_origin() {
    let deployment = allowing().await;
    for path in ["/", "/index.html", "/_control/log", "/_control/faults"] {
        for origin in [APP, EVIL] {
            let answer = deployment.get(path).header("origin", origin).send().await.unwrap();
            assert_eq!(allowed_origin(answer.headers()), None, "{path}");
            assert_eq!(allowed_origin(preflight(&deployment, path, origin).await.headers()), None, "{path}");
        }
    }
}

#[tokio::test]
async fn answers_are_readable_for_no_origin_that_is_not_allowed() {
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

//! Headers that are common to many answers.

use platform::{Config, Steering};
use reqwest::Method;
use serde_json::json;

use crate::harness::*;

#[tokio::test]
async fn answers_outside_the_site_are_no_store_and_nosniff() {
    let unsteered = Deployment::with(Config::default()).await;
    let steered = Deployment::start().await;
    for (deployment, method, path, status) in [
        (&unsteered, Method::GET, "/", 404),
        (&unsteered, Method::GET, "/nothing", 404),
        (&unsteered, Method::GET, "/_control/log", 404),
        (&unsteered, Method::GET, "/api/nothing", 404),
        (&unsteered, Method::GET, "/_reference/password", 200),
        (&steered, Method::GET, "/_control/log", 200),
        (&steered, Method::GET, "/_control/nothing", 404),
        (&steered, Method::DELETE, "/_control/expire", 405),
    ] {
        let answer = deployment.request(method, path).send().await.unwrap();
        assert_eq!(answer.status(), status, "{path}");
        assert_eq!(answer.headers()["cache-control"], "no-store", "{path}");
        assert_eq!(answer.headers()["x-content-type-options"], "nosniff", "{path}");
    }
}

/// An answer by a fault rule has only the headers of the rule.
#[tokio::test]
async fn answers_to_preflights_are_no_store_and_nosniff() {
    let allowed_origins = vec!["http://front.example".parse().unwrap()];
    let control = Steering::Loopback;
    let deployment = Deployment::with(Config { allowed_origins, control, ..Config::default() }).await;
    for origin in ["http://front.example", "http://evil.example"] {
        let preflight = || {
            let request = deployment.request(Method::OPTIONS, SESSION).header("origin", origin);
            request.header("access-control-request-method", "GET").send()
        };
        let answer = preflight().await.unwrap();
        assert_eq!(answer.headers()["cache-control"], "no-store", "{origin}");
        assert_eq!(answer.headers()["x-content-type-options"], "nosniff", "{origin}");

        deployment.faults(json!([{ "method": "OPTIONS", "path": SESSION, "times": 1, "status": 503 }])).await;
        let answer = preflight().await.unwrap();
        assert_eq!((answer.status().as_u16(), answer.headers().get("cache-control")), (503, None));
    }
}

#[tokio::test]
async fn with_an_https_origin_every_answer_has_strict_transport_security() {
    let directory = tempfile::tempdir().unwrap();
    for (origin, expected) in
        [("https://portal.example", Some("max-age=31536000")), ("http://localhost", None)]
    {
        let deployment = Deployment::with(Config {
            origin: Some(origin.parse().unwrap()),
            site: Some(directory.path().to_owned()),
            control: Steering::Anyone,
            ..Config::default()
        })
        .await;
        for path in ["/", "/api/auth/session", "/api/roles", "/_control/log", "/_reference"] {
            let answer = deployment.get(path).send().await.unwrap();
            let found =
                answer.headers().get("strict-transport-security").map(|value| value.to_str().unwrap());
            assert_eq!(found, expected, "{origin}{path}");
        }
        let malformed = raw(&deployment, &[b"GET / HTTP/1.1"], "").await;
        assert_eq!(malformed.contains("strict-transport-security"), expected.is_some());
    }
}

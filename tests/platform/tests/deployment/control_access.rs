//! Which requests may steer: those of programs of this machine and of the deployment's own pages, and no other page's.

use platform::{Config, Platform, StartError, Steering};
use reqwest::Method;
use reqwest::header::{HOST, HeaderName, ORIGIN};
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::harness::*;

const SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

async fn with(control: Steering) -> Deployment {
    Deployment::with(Config { control, ..Config::default() }).await
}

/// Sends a request with these headers to every kind of control path, and returns the answer, which is the same for all.
async fn attempt(deployment: &Deployment, headers: &[(HeaderName, &str)]) -> (u16, String) {
    let mut answers = Vec::new();
    for (method, path, body) in [
        (Method::PUT, "faults", json!([])),
        (Method::GET, "log", json!(null)),
        (Method::PUT, "accounts/ada@example.com", json!({ "role": "administrator" })),
        (Method::POST, "expire", json!(null)),
    ] {
        let request = deployment.request(method, &format!("/_control/{path}")).json(&body);
        let request = headers.iter().fold(request, |request, (name, value)| request.header(name, *value));
        let answer = request.send().await.unwrap();
        let status = answer.status().as_u16();
        let body = json(answer).await;
        answers.push((status, body["error"]["code"].as_str().unwrap_or_default().to_owned()));
    }
    assert!(answers.iter().all(|answer| *answer == answers[0]), "{headers:?}: {answers:?}");
    answers.remove(0)
}

/// Ada's role now: a refused control request must not have changed it.
async fn role_of_ada(deployment: &Deployment) -> String {
    let token = deployment.sign_in(ADA).await;
    json(deployment.session(&token).await).await["user"]["userType"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn requests_to_another_host_and_pages_of_other_origins_are_refused() {
    let hosts = [
        "portal.example",
        "127.0.0.1.evil.example",
        "localhost.evil.example:8787",
        "192.168.0.7:8787",
        "0.0.0.0",
        "127.0.0.1@evil.example",
        "",
    ];
    let sites = ["cross-site", "same-site", "anything"].map(|site| (SITE, site));
    let origins = ["https://evil.example", "null", "http://127.0.0.1", "http://localhost:5173"];
    let pages: Vec<_> = sites.into_iter().chain(origins.map(|origin| (ORIGIN, origin))).collect();
    for (steering, code, refused) in [
        (Steering::Loopback, "foreign_host", hosts.map(|host| (HOST, host)).to_vec()),
        (Steering::Loopback, "cross_origin", pages.clone()),
        (Steering::Anyone, "cross_origin", pages),
    ] {
        let deployment = with(steering).await;
        for header in refused {
            assert_eq!(
                attempt(&deployment, std::slice::from_ref(&header)).await,
                (403, code.to_owned()),
                "{header:?}"
            );
        }
        assert_eq!(role_of_ada(&deployment).await, "default");
    }
}

#[tokio::test]
async fn this_machine_by_any_of_its_names_and_the_deployments_own_pages_are_answered() {
    let deployment = with(Steering::Loopback).await;
    let own = deployment.running.url();
    let hosts = ["127.0.0.1", "127.8.9.1:1", "localhost:8787", "LOCALHOST", "[::1]:8787", "app.localhost"];
    let mut answered: Vec<_> = hosts.map(|host| vec![(HOST, host)]).into();
    answered.push(vec![(SITE, "same-origin"), (ORIGIN, own.as_str())]);
    answered.push(vec![(ORIGIN, own.as_str())]);
    answered.push(vec![(SITE, "none")]);
    for headers in answered {
        assert_eq!(attempt(&deployment, &headers).await, (200, String::new()), "{headers:?}");
    }
    let anyone = with(Steering::Anyone).await;
    let headers =
        [(HOST, "platform.test:8787"), (ORIGIN, "http://platform.test:8787"), (SITE, "same-origin")];
    assert_eq!(attempt(&anyone, &headers).await, (200, String::new()));
}

/// Sent over a socket, because HTTP clients always send one `Host`.
#[tokio::test]
async fn a_request_without_exactly_one_host_is_refused() {
    let deployment = with(Steering::Loopback).await;
    for head in [
        "GET /_control/log HTTP/1.0\r\n",
        "GET /_control/log HTTP/1.1\r\nHost: 127.0.0.1\r\nHost: evil.example\r\n",
        "GET http://evil.example/_control/log HTTP/1.1\r\nHost: 127.0.0.1\r\n",
    ] {
        let mut socket = TcpStream::connect(deployment.running.address()).await.unwrap();
        socket.write_all(format!("{head}Connection: close\r\n\r\n").as_bytes()).await.unwrap();
        let mut answer = String::new();
        socket.read_to_string(&mut answer).await.unwrap();
        let status = answer.split(' ').nth(1);
        assert!(matches!(status, Some("403" | "400")), "{head}: {answer}");
    }
}

/// The start is refused before it listens.
#[tokio::test]
async fn steering_beside_a_public_listener_is_refused_at_the_start() {
    for listen in ["0.0.0.0:0", "[::]:0", "192.0.2.1:0"] {
        let config = Config { listen: listen.to_owned(), control: Steering::Loopback, ..Config::default() };
        let refused = Platform::start(config).await.err();
        assert!(matches!(refused, Some(StartError::OpenControl(_))), "{listen}: {refused:?}");
    }
}

/// A proxy on this machine that rewrites `Host`, as nginx does by default, makes all its clients look like programs of this machine.
#[tokio::test]
async fn steering_beside_a_public_origin_is_refused_at_the_start_unless_anyone_may() {
    let beside = |origin: &str, control| {
        Platform::start(Config { origin: Some(origin.parse().unwrap()), control, ..Config::default() })
    };
    for origin in ["https://portal.example", "http://192.168.0.7:8787"] {
        let refused = beside(origin, Steering::Loopback).await.err();
        assert!(matches!(refused, Some(StartError::ProxiedControl(_))), "{origin}: {refused:?}");
        assert!(beside(origin, Steering::Anyone).await.is_ok());
    }
    assert!(beside("http://app.localhost:5173", Steering::Loopback).await.is_ok());
}

#[tokio::test]
async fn a_request_that_a_proxy_sent_on_is_refused_unless_anyone_may() {
    let marks = [
        ("forwarded", "for=203.0.113.9"),
        ("via", "1.1 proxy"),
        ("x-forwarded-for", "203.0.113.9"),
        ("x-forwarded-proto", "https"),
        ("x-forwarded-host", "127.0.0.1"),
        ("x-real-ip", "203.0.113.9"),
        ("x-client-ip", "203.0.113.9"),
        ("cf-connecting-ip", "203.0.113.9"),
        ("true-client-ip", "203.0.113.9"),
        ("x-original-host", "portal.example"),
        ("x-original-forwarded-for", "203.0.113.9"),
        ("x-envoy-external-address", "203.0.113.9"),
        ("x-cluster-client-ip", "203.0.113.9"),
        ("x-azure-clientip", "203.0.113.9"),
        ("fly-client-ip", "203.0.113.9"),
        ("fastly-client-ip", "203.0.113.9"),
        ("cdn-loop", "cloudflare"),
        ("x-amzn-trace-id", "Root=1-67891233-abcdef012345678912345678"),
        ("x-scheme", "https"),
        ("max-forwards", "10"),
    ];
    let (deployment, anyone) = (with(Steering::Loopback).await, with(Steering::Anyone).await);
    for (name, value) in marks {
        let header = [(HeaderName::from_static(name), value)];
        assert_eq!(attempt(&deployment, &header).await, (403, "forwarded".to_owned()), "{name}");
        assert_eq!(attempt(&anyone, &header).await, (200, String::new()), "{name}");
    }
    // nginx before 1.29.7 sends HTTP/1.0 by default.
    for (deployment, status) in [(&deployment, 403), (&anyone, 200)] {
        let answer = raw(deployment, &[b"GET /_control/log HTTP/1.0", b"Host: 127.0.0.1:8787"], "").await;
        assert_eq!(status_of(&answer), status, "{answer}");
    }
    assert_eq!(role_of_ada(&deployment).await, "default");
}

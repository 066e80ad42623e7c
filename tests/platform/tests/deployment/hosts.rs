//! Requests with a host or origin that is unclear, or is an attacker's.

use platform::{Config, PASSWORD};
use reqwest::Response;
use reqwest::header::{HOST, ORIGIN};
use serde_json::json;

use crate::harness::*;

/// An attacker's name that resolves to this machine (DNS rebinding).
const REBOUND: &str = "evil.example:8787";

async fn with_origin(origin: Option<&str>) -> Deployment {
    Deployment::with(Config { origin: origin.map(|origin| origin.parse().unwrap()), ..Config::default() })
        .await
}

async fn login(deployment: &Deployment, headers: &[(&str, &str)]) -> Response {
    let request = deployment.post("/api/auth/login").json(&json!({ "email": ADA, "password": PASSWORD }));
    headers.iter().fold(request, |request, (name, value)| request.header(*name, *value)).send().await.unwrap()
}

#[tokio::test]
async fn a_request_without_exactly_one_valid_host_is_malformed() {
    let deployment = with_origin(None).await;
    for path in ["/", "/api/auth/session", "/_reference", "/nothing"] {
        let get = format!("GET {path} HTTP/1.1");
        let get = get.as_bytes();
        for lines in [
            [get].as_slice(),
            &[get, b"Host: 127.0.0.1", b"Host: 127.0.0.1"],
            &[get, b"Host: 127.0.0.1", b"Host: evil.example"],
            &[get, b"Host: a b"],
            &[get, b"Host: 127.0.0.1/x"],
            &[get, b"Host: user@127.0.0.1"],
            &[get, b"Host: "],
            &[get, b"Host: \xff"],
            &[get, b"Host: 127.0.0.1/"],
            &[get, b"Host: %31%32%37.0.0.1"],
            &[get, b"Host: 127.0.0.1,evil.example"],
        ] {
            let answer = raw(&deployment, lines, "").await;
            assert_eq!(status_of(&answer), 400, "{path} {lines:?}: {answer}");
            assert!(answer.contains("\"bad_host\"") && answer.contains("nosniff"), "{answer}");
        }
    }
}

/// A proxy in front of the deployment may have used either of the two.
#[tokio::test]
async fn a_host_in_the_request_line_must_equal_the_host_header() {
    let deployment = with_origin(None).await;
    for (target, host, status) in [
        ("http://127.0.0.1:8787/api/auth/session", Some("127.0.0.1:8787"), 200),
        ("http://LocalHost/api/auth/session", Some("localhost:80"), 200),
        ("http://[::1]:8787/api/auth/session", Some("[::1]:8787"), 200),
        ("/api/auth/session", Some("[::1]:8787"), 200),
        ("/api/auth/session", Some("my_host-1.example"), 200),
        ("http://127.0.0.1:8787/api/auth/session", None, 400),
        ("http://127.0.0.1:8787/api/auth/session", Some("127.0.0.1:8788"), 400),
        ("http://evil.example/api/auth/session", Some("127.0.0.1:8787"), 400),
        ("http://127.0.0.1:8787/api/auth/session", Some("a b"), 400),
        ("http://user@127.0.0.1:8787/api/auth/session", Some("127.0.0.1:8787"), 400),
    ] {
        let line = format!("GET {target} HTTP/1.1");
        let host = host.map(|host| format!("Host: {host}"));
        let lines: Vec<_> = [Some(line), host.clone()].into_iter().flatten().collect();
        let lines: Vec<_> = lines.iter().map(String::as_bytes).collect();
        let answer = raw(&deployment, &lines, "").await;
        assert_eq!(status_of(&answer), status, "{target} {host:?}: {answer}");
        assert_eq!(answer.contains("\"bad_host\""), status == 400, "{answer}");
    }
}

#[tokio::test]
async fn a_request_target_without_a_path_is_malformed() {
    let directory = tempfile::tempdir().unwrap();
    let site = Some(directory.path().to_owned());
    let with_site = Deployment::with(Config { site, ..Config::default() }).await;
    for deployment in [with_origin(None).await, with_site] {
        for (line, host) in [
            ("GET x HTTP/1.1", "x"),
            ("HEAD x HTTP/1.1", "x"),
            ("GET localhost:80 HTTP/1.1", "localhost:80"),
            ("CONNECT localhost:80 HTTP/1.1", "localhost:80"),
            ("GET * HTTP/1.1", "x"),
        ] {
            let answer = raw(&deployment, &[line.as_bytes(), format!("Host: {host}").as_bytes()], "").await;
            assert_eq!(status_of(&answer), 400, "{line}: {answer}");
        }
        let answer = raw(&deployment, &[b"OPTIONS * HTTP/1.1", b"Host: x"], "").await;
        assert_ne!(status_of(&answer), 400, "{answer}");
    }
}

#[tokio::test]
async fn two_credentials_are_refused_and_end_nothing() {
    let deployment = with_origin(None).await;
    let (first, second) = (deployment.sign_in(ADA).await, deployment.sign_in(GRACE).await);
    for (method, path) in [("GET", SESSION), ("GET", "/api/roles"), ("POST", "/api/auth/logout")] {
        let request = deployment.request(method.parse().unwrap(), path);
        let request = request.bearer_auth(&first).header("authorization", format!("Bearer {second}"));
        assert_error(request.send().await.unwrap(), 400, "two_credentials").await;
    }
    for token in [first, second] {
        assert_eq!(json(deployment.session(&token).await).await["authenticated"], true);
    }
}

/// The requests of a page of `evil.example` have that name as `Host`, and the same origin as the page.
#[tokio::test]
async fn a_page_with_a_rebound_name_cannot_sign_in_or_read_the_password() {
    let http = format!("http://{REBOUND}");
    for own in [None, Some("https://portal.example")] {
        let deployment = with_origin(own).await;
        for headers in [
            [("host", REBOUND), ("origin", http.as_str())].as_slice(),
            &[("host", REBOUND), ("origin", &http), ("sec-fetch-site", "same-origin")],
            &[("host", REBOUND), ("origin", "null"), ("sec-fetch-site", "same-origin")],
            &[("host", REBOUND), ("sec-fetch-site", "same-origin")],
        ] {
            assert_error(login(&deployment, headers).await, 403, "cross_origin").await;
        }
        for path in ["/_reference", "/_reference/password"] {
            let answer = deployment.get(path).header(HOST, REBOUND).send().await.unwrap();
            assert_error(answer, 403, "foreign_host").await;
        }
    }
}

#[tokio::test]
async fn the_origin_flag_decides_which_pages_may_sign_in_and_not_the_host_of_a_request() {
    let deployment = with_origin(Some("https://portal.example")).await;
    for headers in [
        [("host", "portal.example"), ("origin", "http://portal.example")].as_slice(),
        &[("host", "portal.example"), ("origin", "http://portal.example"), ("sec-fetch-site", "same-origin")],
        &[("host", "127.0.0.1:8787"), ("origin", "http://127.0.0.1:8787")],
        &[("host", "portal.example"), ("origin", "https://portal.example:8443")],
    ] {
        assert_error(login(&deployment, headers).await, 403, "cross_origin").await;
    }
    // The `Host` may be rewritten by a proxy.
    for host in ["portal.example", "127.0.0.1:8787", "upstream"] {
        let own = [("host", host), ("origin", "https://portal.example")];
        assert_eq!(login(&deployment, &own).await.status(), 200, "{host}");
    }
    for host in ["portal.example", "localhost:8787"] {
        let answer = deployment.get("/_reference/password").header(HOST, host).send().await.unwrap();
        assert_eq!(answer.status(), 200, "{host}");
    }
}

/// A development server forwards `Host` unchanged, or rewrites it; then the browser must say that the request is of the same origin.
#[tokio::test]
async fn on_loopback_sign_ins_through_a_development_server_of_this_machine_are_taken() {
    let deployment = with_origin(None).await;
    let own = deployment.running.address().to_string();
    for headers in [
        [("host", "localhost:5173"), ("origin", "http://localhost:5173")].as_slice(),
        &[
            ("host", "app.localhost:5173"),
            ("origin", "http://app.localhost:5173"),
            ("sec-fetch-site", "same-origin"),
        ],
        &[("host", &own), ("origin", "http://localhost:5173"), ("sec-fetch-site", "same-origin")],
        &[("host", &own), ("origin", "null"), ("sec-fetch-site", "same-origin")],
    ] {
        assert_eq!(login(&deployment, headers).await.status(), 200, "{headers:?}");
    }
    for headers in [
        [("host", own.as_str()), ("origin", "http://localhost:5173")].as_slice(),
        &[("host", &own), ("origin", "http://localhost:5173"), ("sec-fetch-site", "same-site")],
        &[("host", &own), ("origin", "null")],
        &[("host", &own), ("sec-fetch-site", "same-origin"), ("sec-fetch-site", "cross-site")],
    ] {
        assert_error(login(&deployment, headers).await, 403, "cross_origin").await;
    }
    let read = deployment.get(SESSION).header(ORIGIN, "http://evil.example").header(HOST, REBOUND);
    assert_eq!(
        read.send().await.unwrap().status(),
        200,
        "without the other host's cookie, the read shows nothing"
    );
}

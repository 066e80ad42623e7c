//! Each kind of fault, as it looks from the socket.

use std::io::ErrorKind;
use std::time::{Duration, Instant};

use platform::{Config, Steering};
use reqwest::Method;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

use crate::harness::*;

const PATIENCE: Duration = Duration::from_secs(20);

/// Everything that a bare socket receives for one session read, and how it ends.
async fn read_raw(deployment: &Deployment) -> (String, Result<(), ErrorKind>) {
    let mut stream = TcpStream::connect(deployment.running.address()).await.unwrap();
    let request = format!("GET {SESSION} HTTP/1.1\r\nHost: x\r\n\r\n");
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut received = Vec::new();
    let end = timeout(PATIENCE, stream.read_to_end(&mut received)).await.expect("the connection ends");
    (String::from_utf8(received).unwrap(), end.map(drop).map_err(|error| error.kind()))
}

async fn status(deployment: &Deployment, path: &str) -> u16 {
    deployment.get(path).send().await.unwrap().status().as_u16()
}

#[tokio::test]
async fn an_answer_stands_in_for_the_real_one_as_often_as_asked() {
    let deployment = Deployment::start().await;
    let headers = json!({ "Retry-After": "7", "X-Many": ["a", "b"] });
    deployment
        .faults(json!([
            session_fault(json!({ "times": 2, "status": 503, "headers": headers, "body": { "busy": true } })),
            session_fault(
                json!({ "status": 200, "headers": { "content-type": "text/html" }, "body": "<p>Sign in</p>" })
            ),
            session_fault(json!({ "status": 204, "body": "not sent" })),
        ]))
        .await;
    for _ in 0..2 {
        let answer = deployment.get(&format!("{SESSION}?ignored")).send().await.unwrap();
        assert_eq!(answer.status(), 503);
        assert_eq!(answer.headers()["retry-after"], "7");
        assert_eq!(answer.headers().get_all("x-many").iter().count(), 2);
        assert_eq!(json(answer).await, json!({ "busy": true }));
    }
    let html = deployment.get(SESSION).send().await.unwrap();
    assert_eq!(html.headers()["content-type"], "text/html");
    assert_eq!(html.text().await.unwrap(), "<p>Sign in</p>");
    let empty = deployment.get(SESSION).send().await.unwrap();
    assert_eq!((empty.status().as_u16(), empty.bytes().await.unwrap().len()), (204, 0));
    assert_eq!(json(deployment.get(SESSION).send().await.unwrap()).await, json!({ "authenticated": false }));
}

#[tokio::test]
async fn bodies_may_be_cut_json_or_very_large() {
    let deployment = Deployment::start().await;
    let large = "x".repeat(10 * 1024 * 1024);
    deployment
        .faults(json!([session_fault(json!({ "body": "{\"cut" })), session_fault(json!({ "body": large }))]))
        .await;
    assert_eq!(deployment.get(SESSION).send().await.unwrap().text().await.unwrap(), "{\"cut");
    assert_eq!(deployment.get(SESSION).send().await.unwrap().bytes().await.unwrap().len(), large.len());
}

#[tokio::test]
async fn only_the_method_and_path_that_were_named_are_met() {
    let deployment = Deployment::start().await;
    deployment
        .faults(json!([session_fault(
            json!({ "method": "POST", "path": "/api/auth/logout", "status": 500 })
        )]))
        .await;
    assert_eq!(status(&deployment, SESSION).await, 200);
    assert_eq!(status(&deployment, "/api/auth/logout").await, 405);
    assert_eq!(deployment.post("/api/auth/logout").send().await.unwrap().status(), 500);
    assert_eq!(deployment.post("/api/auth/logout").send().await.unwrap().status(), 200);
}

#[tokio::test]
async fn new_rules_replace_old_ones_and_can_be_lifted() {
    let deployment = Deployment::start().await;
    deployment.faults(json!([session_fault(json!({ "times": 99, "status": 500 }))])).await;
    deployment.faults(json!([session_fault(json!({ "times": 99, "status": 502 }))])).await;
    assert_eq!(status(&deployment, SESSION).await, 502);
    deployment.control(Method::DELETE, "faults", Value::Null).await;
    assert_eq!(status(&deployment, SESSION).await, 200);
}

#[tokio::test]
async fn a_delay_alone_delays_the_real_answer() {
    let deployment = Deployment::start().await;
    let token = deployment.sign_in(ADA).await;
    deployment.faults(json!([session_fault(json!({ "delay_ms": 300 }))])).await;
    let start = Instant::now();
    assert_eq!(json(deployment.session(&token).await).await["user"]["email"], ADA);
    assert!(start.elapsed() >= Duration::from_millis(300));

    deployment.faults(json!([session_fault(json!({ "delay_ms": 300, "status": 500 }))])).await;
    let start = Instant::now();
    assert_eq!(status(&deployment, SESSION).await, 500);
    assert!(start.elapsed() >= Duration::from_millis(300));
}

#[tokio::test]
async fn dropped_before_headers_the_connection_closes_without_a_byte() {
    let deployment = Deployment::start().await;
    deployment.faults(json!([session_fault(json!({ "drop": "before-headers", "times": 2 }))])).await;
    assert_eq!(read_raw(&deployment).await, (String::new(), Ok(())));
    assert!(deployment.get(SESSION).send().await.is_err());
    assert_eq!(status(&deployment, SESSION).await, 200);
}

#[tokio::test]
async fn dropped_mid_body_the_headers_and_half_the_body_come_and_then_a_reset() {
    let deployment = Deployment::start().await;
    let fault = json!({ "drop": "mid-body", "status": 201, "headers": { "x-a": "b" }, "body": "0123456789" });
    deployment.faults(json!([session_fault(fault), session_fault(json!({ "drop": "mid-body" }))])).await;

    let (received, end) = read_raw(&deployment).await;
    let (head, body) = received.split_once("\r\n\r\n").unwrap();
    assert!(head.starts_with("HTTP/1.1 201 Created\r\n"), "{head}");
    assert!(head.contains("x-a: b") && head.contains("content-length: 10"), "{head}");
    assert_eq!((body, end), ("01234", Err(ErrorKind::ConnectionReset)));

    let without_a_body_of_its_own = deployment.get(SESSION).send().await.unwrap();
    assert_eq!(without_a_body_of_its_own.status(), 200);
    assert!(without_a_body_of_its_own.bytes().await.is_err());
    assert_eq!(status(&deployment, SESSION).await, 200);
}

#[tokio::test]
async fn hanging_a_request_is_taken_and_never_answered() {
    let deployment = Deployment::start().await;
    deployment.faults(json!([session_fault(json!({ "drop": "hang" }))])).await;
    let impatient = deployment.get(SESSION).timeout(Duration::from_millis(400)).send().await;
    assert!(impatient.unwrap_err().is_timeout());
    let log = deployment.control(Method::GET, "log", Value::Null).await;
    assert_eq!(log.as_array().unwrap().len(), 1);
    assert_eq!(status(&deployment, SESSION).await, 200);
}

#[tokio::test]
async fn a_hanging_request_does_not_keep_the_deployment_from_stopping() {
    let deployment = Deployment::start().await;
    let delay = json!({ "method": "GET", "path": "/api/roles", "times": 1, "delay_ms": 60_000 });
    deployment.faults(json!([session_fault(json!({ "drop": "hang" })), delay])).await;
    let requests = [SESSION, "/api/roles"].map(|path| tokio::spawn(deployment.get(path).send()));
    let both_came = async {
        while deployment.control(Method::GET, "log", Value::Null).await.as_array().unwrap().len() < 2 {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    timeout(PATIENCE, both_came).await.unwrap();
    timeout(PROMPTLY, deployment.running.stop()).await.expect("it stops at once");
    for request in requests {
        assert!(request.await.unwrap().is_err());
    }
}

#[tokio::test]
async fn connections_kept_alive_are_closed_before_a_fault_that_drops() {
    let deployment = Deployment::start().await;
    let mut idle = TcpStream::connect(deployment.running.address()).await.unwrap();
    idle.write_all(b"GET /api/auth/session HTTP/1.1\r\nHost: x\r\n\r\n").await.unwrap();
    let mut buffer = [0; 4096];
    assert_ne!(idle.read(&mut buffer).await.unwrap(), 0);

    let rules = json!([session_fault(json!({ "drop": "before-headers" }))]);
    let steering = deployment.request(Method::PUT, "/_control/faults").json(&rules).send().await.unwrap();
    assert_eq!(steering.headers()["connection"], "close", "the one that steers is told");
    let closed = timeout(PATIENCE, idle.read(&mut buffer)).await.unwrap();
    assert_eq!(closed.unwrap(), 0, "closed, so that a browser comes on a fresh connection");

    let other = deployment.get("/api/auth/sso/idp/config").send().await.unwrap();
    assert_eq!(other.headers()["connection"], "close", "none is kept while such a fault is in force");
}

#[tokio::test]
async fn the_site_can_fail_too() {
    let site = tempfile::tempdir().unwrap();
    std::fs::write(site.path().join("module.wasm"), "x").unwrap();
    let config =
        Config { site: Some(site.path().to_owned()), control: Steering::Loopback, ..Config::default() };
    let deployment = Deployment::with(config).await;
    deployment.faults(json!([{ "method": "GET", "path": "/module.wasm", "times": 1, "status": 404 }])).await;
    assert_eq!(status(&deployment, "/module.wasm").await, 404);
    assert_eq!(status(&deployment, "/module.wasm").await, 200);
}

//! The control paths: they do not exist without `--control`, and answer wrong requests with a reason.

use platform::{Config, PASSWORD};
use reqwest::Method;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::harness::*;

#[tokio::test]
async fn without_the_flag_the_paths_do_not_exist() {
    let deployment = Deployment::with(Config::default()).await;
    for (method, path) in [
        (Method::PUT, "/_control/accounts/ada@example.com"),
        (Method::POST, "/_control/expire"),
        (Method::PUT, "/_control/faults"),
        (Method::GET, "/_control/log"),
        (Method::GET, "/_control/answers"),
        (Method::GET, "/_control"),
    ] {
        let answer = deployment.request(method, path).json(&json!([])).send().await.unwrap();
        assert_error(answer, 404, "not_found").await;
    }
}

#[tokio::test]
async fn wrong_control_requests_are_refused_with_a_reason_and_change_nothing() {
    let deployment = Deployment::start().await;
    let ada = "accounts/ada@example.com";
    let rule = |extra: Value| json!([session_fault(extra)]);
    for (path, body, status, code, reason) in [
        ("unknown", json!({}), 404, "not_found", ""),
        ("expire", json!({}), 405, "method_not_allowed", ""),
        ("accounts/unknown@example.com", json!({ "active": true }), 404, "not_found", ""),
        ("accounts/%ff", json!({}), 404, "not_found", ""),
        (ada, json!({ "role": "emperor", "active": false }), 400, "unknown_role", ""),
        (ada, json!({ "activ": false }), 400, "malformed_control_request", "activ"),
        ("faults", rule(json!({ "drop": "sometimes" })), 400, "malformed_control_request", "sometimes"),
        ("faults", rule(json!({ "body_base64": "%" })), 400, "malformed_control_request", "body_base64: "),
    ] {
        let request = deployment.request(Method::PUT, &format!("/_control/{path}"));
        let answer = request.json(&body).send().await.unwrap();
        assert_eq!(answer.status(), status, "{path} {body}");
        let error = json(answer).await["error"].clone();
        assert_eq!(error["code"], code, "{path} {body}");
        assert!(error["message"].as_str().unwrap().contains(reason), "{error}");
    }
    deployment.sign_in(ADA).await;
    assert_eq!(deployment.get(SESSION).send().await.unwrap().status(), 200);
}

#[tokio::test]
async fn the_log_keeps_the_last_ten_thousand_requests_and_cuts_long_paths() {
    let deployment = Deployment::start().await;
    let socket = TcpStream::connect(deployment.running.address()).await.unwrap();
    let (mut reader, mut writer) = socket.into_split();
    let long = "a".repeat(3000);
    let written = tokio::spawn(async move {
        let ask = |path: &str, end: &str| format!("GET /{path} HTTP/1.1\r\nHost: x\r\n{end}\r\n");
        let mut requests = ask("first", "");
        requests += &ask("second", "").repeat(9_999);
        requests += &ask(&long, "Connection: close\r\n");
        writer.write_all(requests.as_bytes()).await.unwrap();
        writer
    });
    reader.read_to_end(&mut Vec::new()).await.unwrap();
    drop(written.await.unwrap());
    let log = deployment.control(Method::GET, "log", Value::Null).await;
    let paths: Vec<_> = log.as_array().unwrap().iter().map(|entry| entry["path"].as_str().unwrap()).collect();
    assert_eq!((paths.len(), paths[0]), (10_000, "/second"));
    assert_eq!(paths[9_999], format!("/{}", "a".repeat(2047)));
}

#[tokio::test]
async fn the_reference_path_describes_the_deployment_and_is_not_readable_for_allowed_origins() {
    for control in [false, true] {
        let allowed_origins = vec!["http://front.example".parse().unwrap()];
        let deployment = match control {
            true => Deployment::start().await,
            false => Deployment::with(Config { allowed_origins, ..Config::default() }).await,
        };
        let request = deployment.get("/_reference").header("origin", "http://front.example");
        let answer = request.send().await.unwrap();
        assert_eq!(answer.headers().get("access-control-allow-origin"), None);
        let body = json(answer).await;
        assert_eq!((&body["reference"], &body["control"]), (&true.into(), &control.into()));
        assert!(!body.to_string().contains(PASSWORD));
    }
}

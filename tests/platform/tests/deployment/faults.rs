//! Fault rules and the deployment itself. `tests/e2e/faults` tests each kind of fault in a browser.

use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

use crate::harness::*;

const PATIENCE: Duration = Duration::from_secs(20);

#[tokio::test]
async fn the_deployment_stops_at_once_despite_faults_and_their_answers_stay_incomplete() {
    let deployment = Deployment::start().await;
    let drip = json!({ "body": "ab", "chunked": true, "drip": { "bytes": 1, "every_ms": 60_000 } });
    let rules = [json!({ "drop": "hang" }), json!({ "delay_ms": 60_000 }), drip];
    deployment.faults(rules.into_iter().map(session_fault).collect()).await;
    let requests = [(); 3].map(|()| tokio::spawn(deployment.get(SESSION).send()));
    let all_came = async {
        while deployment.control(Method::GET, "log", Value::Null).await.as_array().unwrap().len() < 3 {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    timeout(PATIENCE, all_came).await.unwrap();
    timeout(PROMPTLY, deployment.running.stop()).await.expect("it stops at once");
    for request in requests {
        if let Ok(answer) = request.await.unwrap() {
            assert!(answer.bytes().await.is_err(), "the client must not take a cut body for a whole one");
        }
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
    assert_eq!(
        steering.headers()["connection"],
        "close",
        "the connection of the control request closes, too"
    );
    let closed = timeout(PATIENCE, idle.read(&mut buffer)).await.unwrap();
    assert_eq!(closed.unwrap(), 0, "the idle connection is closed, so that the browser opens a new one");

    let other = deployment.get("/api/auth/sso/idp/config").send().await.unwrap();
    assert_eq!(
        other.headers()["connection"],
        "close",
        "no connection is kept alive while such a rule is in force"
    );
}

#[tokio::test]
async fn the_answers_of_fault_rules_are_listed_and_no_other_answers() {
    let deployment = Deployment::start().await;
    let rules = [
        json!({ "status": 204 }),
        json!({ "status": 503, "body": "busy" }),
        json!({ "drop": "mid-body", "body": "0123456789" }),
        json!({ "drop": "before-headers" }),
        json!({ "delay_ms": 1 }),
    ];
    deployment.faults(rules.into_iter().map(session_fault).collect()).await;
    for _ in 0..6 {
        if let Ok(answer) = deployment.get(SESSION).send().await {
            let _ = answer.bytes().await;
        }
    }
    let answer = |status: u16, bytes: u64, end: &str| json!({ "method": "GET", "path": SESSION, "status": status, "bytes": bytes, "end": end });
    let expected = json!([answer(204, 0, "whole"), answer(503, 4, "whole"), answer(200, 5, "cut")]);
    assert_eq!(deployment.control(Method::GET, "answers", Value::Null).await, expected);
}

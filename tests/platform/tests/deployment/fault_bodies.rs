//! The bodies of faults: what is in them, how they are framed, how slowly they come, and how much of them was taken.

use std::io::ErrorKind;
use std::time::{Duration, Instant};

use reqwest::Method;
use reqwest::header::{CONTENT_LENGTH, CONTENT_TYPE, TRANSFER_ENCODING};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

use crate::harness::*;

const MEGABYTES: u64 = 1024 * 1024;
const PATIENCE: Duration = Duration::from_secs(20);

async fn fault(deployment: &Deployment, extra: Value) {
    deployment.faults(json!([session_fault(extra)])).await;
}

async fn answers(deployment: &Deployment) -> Value {
    deployment.control(Method::GET, "answers", Value::Null).await
}

/// Waits until the one answer there was has ended, and says how.
async fn end(deployment: &Deployment) -> Value {
    let ended = async {
        loop {
            let answers = answers(deployment).await;
            if !answers[0]["end"].is_null() {
                return answers[0].clone();
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    timeout(PATIENCE, ended).await.expect("the answer ends")
}

async fn connect(deployment: &Deployment) -> TcpStream {
    let mut stream = TcpStream::connect(deployment.running.address()).await.unwrap();
    let request = format!("GET {SESSION} HTTP/1.1\r\nHost: x\r\n\r\n");
    stream.write_all(request.as_bytes()).await.unwrap();
    stream
}

/// The headers of an answer, and what of the body came with them.
async fn read_head(stream: &mut TcpStream) -> (String, String) {
    let mut received = Vec::new();
    while !received.windows(4).any(|window| window == b"\r\n\r\n") {
        assert_ne!(timeout(PATIENCE, stream.read_buf(&mut received)).await.unwrap().unwrap(), 0);
    }
    let received = String::from_utf8(received).unwrap();
    let (head, rest) = received.split_once("\r\n\r\n").unwrap();
    (head.to_ascii_lowercase(), rest.to_owned())
}

#[tokio::test]
async fn a_body_may_be_made_of_parts_that_repeat() {
    let deployment = Deployment::start().await;
    let runs = json!([{ "unit": "[", "times": 5 * MEGABYTES }, { "unit": "]", "times": 5 * MEGABYTES }]);
    fault(&deployment, json!({ "body_repeat": runs })).await;
    let answer = deployment.get(SESSION).send().await.unwrap();
    assert_eq!(answer.headers()[CONTENT_LENGTH], (10 * MEGABYTES).to_string());
    assert_eq!(answer.headers()[CONTENT_TYPE], "application/json");
    let body = answer.bytes().await.unwrap();
    let half = body.len() / 2;
    assert_eq!(body.len() as u64, 10 * MEGABYTES);
    assert!(body[..half].iter().all(|byte| *byte == b'[') && body[half..].iter().all(|byte| *byte == b']'));
    assert_eq!(
        answers(&deployment).await,
        json!([{ "method": "GET", "path": SESSION, "status": 200, "bytes": 10 * MEGABYTES, "end": "whole" }])
    );
}

#[tokio::test]
async fn a_body_may_be_bytes_that_are_no_text() {
    let deployment = Deployment::start().await;
    let headers = json!({ "content-encoding": "gzip", "content-type": "text/plain" });
    fault(&deployment, json!({ "body_base64": "H4sA/w==", "headers": headers })).await;
    let answer = deployment.get(SESSION).send().await.unwrap();
    assert_eq!(
        (&answer.headers()["content-encoding"], &answer.headers()[CONTENT_TYPE]),
        (&"gzip".parse().unwrap(), &"text/plain".parse().unwrap())
    );
    assert_eq!(answer.bytes().await.unwrap()[..], [0x1f, 0x8b, 0x00, 0xff]);
}

#[tokio::test]
async fn chunked_a_body_has_no_length() {
    let deployment = Deployment::start().await;
    fault(&deployment, json!({ "body": "0123456789", "chunked": true })).await;
    let answer = deployment.get(SESSION).send().await.unwrap();
    assert_eq!(answer.headers()[TRANSFER_ENCODING], "chunked");
    assert!(!answer.headers().contains_key(CONTENT_LENGTH));
    assert_eq!(answer.text().await.unwrap(), "0123456789");
    assert_eq!(end(&deployment).await["end"], "whole");
}

#[tokio::test]
async fn a_length_too_long_ends_in_a_connection_closed_too_early() {
    let deployment = Deployment::start().await;
    for body in ["0123456789", ""] {
        fault(&deployment, json!({ "body": body, "content_length": 99 })).await;
        let mut stream = connect(&deployment).await;
        let (head, mut received) = read_head(&mut stream).await;
        assert!(head.contains("content-length: 99"), "{head}");
        let closed = timeout(PATIENCE, stream.read_to_string(&mut received)).await.expect("it closes");
        assert!(closed.is_ok() || closed.unwrap_err().kind() == ErrorKind::ConnectionReset);
        assert_eq!(received, body);
    }
}

#[tokio::test]
async fn a_length_too_short_leaves_the_rest_out() {
    let deployment = Deployment::start().await;
    fault(&deployment, json!({ "body": "0123456789", "content_length": 4 })).await;
    assert_eq!(deployment.get(SESSION).send().await.unwrap().text().await.unwrap(), "0123");
    assert_eq!(deployment.get(SESSION).send().await.unwrap().status(), 200);
}

#[tokio::test]
async fn dripping_the_headers_come_at_once_and_the_body_in_small_pieces() {
    let deployment = Deployment::start().await;
    fault(&deployment, json!({ "body": "0123456789", "drip": { "bytes": 3, "every_ms": 200 } })).await;
    let start = Instant::now();
    let mut stream = connect(&deployment).await;
    let (head, first) = read_head(&mut stream).await;
    assert!(head.contains("content-length: 10"), "{head}");
    assert_eq!(first, "");
    assert!(start.elapsed() < Duration::from_millis(200), "headers wait for nothing");
    let mut pieces: Vec<Vec<u8>> = Vec::new();
    while pieces.concat().len() < 10 {
        let mut piece = [0; 64];
        let length = timeout(PATIENCE, stream.read(&mut piece)).await.unwrap().unwrap();
        pieces.push(piece[..length].to_vec());
    }
    assert!(start.elapsed() >= Duration::from_millis(800));
    assert_eq!(pieces, [&b"012"[..], b"345", b"678", b"9"]);
    assert_eq!(end(&deployment).await["end"], "whole");
}

#[tokio::test]
async fn an_endless_body_goes_on_until_the_client_leaves() {
    let deployment = Deployment::start().await;
    let drip = json!({ "bytes": 1, "every_ms": 1, "endless": true });
    fault(&deployment, json!({ "body": "ab", "drip": drip })).await;
    let mut stream = connect(&deployment).await;
    let (head, mut received) = read_head(&mut stream).await;
    assert!(head.contains("transfer-encoding: chunked"), "{head}");
    while received.matches(['a', 'b']).count() < 9 {
        let mut piece = [0; 64];
        let length = timeout(PATIENCE, stream.read(&mut piece)).await.unwrap().unwrap();
        received.push_str(std::str::from_utf8(&piece[..length]).unwrap());
    }
    let text: String = received.chars().filter(|sent| matches!(sent, 'a' | 'b')).collect();
    assert!(text.starts_with("ababababa"), "{text}");
    assert_eq!(answers(&deployment).await[0]["end"], Value::Null, "under way");
    drop(stream);
    let end = end(&deployment).await;
    assert_eq!(end["end"], "cut");
    assert!(end["bytes"].as_u64().unwrap() >= 9, "{end}");
}

#[tokio::test]
async fn a_client_that_leaves_is_seen_before_the_whole_body_was_sent() {
    let deployment = Deployment::start().await;
    let body = json!({ "unit": " ", "times": 64 * MEGABYTES });
    let drip = json!({ "bytes": 256 * 1024, "every_ms": 2 });
    fault(&deployment, json!({ "body_repeat": body, "drip": drip })).await;
    let mut stream = connect(&deployment).await;
    stream.read_exact(&mut vec![0; 1024 * 1024]).await.unwrap();
    drop(stream);
    let end = end(&deployment).await;
    assert_eq!(end["end"], "cut");
    assert!(end["bytes"].as_u64().unwrap() < 32 * MEGABYTES, "{end}");
}

#[tokio::test]
async fn a_body_that_drips_does_not_keep_the_deployment_from_stopping_and_does_not_end_well() {
    let deployment = Deployment::start().await;
    fault(&deployment, json!({ "body": "ab", "chunked": true, "drip": { "bytes": 1, "every_ms": 60_000 } }))
        .await;
    let answer = deployment.get(SESSION).send().await.unwrap();
    timeout(PROMPTLY, deployment.running.stop()).await.expect("it stops at once");
    assert!(answer.bytes().await.is_err(), "a body cut off is not taken for a whole one");
}

#[tokio::test]
async fn the_answers_of_rules_are_listed_and_no_others() {
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
    assert_eq!(answers(&deployment).await, expected);

    deployment.control(Method::DELETE, "answers", Value::Null).await;
    assert_eq!(answers(&deployment).await, json!([]));
}

#[tokio::test]
async fn a_body_that_cannot_be_meant_is_refused_with_the_reason() {
    let deployment = Deployment::start().await;
    for (extra, reason) in [
        (json!({ "body": "a", "body_base64": "YQ==" }), "body, body_base64, body_repeat: one of them"),
        (json!({ "body_base64": "%" }), "body_base64: "),
        (json!({ "body_repeat": { "unit": "a", "times": 4_000_000_000_u32 } }), "body_repeat: more than"),
        (json!({ "body": "a", "drip": { "bytes": 1, "every_ms": 0 } }), "drip: every_ms 0: expected"),
        (json!({ "drip": { "bytes": 1, "every_ms": 1 } }), "drip: expected a body"),
        (json!({ "body": "a", "chunked": true, "content_length": 1 }), "content_length: "),
        (json!({ "body": "a", "drop": "mid-body", "chunked": true }), "drop: goes without"),
    ] {
        let rules = json!([session_fault(extra.clone())]);
        let answer = deployment.request(Method::PUT, "/_control/faults").json(&rules).send().await.unwrap();
        assert_eq!(answer.status(), 400, "{extra}");
        let body = json(answer).await;
        assert!(body["error"]["message"].as_str().unwrap().contains(reason), "{body}");
    }
    assert_eq!(deployment.get(SESSION).send().await.unwrap().status(), 200);
}

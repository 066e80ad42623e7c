//! More sign-ins at once than the deployment can hash.

use std::process::Stdio;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use platform::{Config, PASSWORD};
use reqwest::{Client, StatusCode};
use serde_json::json;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio::process::Command;
use tokio::task::JoinSet;

use crate::harness::*;

#[tokio::test]
async fn sign_ins_beyond_the_queue_are_busy_with_retry_after() {
    let deployment = Deployment::start().await;
    let mut all = JoinSet::new();
    for _ in 0..250 {
        let body = json!({ "email": ADA, "password": PASSWORD });
        all.spawn(deployment.post("/api/auth/login").json(&body).send());
    }
    let (mut signed_in, mut busy) = (0, 0);
    while let Some(answer) = all.join_next().await {
        let answer = answer.unwrap().unwrap();
        if answer.status() == StatusCode::OK {
            signed_in += 1;
        } else {
            busy += 1;
            let seconds: u64 = answer.headers()["retry-after"].to_str().unwrap().parse().unwrap();
            assert!((1..=10).contains(&seconds), "{seconds}");
            assert_error(answer, 503, "busy").await;
        }
    }
    assert!(signed_in >= 100 && busy >= 50, "{signed_in} signed in, {busy} told to wait");
    deployment.sign_in(ADA).await;
}

#[tokio::test]
async fn a_session_read_does_not_wait_behind_sign_ins() {
    let deployment = Deployment::start().await;
    let token = deployment.sign_in(ADA).await;
    let mut all = JoinSet::new();
    let ended = Arc::new(AtomicUsize::new(0));
    for _ in 0..100 {
        let body = json!({ "email": ADA, "password": PASSWORD });
        let (sending, ended) = (deployment.post("/api/auth/login").json(&body).send(), ended.clone());
        all.spawn(async move {
            assert_eq!(sending.await.unwrap().status(), 200);
            ended.fetch_add(1, Ordering::Relaxed);
        });
    }
    let all_begun = Instant::now();
    tokio::time::sleep(Duration::from_millis(20)).await;
    let mut times = Vec::new();
    while times.len() < 15 {
        let begun = Instant::now();
        assert_eq!(json(deployment.session(&token).await).await["authenticated"], true);
        let took = begun.elapsed();
        // Only reads that were answered beside sign-ins count.
        if ended.load(Ordering::Relaxed) == 100 {
            break;
        }
        times.push(took);
    }
    assert!(!times.is_empty(), "no read was answered before the last sign-in");
    while let Some(sign_in) = all.join_next().await {
        sign_in.unwrap();
    }
    // Compared with the time of all sign-ins, because other work on this machine slows both. `npm run bench -- platform` measures the reads
    // in milliseconds.
    let (slowest, sign_ins) = (times.iter().max().unwrap(), all_begun.elapsed());
    assert!(*slowest < sign_ins / 4, "{times:?} of {sign_ins:?}");
}

/// The resident memory of a process, in MiB.
fn resident(pid: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap();
    let line = status.lines().find(|line| line.starts_with("VmRSS:")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse::<u64>().unwrap() / 1024
}

#[tokio::test]
async fn sign_ins_leave_no_memory_behind() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_platform"))
        .args(["--listen", "127.0.0.1:0"])
        .stdout(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .unwrap();
    // The output must stay open, because the program prints more.
    let mut out = BufReader::new(child.stdout.take().unwrap()).lines();
    let first = out.next_line().await.unwrap().unwrap();
    let login = format!("{}/api/auth/login", first.strip_prefix("listening on ").unwrap());
    let client = Client::builder().no_proxy().build().unwrap();
    let sign_in = async || {
        let body = json!({ "email": ADA, "password": PASSWORD });
        assert_eq!(client.post(&login).json(&body).send().await.unwrap().status(), 200);
    };
    for _ in 0..5 {
        sign_in().await;
    }
    let before = resident(child.id().unwrap());
    for _ in 0..40 {
        sign_in().await;
    }
    let after = resident(child.id().unwrap());
    assert!(after < before + 20, "{before} MiB before, {after} MiB after");
}

/// Sends a sign-in, and closes the connection without waiting for the answer.
async fn cut_off(deployment: &Deployment, email: &str) {
    let body = json!({ "email": email, "password": "wrong" }).to_string();
    let length = body.len();
    let head = format!(
        "POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n"
    );
    let mut socket = TcpStream::connect(deployment.running.address()).await.unwrap();
    socket.write_all(format!("{head}{body}").as_bytes()).await.unwrap();
    // The deployment gets the whole request, and then the end of the connection.
    socket.shutdown().await.unwrap();
    tokio::task::yield_now().await;
}

#[tokio::test]
async fn a_guess_whose_client_left_before_the_check_does_not_count() {
    let deployment = Deployment::with(Config::default()).await;
    // Other sign-ins keep the hashing threads busy.
    let mut others = JoinSet::new();
    for number in 0..60 {
        let body = json!({ "email": format!("{number}@example.com"), "password": "wrong" });
        others.spawn(deployment.post("/api/auth/login").json(&body).send());
    }
    tokio::time::sleep(Duration::from_millis(300)).await;
    for _ in 0..10 {
        cut_off(&deployment, ADA).await;
    }
    // On a busy machine, the deployment notices the ends of the connections late. Counted guesses would count for a minute.
    let mut status = 429;
    for _ in 0..100 {
        tokio::time::sleep(Duration::from_millis(100)).await;
        status = deployment.login(json!({ "email": ADA, "password": PASSWORD })).await.status().as_u16();
        if status != 429 {
            break;
        }
    }
    assert_eq!(status, 200, "ten that were cut off are not ten guesses");
    while others.join_next().await.is_some() {}
}

//! The binary: its warnings, and its messages when it cannot start. `tests/e2e` reads what it prints at its start.

use std::process::Stdio;
use std::time::Duration;

use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};
use tokio::time::timeout;

const PATIENCE: Duration = Duration::from_secs(20);

fn start(arguments: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_platform"))
        .args(arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .unwrap()
}

/// Starts the binary, ends it, and returns what it has printed on standard error.
async fn warnings(flags: &[&str]) -> String {
    let mut child = start(flags);
    let mut out = BufReader::new(child.stdout.take().unwrap()).lines();
    while let Some(line) = timeout(PATIENCE, out.next_line()).await.unwrap().unwrap() {
        if line.contains("mallory@example.com") {
            break;
        }
    }
    let pid = child.id().unwrap().to_string();
    assert!(Command::new("kill").args(["-TERM", &pid]).status().await.unwrap().success());
    let output = timeout(PATIENCE, child.wait_with_output()).await.unwrap().unwrap();
    String::from_utf8(output.stderr).unwrap()
}

/// The deployments listen on loopback, so that the test opens no port to other machines.
#[tokio::test]
async fn warns_of_its_published_passwords_where_others_can_reach_it() {
    for (flags, warned) in [
        (["--listen", "127.0.0.1:0"].as_slice(), false),
        (&["--listen", "127.0.0.1:0", "--origin", "http://localhost:3000"], false),
        (&["--listen", "127.0.0.1:0", "--origin", "https://portal.example"], true),
    ] {
        let error = warnings(flags).await;
        assert_eq!(error.contains("warning: others can reach this deployment"), warned, "{flags:?}: {error}");
    }
}

/// The program cannot recognise every proxy.
#[tokio::test]
async fn with_control_it_warns_that_no_proxy_must_forward_to_it() {
    for (flags, warned) in [
        (["--listen", "127.0.0.1:0"].as_slice(), false),
        (&["--listen", "127.0.0.1:0", "--control"], true),
        (&["--listen", "127.0.0.1:0", "--control", "--control-anyone"], true),
    ] {
        let error = warnings(flags).await;
        assert_eq!(error.contains("lets everyone steer the deployment"), warned, "{flags:?}: {error}");
        assert_eq!(error.lines().count(), usize::from(warned), "{error}");
    }
}

#[tokio::test]
async fn warns_of_an_allowed_http_origin_beside_an_https_origin() {
    for (origin, allowed, warned) in [
        ("https://portal.example", "http://app.example", true),
        ("https://portal.example", "https://app.example", false),
        ("http://localhost:3000", "http://app.example", false),
    ] {
        let error =
            warnings(&["--listen", "127.0.0.1:0", "--origin", origin, "--allowed-origin", allowed]).await;
        assert_eq!(
            error.contains("warning: pages of http://app.example"),
            warned,
            "{origin} {allowed}: {error}"
        );
    }
}

#[tokio::test]
async fn a_failed_start_prints_one_line_and_exits_with_failure() {
    let cases: [&[&str]; 6] = [
        &["--listen", "127.0.0.1:0", "--site", "no/such/directory"],
        &["--listen", "not an address"],
        &["--listen", "0.0.0.0:0", "--control"],
        &["--listen", "127.0.0.1:0", "--control", "--origin", "https://portal.example"],
        &["--listen", "127.0.0.1:0", "--db", "no/such/directory/platform.db"],
        &["--listen", "127.0.0.1:0", "--idp-client-secret-file", "no/such/file"],
    ];
    for arguments in cases {
        let output = timeout(PATIENCE, start(arguments).wait_with_output()).await.unwrap().unwrap();
        assert!(!output.status.success());
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(error.lines().count(), 1, "{error}");
        assert!(error.starts_with("platform: "), "{error}");
    }
}

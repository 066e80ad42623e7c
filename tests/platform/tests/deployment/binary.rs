//! The binary: what it prints, and that signals end it cleanly.

use std::process::Stdio;
use std::time::Duration;

use tokio::io::{AsyncBufReadExt, AsyncReadExt, BufReader};
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

#[tokio::test]
async fn says_where_it_listens_and_who_can_sign_in_and_stops_on_a_signal() {
    for signal in ["-TERM", "-INT"] {
        let mut child = start(&["--listen", "127.0.0.1:0"]);
        let mut out = BufReader::new(child.stdout.take().unwrap());
        let mut first = String::new();
        timeout(PATIENCE, out.read_line(&mut first)).await.unwrap().unwrap();
        let url = first.trim_end().strip_prefix("listening on ").unwrap();
        assert!(url.starts_with("http://127.0.0.1:") && !url.ends_with(":0"), "{url}");
        assert_eq!(reqwest::get(format!("{url}/api/auth/session")).await.unwrap().status(), 200);

        let pid = child.id().unwrap().to_string();
        assert!(Command::new("kill").args([signal, &pid]).status().await.unwrap().success());
        let status = timeout(PATIENCE, child.wait()).await.unwrap().unwrap();
        assert!(status.success(), "{signal}: {status}");

        let mut rest = String::new();
        out.read_to_string(&mut rest).await.unwrap();
        for line in [
            "ada@example.com (default)",
            "grace@example.com (expert)",
            "root@example.com (administrator)",
            "mallory@example.com (default, deactivated)",
            "correct horse battery staple",
        ] {
            assert!(rest.contains(line), "{line} in {rest}");
        }
    }
}

/// On a loopback listener behind a proxy, so that the test opens nothing to anyone.
#[tokio::test]
async fn warns_of_its_published_passwords_where_others_can_reach_it() {
    for (flags, warned) in [
        (["--listen", "127.0.0.1:0"].as_slice(), false),
        (&["--listen", "127.0.0.1:0", "--origin", "http://localhost:3000"], false),
        (&["--listen", "127.0.0.1:0", "--origin", "https://portal.example"], true),
    ] {
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
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(error.contains("warning: others can reach this deployment"), warned, "{flags:?}: {error}");
    }
}

#[tokio::test]
async fn what_it_cannot_do_is_one_line_and_a_failure() {
    let cases: [&[&str]; 4] = [
        &["--listen", "127.0.0.1:0", "--site", "no/such/directory"],
        &["--listen", "not an address"],
        &["--listen", "0.0.0.0:0", "--control"],
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

//! Start, stop, and the database file.

use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::time::Duration;

use platform::{Config, Platform, StartError, Steering};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::time::timeout;

use crate::harness::*;

#[tokio::test]
async fn a_database_file_keeps_sessions_and_changes_over_a_restart() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("platform.db");
    let config = Config { db: Some(path.clone()), control: Steering::Loopback, ..Config::default() };

    let first = Deployment::with(config.clone()).await;
    let token = first.sign_in(ADA).await;
    first.change_account(ADA, json!({ "role": "expert" })).await;
    // While the deployment runs, new data may be only in the write-ahead log, which may be deleted at the end.
    let running = [read(&path), read(&directory.path().join("platform.db-wal"))].concat();
    first.running.stop().await;
    for stored in [running, read(&path)] {
        assert!(holds(&stored, ADA), "the bytes searched must be those of the database");
        for secret in [token.as_str(), platform::PASSWORD] {
            assert!(!holds(&stored, secret), "stored as a hash only");
        }
    }

    let second = Deployment::with(config).await;
    assert_eq!(json(second.session(&token).await).await["user"]["userType"], "expert");
}

/// The database contains the hashes of passwords and tokens.
#[tokio::test]
async fn the_database_files_are_readable_only_for_their_owner() {
    let directory = tempfile::tempdir().unwrap();
    let (new, old) = (directory.path().join("new.db"), directory.path().join("old.db"));
    std::fs::write(&old, "").unwrap();
    std::fs::set_permissions(&old, Permissions::from_mode(0o644)).unwrap();
    for path in [new, old] {
        let deployment = Deployment::with(Config { db: Some(path.clone()), ..Config::default() }).await;
        deployment.sign_in(ADA).await;
        for suffix in ["", "-wal", "-shm"] {
            let file = format!("{}{suffix}", path.display());
            assert_eq!(std::fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600, "{file}");
        }
    }
}

/// SQLite keeps its other files beside the target of the link.
#[tokio::test]
async fn the_database_files_behind_a_symbolic_link_are_readable_only_for_their_owner() {
    let directory = tempfile::tempdir().unwrap();
    let (link, path) = (directory.path().join("link.db"), directory.path().join("there.db"));
    let config = |db: &Path| Config { db: Some(db.to_owned()), ..Config::default() };
    Deployment::with(config(&path)).await.running.stop().await;
    std::os::unix::fs::symlink("there.db", &link).unwrap();
    let files = ["", "-wal", "-shm"].map(|suffix| format!("{}{suffix}", path.display()));
    // Files with content, as after a crash: SQLite itself changes only the rights of empty ones.
    for file in &files[1..] {
        std::fs::write(file, [0; 4096]).unwrap();
    }
    for file in &files {
        std::fs::set_permissions(file, Permissions::from_mode(0o644)).unwrap();
    }
    let deployment = Deployment::with(config(&link)).await;
    deployment.sign_in(ADA).await;
    for file in files {
        assert_eq!(std::fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600, "{file}");
    }
    assert!(!directory.path().join("link.db-wal").exists());
}

fn read(path: &Path) -> Vec<u8> {
    std::fs::read(path).unwrap()
}

fn holds(stored: &[u8], text: &str) -> bool {
    stored.windows(text.len()).any(|window| window == text.as_bytes())
}

#[tokio::test]
async fn stopping_lets_a_request_under_way_finish_and_refuses_new_ones() {
    let deployment = Deployment::start().await;
    let body = json!({ "email": ADA, "password": platform::PASSWORD });
    let under_way = tokio::spawn(deployment.post("/api/auth/login").json(&body).send());
    while deployment.control(reqwest::Method::GET, "log", Value::Null).await == json!([]) {
        tokio::task::yield_now().await;
    }
    let address = deployment.running.address();
    deployment.running.stop().await;
    assert_eq!(under_way.await.unwrap().unwrap().status(), 200);
    assert!(TcpStream::connect(address).await.is_err());
}

#[tokio::test]
async fn dropping_a_deployment_ends_it() {
    let deployment = Deployment::start().await;
    let address = deployment.running.address();
    drop(deployment);
    let gone = async {
        while TcpStream::connect(address).await.is_ok() {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    timeout(Duration::from_secs(20), gone).await.unwrap();
}

#[tokio::test]
async fn an_address_in_use_makes_the_start_fail() {
    let deployment = Deployment::start().await;
    let config = Config { listen: deployment.running.address().to_string(), ..Config::default() };
    assert!(matches!(Platform::start(config).await.err(), Some(StartError::Listen { .. })));
}

//! The end of a session by another sign-in, by a deactivation, and by a corrected clock.

use std::path::{Path, PathBuf};

use platform::{Config, PASSWORD};
use rusqlite::Connection;
use serde_json::json;

use crate::harness::*;

const DAY: i64 = 24 * 60 * 60;

#[tokio::test]
async fn a_sign_in_ends_the_session_that_the_browser_had_before() {
    let deployment = Deployment::start().await;
    for carrier in [Carrier::Header, Carrier::Cookie] {
        for email in [ADA, GRACE] {
            let before = deployment.sign_in(ADA).await;
            let elsewhere = deployment.sign_in(ADA).await;
            let login = async |password: &str| {
                let body = json!({ "email": email, "password": password });
                let request = deployment.post("/api/auth/login").json(&body).carrying(&before, carrier);
                request.send().await.unwrap()
            };
            assert_error(login("wrong").await, 401, "invalid_credentials").await;
            assert_eq!(json(deployment.session(&before).await).await["authenticated"], true, "{carrier:?}");

            let token = json(login(PASSWORD).await).await["access_token"].as_str().unwrap().to_owned();
            for (token, lives) in [(before, false), (token, true), (elsewhere, true)] {
                assert_eq!(
                    json(deployment.session(&token).await).await["authenticated"],
                    lives,
                    "{carrier:?}"
                );
            }
        }
    }
}

#[tokio::test]
async fn a_deactivation_ends_every_session_for_good() {
    let deployment = Deployment::start().await;
    let tokens = [deployment.sign_in(ADA).await, deployment.sign_in(ADA).await];
    let grace = deployment.sign_in(GRACE).await;
    deployment.change_account(ADA, json!({ "active": false })).await;
    for token in &tokens {
        let answer = deployment.session(token).await;
        assert_clears_cookie(&answer);
        assert_error(answer, 401, "account_deactivated").await;
    }
    deployment.change_account(ADA, json!({ "active": true })).await;
    for token in &tokens {
        assert_eq!(json(deployment.session(token).await).await, json!({ "authenticated": false }));
    }
    let token = deployment.sign_in(ADA).await;
    deployment.change_account(ADA, json!({ "active": true, "role": "expert" })).await;
    for token in [token, grace] {
        assert_eq!(json(deployment.session(&token).await).await["authenticated"], true);
    }
}

/// A deployment with one token in its database, shifted by so many seconds, and this token.
async fn with_clock_wrong_by(path: &Path, seconds: i64) -> (Deployment, String) {
    let config = || Config { db: Some(PathBuf::from(path)), ..Config::default() };
    let first = Deployment::with(config()).await;
    let token = first.sign_in(ADA).await;
    first.running.stop().await;
    shift(path, seconds);
    (Deployment::with(config()).await, token)
}

fn shift(path: &Path, seconds: i64) {
    let sql = "UPDATE tokens SET issued_at = issued_at + ?1, expires_at = expires_at + ?1";
    Connection::open(path).unwrap().execute(sql, [seconds]).unwrap();
}

#[tokio::test]
async fn a_token_of_a_clock_that_was_ahead_is_refused_and_so_is_one_that_expired_before_it_was_set_back() {
    let directory = tempfile::tempdir().unwrap();
    for (name, seconds) in [("ahead", 200 * DAY), ("expired", -DAY)] {
        let path = directory.path().join(name);
        let (deployment, token) = with_clock_wrong_by(&path, seconds).await;
        assert_eq!(json(deployment.session(&token).await).await, json!({ "authenticated": false }), "{name}");
        shift(&path, -seconds);
        assert_eq!(json(deployment.session(&token).await).await, json!({ "authenticated": false }), "{name}");
    }
    let (deployment, token) = with_clock_wrong_by(&directory.path().join("little"), 30).await;
    assert_eq!(json(deployment.session(&token).await).await["authenticated"], true);
}

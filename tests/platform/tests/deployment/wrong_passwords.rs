//! The limit of wrong passwords, which this deployment has chosen: `identity-api.md` 8 leaves it open.

use platform::{Config, PASSWORD, Steering};
use reqwest::Response;
use serde_json::json;

use crate::harness::*;

const UNKNOWN: &str = "unknown@example.com";

async fn guess(deployment: &Deployment, email: &str) -> Response {
    deployment.login(json!({ "email": email, "password": "wrong" })).await
}

async fn guess_ten_times(deployment: &Deployment, email: &str) {
    for _ in 0..10 {
        assert_error(guess(deployment, email).await, 401, "invalid_credentials").await;
    }
}

#[tokio::test]
async fn after_ten_wrong_ones_even_the_right_password_waits_and_other_accounts_do_not() {
    let deployment = Deployment::with(Config::default()).await;
    guess_ten_times(&deployment, ADA).await;
    let refused = deployment.login(json!({ "email": ADA, "password": PASSWORD })).await;
    let seconds: u64 = refused.headers()["retry-after"].to_str().unwrap().parse().unwrap();
    assert!((1..=60).contains(&seconds), "{seconds}");
    assert_eq!(set_cookie(&refused), None);
    assert_error(refused, 429, "too_many_wrong_passwords").await;
    deployment.sign_in(GRACE).await;
}

#[tokio::test]
async fn an_unknown_email_is_limited_and_answered_like_a_known_one() {
    let deployment = Deployment::with(Config::default()).await;
    let mut answers = Vec::new();
    for email in [ADA, UNKNOWN, MALLORY] {
        guess_ten_times(&deployment, email).await;
        let refused = guess(&deployment, email).await;
        let mut headers = refused.headers().clone();
        for name in ["date", "retry-after"] {
            assert!(headers.remove(name).is_some(), "{name}");
        }
        answers.push((refused.status(), headers, json(refused).await));
    }
    assert!(answers.iter().all(|answer| *answer == answers[0]), "{answers:?}");
}

#[tokio::test]
async fn guesses_that_come_at_once_are_all_counted() {
    let deployment = Deployment::with(Config::default()).await;
    let refusals = async |email: &'static str| {
        let mut refused = 0;
        for _ in 0..10 {
            refused += u32::from(guess(&deployment, email).await.status() == 429);
        }
        refused
    };
    let refused = tokio::join!(refusals(GRACE), refusals(ADA), refusals("ADA@example.com"));
    assert_eq!((refused.0, refused.1 + refused.2), (0, 10));
}

#[tokio::test]
async fn with_control_wrong_passwords_are_limited_only_by_a_second_flag() {
    let config = || Config { control: Steering::Loopback, ..Config::default() };
    let steered = Deployment::with(config()).await;
    guess_ten_times(&steered, ADA).await;
    steered.sign_in(ADA).await;

    let limited = Deployment::with(Config { limit_wrong_passwords: true, ..config() }).await;
    guess_ten_times(&limited, ADA).await;
    assert_error(guess(&limited, ADA).await, 429, "too_many_wrong_passwords").await;
}

//! `identity-api.md` 4.1 and its rows of section 7.

use platform::PASSWORD;
use reqwest::header::CACHE_CONTROL;
use serde_json::{Value, json};

use crate::harness::*;

#[tokio::test]
async fn gives_the_token_twice_and_as_a_cookie() {
    let deployment = Deployment::start().await;
    let answer = deployment.login(json!({ "email": ADA, "password": PASSWORD })).await;
    assert_eq!(answer.status(), 200);
    assert_eq!(answer.headers()[CACHE_CONTROL], "no-store");
    let cookie = set_cookie(&answer).unwrap();
    let body = json(answer).await;

    let token = body["access_token"].as_str().unwrap();
    let (_, carried) = cookie.split_once('=').unwrap();
    assert_eq!(carried, format!("{token}; HttpOnly; SameSite=Lax; Path=/; Max-Age=86400"));
    let permissions = json!({
        "chat-history": { "enabled": true, "limit": null },
        "chat-messages": { "enabled": true, "limit": { "max": 50, "period": "day" } },
        "report-analysis": { "enabled": false, "limit": null },
    });
    let company = json!({
        "id": 1, "name": "Example Works", "address": "1 Analytical Way", "city": "London",
        "country": "United Kingdom", "postal_code": "EC1A 1AA",
    });
    let user = json!({
        "id": 1, "email": ADA, "name": "Ada Lovelace", "userType": "default",
        "permissions": permissions, "company": company, "token": token,
    });
    assert_eq!(body, json!({ "success": true, "access_token": token, "user": user }));
}

#[tokio::test]
async fn each_sign_in_has_a_token_of_its_own() {
    let deployment = Deployment::start().await;
    let (first, second) = (deployment.sign_in(ADA).await, deployment.sign_in(ADA).await);
    assert_ne!(first, second);
    for token in [first, second] {
        assert_eq!(json(deployment.session(&token).await).await["authenticated"], true);
    }
}

#[tokio::test]
async fn the_email_is_taken_in_any_case_and_unknown_fields_are_ignored() {
    let deployment = Deployment::start().await;
    let body = json!({ "email": "Ada@Example.COM", "password": PASSWORD, "remember": true, "x": [1] });
    assert_eq!(deployment.login(body).await.status(), 200);
}

#[tokio::test]
async fn an_email_and_a_password_must_be_supplied() {
    let deployment = Deployment::start().await;
    let supplied = |email: Value, password: Value| json!({ "email": email, "password": password });
    for body in [
        json!({}),
        json!({ "email": ADA }),
        json!({ "password": PASSWORD }),
        supplied(json!(""), json!(PASSWORD)),
        supplied(json!(ADA), json!("")),
        supplied(json!(ADA), json!(null)),
        supplied(json!(ADA), json!(1)),
        supplied(json!([ADA]), json!(PASSWORD)),
    ] {
        assert_error(deployment.login(body).await, 400, "missing_credentials").await;
    }
    let without_a_body = deployment.post("/api/auth/login").send().await.unwrap();
    assert_error(without_a_body, 400, "missing_credentials").await;
}

#[tokio::test]
async fn an_unknown_email_and_a_wrong_password_are_answered_alike() {
    let deployment = Deployment::start().await;
    let mut answers = Vec::new();
    for (email, password) in [(ADA, "wrong"), ("nobody@example.com", PASSWORD), (MALLORY, "wrong")] {
        let answer = deployment.login(json!({ "email": email, "password": password })).await;
        assert_eq!(answer.status(), 401);
        assert_eq!(set_cookie(&answer), None);
        let mut headers = answer.headers().clone();
        headers.remove("date");
        answers.push((headers, json(answer).await));
    }
    assert_eq!(answers[0].1["error"]["code"], "invalid_credentials");
    assert!(answers.iter().all(|answer| *answer == answers[0]));
}

#[tokio::test]
async fn a_deactivated_account_is_refused() {
    let deployment = Deployment::start().await;
    let answer = deployment.login(json!({ "email": MALLORY, "password": PASSWORD })).await;
    assert_eq!(set_cookie(&answer), None);
    assert_error(answer, 403, "account_deactivated").await;

    deployment.change_account(MALLORY, json!({ "active": true })).await;
    deployment.sign_in(MALLORY).await;
}

#[tokio::test]
async fn the_roles_differ_in_their_features() {
    let deployment = Deployment::start().await;
    let mut seen = Vec::new();
    for email in [ADA, GRACE, ROOT] {
        let body = json(deployment.login(json!({ "email": email, "password": PASSWORD })).await).await;
        seen.push(body["user"]["permissions"].clone());
    }
    assert!(seen[0] != seen[1] && seen[1] != seen[2] && seen[0] != seen[2]);
    assert_eq!(seen[0]["scrum-team-agent"], Value::Null, "not listed");
    assert_eq!(seen[1]["scrum-team-agent"]["enabled"], false);
    assert_eq!(seen[2]["scrum-team-agent"]["enabled"], true);
}

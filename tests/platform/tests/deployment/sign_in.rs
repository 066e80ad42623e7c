//! The sign-in (`identity-api.md` 4.1, and its rows of section 7).

use platform::PASSWORD;
use reqwest::header::CACHE_CONTROL;
use serde_json::json;

use crate::harness::*;

#[tokio::test]
async fn answers_with_the_token_in_the_body_and_as_a_cookie() {
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
async fn the_email_may_have_any_case_and_unknown_fields_are_ignored() {
    let deployment = Deployment::start().await;
    let body = json!({ "email": "Ada@Example.COM", "password": PASSWORD, "remember": true, "x": [1] });
    assert_eq!(deployment.login(body).await.status(), 200);
}

#[tokio::test]
async fn an_unknown_email_and_a_wrong_password_are_answered_alike() {
    let deployment = Deployment::start().await;
    let mut answers = Vec::new();
    for (email, password) in [(ADA, "wrong"), ("unknown@example.com", PASSWORD), (MALLORY, "wrong")] {
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
async fn a_body_over_the_limit_is_refused_and_no_refusal_repeats_the_request() {
    let deployment = Deployment::start().await;
    let login = || deployment.post("/api/auth/login").header("content-type", "application/json");
    for size in [64 * 1024 + 1, 8 * 1024 * 1024] {
        let answer = login().body(vec![b' '; size]).send().await.unwrap();
        assert_error(answer, 413, "body_too_large").await;
    }
    let cut = r#"{"email":"canary@example.com","password":"canary-pass""#;
    let text = login().body(cut).send().await.unwrap().text().await.unwrap();
    assert!(!text.contains("canary") && !text.contains("line 1"), "{text}");
}

#[tokio::test]
async fn a_password_is_taken_exactly_as_it_was_sent_and_may_be_long() {
    let deployment = Deployment::start().await;
    let long = PASSWORD.repeat(1_000);
    let (first, rest) = PASSWORD.split_at(1);
    for other in [
        &format!("{PASSWORD} "),
        &format!(" {PASSWORD}"),
        &format!("{PASSWORD}\0"),
        &format!("{}{rest}", first.to_uppercase()),
        &rest.to_owned(),
        &long,
    ] {
        let answer = deployment.login(json!({ "email": ADA, "password": other })).await;
        assert_error(answer, 401, "invalid_credentials").await;
    }
}

#[tokio::test]
async fn missing_credentials_and_deactivated_accounts_are_refused_without_a_cookie() {
    let deployment = Deployment::start().await;
    for (body, status, code) in [
        (json!({}), 400, "missing_credentials"),
        (json!({ "email": ADA }), 400, "missing_credentials"),
        (json!({ "email": "", "password": PASSWORD }), 400, "missing_credentials"),
        (json!({ "email": ADA, "password": 1 }), 400, "missing_credentials"),
        (json!({ "email": MALLORY, "password": PASSWORD }), 403, "account_deactivated"),
    ] {
        let answer = deployment.login(body).await;
        assert_eq!(set_cookie(&answer), None);
        assert_error(answer, status, code).await;
    }
}

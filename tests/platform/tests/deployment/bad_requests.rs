//! What bad input gets: the right status and a JSON error body, never a trace or a secret.

use platform::PASSWORD;
use reqwest::Method;

use crate::harness::*;

#[tokio::test]
async fn unknown_paths_of_the_api_are_not_found() {
    let deployment = Deployment::start().await;
    for path in [
        "/api",
        "/api/",
        "/api/auth",
        "/api/auth/session/",
        "/api/auth/sessions",
        "/api/auth//session",
        "/api/%61uth/unknown",
        "/api/.env",
        "/agent-hub-api/api/agent",
        "/networks-api/x",
        "/data-api/x",
        "/",
        "/apix",
    ] {
        assert_error(deployment.get(path).send().await.unwrap(), 404, "not_found").await;
    }
}

#[tokio::test]
async fn wrong_methods_are_told_the_right_ones() {
    let deployment = Deployment::start().await;
    for (method, path, allow) in [
        (Method::GET, "/api/auth/login", "POST"),
        (Method::PUT, "/api/auth/login", "POST"),
        (Method::POST, "/api/auth/session", "GET,HEAD"),
        (Method::GET, "/api/auth/logout", "POST"),
        (Method::DELETE, "/api/roles", "GET,HEAD"),
        (Method::OPTIONS, "/api/roles", "GET,HEAD"),
        (Method::PATCH, "/api/auth/permissions", "GET,HEAD"),
        (Method::POST, "/api/auth/sso/idp/config", "GET,HEAD"),
        (Method::POST, "/agent-hub-api/api/agent/list", "GET,HEAD"),
    ] {
        let answer = deployment.request(method, path).send().await.unwrap();
        assert_eq!(answer.headers()["allow"], allow, "{path}");
        assert_error(answer, 405, "method_not_allowed").await;
    }
}

#[tokio::test]
async fn a_sign_in_must_be_json() {
    let deployment = Deployment::start().await;
    let body = format!(r#"{{"email":"{ADA}","password":"{PASSWORD}"}}"#);
    for content_type in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"]
    {
        let login = deployment.post("/api/auth/login").header("content-type", content_type);
        let answer = login.body(body.clone()).send().await.unwrap();
        assert_eq!(set_cookie(&answer), None);
        assert_error(answer, 415, "unsupported_media_type").await;
    }
    let untyped = deployment.post("/api/auth/login").body(body.clone()).send().await.unwrap();
    assert_error(untyped, 415, "unsupported_media_type").await;

    for malformed in
        ["{", "[]", "\"x\"", "null", body.trim_end_matches('}'), "{\"email\":\"\\u0000\"", "\u{feff}{}"]
    {
        let login = deployment.post("/api/auth/login").header("content-type", "application/json");
        let answer = login.body(malformed.to_owned()).send().await.unwrap();
        assert_error(answer, 400, "malformed_json").await;
    }
}

#[tokio::test]
async fn bodies_over_the_cap_are_refused_and_the_client_hears_it() {
    let deployment = Deployment::start().await;
    for size in [64 * 1024 + 1, 8 * 1024 * 1024] {
        let login = deployment.post("/api/auth/login").header("content-type", "application/json");
        let answer = login.body(vec![b' '; size]).send().await.unwrap();
        assert_error(answer, 413, "body_too_large").await;
    }
}

#[tokio::test]
async fn error_bodies_repeat_nothing_of_the_request() {
    let deployment = Deployment::start().await;
    let login = deployment.post("/api/auth/login").header("content-type", "application/json");
    let answer =
        login.body(r#"{"email":"canary@example.com","password":"canary-pass""#).send().await.unwrap();
    let text = answer.text().await.unwrap();
    assert!(!text.contains("canary") && !text.contains("line 1"), "{text}");
}

#[tokio::test]
async fn head_is_answered_without_a_body() {
    let deployment = Deployment::start().await;
    let answer = deployment.request(Method::HEAD, "/api/auth/session").send().await.unwrap();
    assert_eq!((answer.status().as_u16(), answer.bytes().await.unwrap().len()), (200, 0));
}

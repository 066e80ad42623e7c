//! What tests steer the deployment with: accounts, tokens, the log, and that none of it is there unasked.

use platform::Config;
use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::*;

#[tokio::test]
async fn unasked_for_the_paths_do_not_exist() {
    let deployment = Deployment::with(Config::default()).await;
    for (method, path) in [
        (Method::PUT, "/_control/accounts/ada@example.com"),
        (Method::POST, "/_control/expire"),
        (Method::PUT, "/_control/faults"),
        (Method::DELETE, "/_control/faults"),
        (Method::GET, "/_control/log"),
        (Method::DELETE, "/_control/log"),
        (Method::GET, "/_control/answers"),
        (Method::DELETE, "/_control/answers"),
        (Method::GET, "/_control"),
    ] {
        let answer = deployment.request(method, path).json(&json!([])).send().await.unwrap();
        assert_error(answer, 404, "not_found").await;
    }
}

#[tokio::test]
async fn the_log_has_every_request_in_order_but_those_that_steer() {
    let deployment = Deployment::start().await;
    let token = deployment.sign_in(ADA).await;
    deployment.get("/api/auth/session?x=secret").session_cookie(&token).send().await.unwrap();
    deployment.get("/api/roles").bearer_auth(&token).header("cookie", "other=1").send().await.unwrap();
    deployment.get("/absent").bearer_auth(&token).session_cookie(&token).send().await.unwrap();
    deployment.faults(json!([{ "method": "GET", "path": "/data-api/x", "times": 1, "status": 500 }])).await;
    deployment.get("/data-api/x").send().await.unwrap();
    deployment.change_account(ADA, json!({})).await;

    let entry = |method: &str, path: &str, cookie: bool, bearer: bool| -> Value {
        json!({ "method": method, "path": path, "cookie": cookie, "bearer": bearer })
    };
    let log = deployment.control(Method::GET, "log", Value::Null).await;
    assert_eq!(
        log,
        json!([
            entry("POST", "/api/auth/login", false, false),
            entry("GET", "/api/auth/session", true, false),
            entry("GET", "/api/roles", false, true),
            entry("GET", "/absent", true, true),
            entry("GET", "/data-api/x", false, false),
        ])
    );
    assert!(!log.to_string().contains(&token));

    deployment.control(Method::DELETE, "log", Value::Null).await;
    assert_eq!(deployment.control(Method::GET, "log", Value::Null).await, json!([]));
}

#[tokio::test]
async fn accounts_change_in_what_is_given() {
    let deployment = Deployment::start().await;
    let change =
        async |body: Value| deployment.control(Method::PUT, "accounts/ada%40example.com", body).await;
    let account = |active: bool, role: &str| json!({ "success": true, "account": { "email": ADA, "active": active, "role": role } });
    assert_eq!(change(json!({})).await, account(true, "default"));
    assert_eq!(change(json!({ "role": "expert" })).await, account(true, "expert"));
    assert_eq!(change(json!({ "active": false })).await, account(false, "expert"));
    assert_eq!(change(json!({ "active": true, "role": "default" })).await, account(true, "default"));
}

#[tokio::test]
async fn accounts_are_not_created_and_roles_not_made_up() {
    let deployment = Deployment::start().await;
    let put = async |email: &str, body: Value| {
        let path = format!("/_control/accounts/{email}");
        deployment.request(Method::PUT, &path).json(&body).send().await.unwrap()
    };
    assert_error(put("nobody@example.com", json!({ "active": true })).await, 404, "not_found").await;
    assert_error(put("%ff", json!({})).await, 404, "not_found").await;
    assert_error(put(ADA, json!({ "role": "emperor", "active": false })).await, 400, "unknown_role").await;
    for body in [json!({ "activ": true }), json!({ "active": "yes" }), json!({ "role": 1 }), json!("x")] {
        assert_error(put(ADA, body).await, 400, "malformed_control_request").await;
    }
    deployment.sign_in(ADA).await;
}

#[tokio::test]
async fn expire_ends_every_token() {
    let deployment = Deployment::start().await;
    let tokens = [deployment.sign_in(ADA).await, deployment.sign_in(GRACE).await];
    deployment.control(Method::POST, "expire", Value::Null).await;
    for token in tokens {
        let answer = deployment.get("/api/roles").bearer_auth(&token).send().await.unwrap();
        assert_error(answer, 401, "unauthenticated").await;
    }
}

#[tokio::test]
async fn wrong_control_requests_are_told_why() {
    let deployment = Deployment::start().await;
    let unknown = deployment.get("/_control/unknown").send().await.unwrap();
    assert_error(unknown, 404, "not_found").await;
    let wrong_method = deployment.get("/_control/expire").send().await.unwrap();
    assert_eq!(wrong_method.headers()["allow"], "POST");
    assert_error(wrong_method, 405, "method_not_allowed").await;

    let rule = json!([{ "method": "GET", "path": "/x", "times": 1, "drop": "sometimes" }]);
    let answer = deployment.request(Method::PUT, "/_control/faults").json(&rule).send().await.unwrap();
    assert_eq!(answer.status(), 400);
    let body = json(answer).await;
    assert!(body["error"]["message"].as_str().unwrap().contains("sometimes"), "{body}");
}

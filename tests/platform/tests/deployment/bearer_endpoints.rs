//! The endpoints marked "bearer token" (`identity-api.md` 4.3, 4.7, 4.8), in both bearer modes, with what section 5
//! says of visibility, capabilities and administration.

use platform::Bearer;
use reqwest::{Method, Response};
use serde_json::{Value, json};

use crate::harness::*;

const AGENT_LIST: &str = "/agent-hub-api/api/agent/list";
const HIDDEN_AGENT: &str = "/agent-hub-api/api/agent/3";
const WORKSPACE: &str = "/agent-hub-api/api/workspace";
const ALL_WORKSPACES: &str = "/agent-hub-api/api/admin/workspace/list";

/// Every endpoint marked "bearer token".
const ENDPOINTS: [(Method, &str); 6] = [
    (Method::GET, "/api/auth/permissions"),
    (Method::GET, "/api/roles"),
    (Method::GET, AGENT_LIST),
    (Method::GET, "/agent-hub-api/api/agent/1"),
    (Method::POST, WORKSPACE),
    (Method::GET, ALL_WORKSPACES),
];

async fn send(
    deployment: &Deployment,
    method: &Method,
    path: &str,
    token: &str,
    carrier: Carrier,
) -> Response {
    let request = deployment.request(method.clone(), path).carrying(token, carrier);
    let request = if *method == Method::POST { request.json(&json!({ "name": "Plans" })) } else { request };
    request.send().await.unwrap()
}

async fn get(deployment: &Deployment, path: &str, token: &str) -> Response {
    send(deployment, &Method::GET, path, token, Carrier::Header).await
}

#[tokio::test]
async fn need_a_valid_token_in_the_header_and_take_the_cookie_only_in_cookie_mode() {
    for mode in BOTH_MODES {
        let deployment = Deployment::bearer(mode).await;
        let token = deployment.sign_in(ROOT).await;
        for (method, path) in &ENDPOINTS {
            let with_header = send(&deployment, method, path, &token, Carrier::Header).await;
            assert!(with_header.status().is_success(), "{mode:?} {method} {path}");

            let with_cookie = send(&deployment, method, path, &token, Carrier::Cookie).await;
            match mode {
                Bearer::Cookie => assert!(with_cookie.status().is_success(), "{method} {path}"),
                Bearer::Strict => assert_error(with_cookie, 401, "unauthenticated").await,
            }

            for carrier in [Carrier::Header, Carrier::Cookie] {
                let bad = send(&deployment, method, path, "made-up", carrier).await;
                assert_eq!(bad.headers()["www-authenticate"], "Bearer");
                assert_error(bad, 401, "unauthenticated").await;
            }
            let bad_header =
                deployment.request(method.clone(), path).bearer_auth("made-up").session_cookie(&token);
            assert_error(bad_header.send().await.unwrap(), 401, "unauthenticated").await;
            let missing = deployment.request(method.clone(), path).send().await.unwrap();
            assert_error(missing, 401, "unauthenticated").await;
        }
    }
}

#[tokio::test]
async fn refuse_ended_tokens_and_tokens_of_deactivated_accounts() {
    for mode in BOTH_MODES {
        let deployment = Deployment::bearer(mode).await;
        let ended = deployment.sign_in(ROOT).await;
        deployment.control(Method::POST, "expire", Value::Null).await;
        let deactivated = deployment.sign_in(ROOT).await;
        deployment.change_account(ROOT, json!({ "active": false })).await;
        for (method, path) in &ENDPOINTS {
            for token in [&ended, &deactivated] {
                let answer = send(&deployment, method, path, token, Carrier::Header).await;
                assert_error(answer, 401, "unauthenticated").await;
            }
        }
    }
}

#[tokio::test]
async fn a_resource_that_the_caller_cannot_see_is_answered_like_a_missing_one() {
    let deployment = Deployment::start().await;
    let (ada, root) = (deployment.sign_in(ADA).await, deployment.sign_in(ROOT).await);
    let ids = async |token: &str| -> Vec<i64> {
        let list = json(get(&deployment, AGENT_LIST, token).await).await;
        list["agents"].as_array().unwrap().iter().map(|agent| agent["id"].as_i64().unwrap()).collect()
    };
    assert_eq!(ids(&ada).await, [1, 2]);
    assert_eq!(ids(&root).await, [1, 2, 3]);
    assert_eq!(get(&deployment, HIDDEN_AGENT, &root).await.status(), 200);

    let mut answers = Vec::new();
    for path in [HIDDEN_AGENT, "/agent-hub-api/api/agent/999", "/agent-hub-api/api/agent/x"] {
        let answer = get(&deployment, path, &ada).await;
        assert_eq!(answer.status(), 404);
        answers.push(json(answer).await);
    }
    assert!(answers.iter().all(|answer| *answer == answers[0]), "existence is not disclosed");
}

#[tokio::test]
async fn what_a_caller_may_do_is_what_the_role_allows_now() {
    let deployment = Deployment::start().await;
    let token = deployment.sign_in(ADA).await;
    for (role, analysis, workspace, all) in
        [("default", false, 403, 403), ("expert", true, 201, 403), ("administrator", true, 201, 200)]
    {
        deployment.change_account(ADA, json!({ "role": role })).await;
        let permissions = json(get(&deployment, "/api/auth/permissions", &token).await).await;
        assert_eq!(permissions["data"]["user_type"], role);
        assert_eq!(permissions["data"]["features"]["report-analysis"]["enabled"], analysis);
        assert_eq!(json(deployment.session(&token).await).await["user"]["userType"], role);
        let created = send(&deployment, &Method::POST, WORKSPACE, &token, Carrier::Header).await;
        assert_eq!(created.status(), workspace, "{role}");
        assert_eq!(get(&deployment, ALL_WORKSPACES, &token).await.status(), all, "{role}");
    }
}

//! The sign-out (`identity-api.md` 4.4).

use serde_json::json;

use crate::harness::*;

#[tokio::test]
async fn ends_the_token_however_it_is_carried_and_clears_the_cookie() {
    for mode in BOTH_MODES {
        let deployment = Deployment::bearer(mode).await;
        for carrier in [Carrier::Header, Carrier::Cookie] {
            let token = deployment.sign_in(ADA).await;
            let other = deployment.sign_in(ADA).await;
            let answer = deployment.post("/api/auth/logout").carrying(&token, carrier).send().await.unwrap();
            assert_eq!(answer.status(), 200);
            assert_clears_cookie(&answer);
            assert_eq!(json(answer).await, json!({ "success": true }));

            assert_eq!(json(deployment.session(&token).await).await, json!({ "authenticated": false }));
            assert_eq!(json(deployment.session(&other).await).await["authenticated"], true);
        }
    }
}

#[tokio::test]
async fn ends_both_tokens_where_header_and_cookie_differ() {
    let deployment = Deployment::start().await;
    let (first, second) = (deployment.sign_in(ADA).await, deployment.sign_in(GRACE).await);
    let logout = deployment.post("/api/auth/logout").bearer_auth(&first).session_cookie(&second);
    assert_eq!(logout.send().await.unwrap().status(), 200);
    for token in [first, second] {
        assert_eq!(json(deployment.session(&token).await).await, json!({ "authenticated": false }));
    }
}

#[tokio::test]
async fn succeeds_without_a_session() {
    let deployment = Deployment::start().await;
    for request in [deployment.post("/api/auth/logout"), deployment.post("/api/auth/logout").bearer_auth("x")]
    {
        let answer = request.send().await.unwrap();
        assert_eq!(answer.status(), 200);
        assert_clears_cookie(&answer);
        assert_eq!(json(answer).await, json!({ "success": true }));
    }
}

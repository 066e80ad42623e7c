//! `identity-api.md` 4.2, its transitions of section 3 and its row of section 7.

use serde_json::json;

use crate::harness::*;

#[tokio::test]
async fn without_a_valid_token_there_is_no_session_and_no_error() {
    let deployment = Deployment::start().await;
    let read = || deployment.get("/api/auth/session");
    for request in [
        read(),
        read().bearer_auth("made-up"),
        read().header("authorization", "Bearer"),
        read().header("authorization", "Basic YTpi"),
        read().session_cookie("made-up"),
        read().header("cookie", "other=1; =; ;"),
    ] {
        let answer = request.send().await.unwrap();
        assert_eq!(answer.status(), 200);
        assert_eq!(answer.headers()["cache-control"], "no-store");
        assert_eq!(set_cookie(&answer), None);
        assert_eq!(json(answer).await, json!({ "authenticated": false }));
    }
}

#[tokio::test]
async fn a_valid_token_is_taken_from_the_header_or_the_cookie_in_both_modes() {
    for mode in BOTH_MODES {
        let deployment = Deployment::bearer(mode).await;
        let token = deployment.sign_in(GRACE).await;
        for carrier in [Carrier::Header, Carrier::Cookie] {
            let answer = deployment.get("/api/auth/session").carrying(&token, carrier).send().await.unwrap();
            assert_eq!(answer.status(), 200);
            let user = json!({
                "id": 2, "email": GRACE, "name": "Grace Hopper", "userType": "expert",
                "authSource": "local", "token": null,
                "permissions": {
                    "chat-history": { "enabled": true, "limit": null },
                    "chat-messages": { "enabled": true, "limit": null },
                    "report-analysis": { "enabled": true, "limit": null },
                    "scrum-team-agent": { "enabled": false, "limit": null },
                },
            });
            assert_eq!(json(answer).await, json!({ "authenticated": true, "user": user }));
        }
    }
}

#[tokio::test]
async fn the_header_speaks_for_itself_whatever_the_cookie_says() {
    let deployment = Deployment::start().await;
    let (ada, grace) = (deployment.sign_in(ADA).await, deployment.sign_in(GRACE).await);
    let both = deployment.get("/api/auth/session").bearer_auth(&ada).session_cookie(&grace);
    assert_eq!(json(both.send().await.unwrap()).await["user"]["email"], ADA);

    let bad_header = deployment.get("/api/auth/session").bearer_auth("made-up").session_cookie(&grace);
    assert_eq!(json(bad_header.send().await.unwrap()).await, json!({ "authenticated": false }));

    let other_scheme = deployment.get("/api/auth/session").header("authorization", "Basic YTpi");
    let answer = other_scheme.session_cookie(&grace).send().await.unwrap();
    assert_eq!(json(answer).await["user"]["email"], GRACE);
}

#[tokio::test]
async fn a_changed_role_shows_at_the_next_read() {
    let deployment = Deployment::start().await;
    let token = deployment.sign_in(ADA).await;
    deployment.change_account(ADA, json!({ "role": "administrator" })).await;
    let session = json(deployment.session(&token).await).await;
    assert_eq!(session["user"]["userType"], "administrator");
    assert_eq!(session["user"]["permissions"]["scrum-team-agent"]["enabled"], true);
}

#[tokio::test]
async fn a_deactivated_account_is_told_so_and_its_cookie_cleared() {
    let deployment = Deployment::start().await;
    let token = deployment.sign_in(ADA).await;
    deployment.change_account(ADA, json!({ "active": false })).await;
    for carrier in [Carrier::Header, Carrier::Cookie] {
        let answer = deployment.get("/api/auth/session").carrying(&token, carrier).send().await.unwrap();
        assert_clears_cookie(&answer);
        assert_error(answer, 401, "account_deactivated").await;
    }
}

#[tokio::test]
async fn tokens_that_ended_are_no_session() {
    let deployment = Deployment::start().await;
    let token = deployment.sign_in(ADA).await;
    deployment.control(reqwest::Method::POST, "expire", json!(null)).await;
    assert_eq!(json(deployment.session(&token).await).await, json!({ "authenticated": false }));
    let fresh = deployment.sign_in(ADA).await;
    assert_eq!(json(deployment.session(&fresh).await).await["authenticated"], true);
}

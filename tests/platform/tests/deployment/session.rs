//! The session read (`identity-api.md` 4.2, and its rows of sections 3 and 7).

use serde_json::json;

use crate::harness::*;

#[tokio::test]
async fn without_a_valid_token_there_is_no_session_and_no_error() {
    let deployment = Deployment::start().await;
    let read = || deployment.get(SESSION);
    for request in [
        read(),
        read().bearer_auth("made-up"),
        read().header("authorization", "Bearer"),
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
            let answer = deployment.get(SESSION).carrying(&token, carrier).send().await.unwrap();
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

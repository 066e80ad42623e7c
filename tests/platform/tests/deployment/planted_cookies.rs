//! Cookies that another host of the domain, or another application on the host, has set.

use platform::{Bearer, Config};
use serde_json::{Value, json};

use crate::harness::*;

const HOST: &[u8] = b"Host: portal.example";

async fn over_https() -> Deployment {
    let origin = Some("https://portal.example".parse().unwrap());
    Deployment::with(Config { origin, bearer: Bearer::Cookie, ..Config::default() }).await
}

async fn session(deployment: &Deployment, cookies: &[u8]) -> Value {
    let cookie = [b"Cookie: ", cookies].concat();
    let answer = raw(deployment, &[b"GET /api/auth/session HTTP/1.1", HOST, &cookie], "").await;
    assert_eq!(status_of(&answer), 200, "{answer}");
    serde_json::from_str(answer.split_once("\r\n\r\n").unwrap().1).unwrap()
}

/// Browsers let only the host itself set names with the prefix `__Host-`, but do not protect other spellings of it.
#[tokio::test]
async fn a_cookie_with_another_spelling_of_the_name_is_ignored() {
    let deployment = over_https().await;
    let (own, planted) = (deployment.sign_in(ADA).await, deployment.sign_in(GRACE).await);
    for name in [
        "__%48ost-platform_session",
        "%5F%5FHost-platform_session",
        "__Host-platform%5fsession",
        "__host-platform_session",
        "__Host-platform_session ",
        "\"__Host-platform_session\"",
    ] {
        for cookies in [
            format!("__Host-platform_session={own}; {name}={planted}"),
            format!("{name}={planted}; __Host-platform_session={own}"),
        ] {
            assert_eq!(session(&deployment, cookies.as_bytes()).await["user"]["email"], ADA, "{cookies}");
        }
        let alone = format!("{name}={planted}");
        assert_eq!(session(&deployment, alone.as_bytes()).await, json!({ "authenticated": false }), "{name}");
    }
}

#[tokio::test]
async fn an_encoded_or_quoted_value_is_no_token() {
    let deployment = over_https().await;
    let token = deployment.sign_in(ADA).await;
    let encoded: String = token.bytes().map(|byte| format!("%{byte:02x}")).collect();
    for value in [encoded, format!("\"{token}\"")] {
        let cookies = format!("__Host-platform_session={value}");
        assert_eq!(session(&deployment, cookies.as_bytes()).await, json!({ "authenticated": false }));
    }
}

#[tokio::test]
async fn two_session_cookies_are_no_session_and_a_sign_out_ends_both() {
    let deployment = over_https().await;
    let (first, second) = (deployment.sign_in(ADA).await, deployment.sign_in(GRACE).await);
    let both = format!("__Host-platform_session={first}; __Host-platform_session={second}");
    assert_eq!(session(&deployment, both.as_bytes()).await, json!({ "authenticated": false }));
    let one_field = deployment.get("/api/roles").header("cookie", &both);
    let two_fields = both
        .split("; ")
        .fold(deployment.get("/api/roles"), |request, cookie| request.header("cookie", cookie));
    for roles in [one_field, two_fields] {
        assert_error(roles.send().await.unwrap(), 401, "unauthenticated").await;
    }

    let signed_out = deployment.post("/api/auth/logout").header("cookie", &both).send().await.unwrap();
    assert_eq!(signed_out.status(), 200);
    for token in [first, second] {
        assert_eq!(json(deployment.session(&token).await).await, json!({ "authenticated": false }));
    }
}

/// Every page of the domain can set such a cookie: `document.cookie = "theme=dünkel; Domain=…"`.
#[tokio::test]
async fn another_cookie_that_is_not_ascii_changes_nothing() {
    let deployment = over_https().await;
    for other in ["theme=d\u{fc}nkel".as_bytes(), b"theme=d\xfcnkel", b"\xff\xfe=\xff", b"\xff"] {
        let token = deployment.sign_in(ADA).await;
        let own = format!("__Host-platform_session={token}").into_bytes();
        for cookies in [[&own, b"; ".as_slice(), other].concat(), [other, b"; ", &own].concat()] {
            assert_eq!(session(&deployment, &cookies).await["user"]["email"], ADA);
        }
        let cookie = [b"Cookie: ", other, b"; ", &own].concat();
        let signed_out = raw(&deployment, &[b"POST /api/auth/logout HTTP/1.1", HOST, &cookie], "").await;
        assert_eq!(status_of(&signed_out), 200);
        assert_eq!(json(deployment.session(&token).await).await, json!({ "authenticated": false }));
    }
}

//! Cookies that another host of the domain, or another application of the host, has set.

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

/// A browser keeps the prefix `__Host-` for the host itself, over https, and knows no other spelling of it.
#[tokio::test]
async fn a_name_that_means_the_session_s_only_once_it_is_decoded_is_another_s() {
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
async fn a_value_is_taken_as_it_was_sent() {
    let deployment = over_https().await;
    let token = deployment.sign_in(ADA).await;
    let encoded: String = token.bytes().map(|byte| format!("%{byte:02x}")).collect();
    for value in [encoded, format!("\"{token}\"")] {
        let cookies = format!("__Host-platform_session={value}");
        assert_eq!(session(&deployment, cookies.as_bytes()).await, json!({ "authenticated": false }));
    }
}

#[tokio::test]
async fn a_session_cookie_that_comes_twice_is_none_and_a_sign_out_ends_both() {
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

/// `document.cookie = "theme=dünkel; Domain=…"`, by any page of the domain.
#[tokio::test]
async fn a_cookie_beside_it_that_is_not_ascii_changes_nothing() {
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

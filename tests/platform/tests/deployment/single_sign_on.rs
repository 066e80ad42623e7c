//! `identity-api.md` 4.5 and 4.6, as far as the deployment goes without a provider. With one: `tests/sso`.

use std::path::Path;

use platform::{Config, IdentityProvider, PASSWORD};
use reqwest::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, REFERRER_POLICY, SET_COOKIE};
use reqwest::{Response, StatusCode};
use serde_json::{Value, json};

use crate::harness::*;

const CONFIG: &str = "/api/auth/sso/idp/config";
const LOGIN: &str = "/api/auth/sso/idp/login";
const CALLBACK: &str = "/api/auth/sso/idp/callback";
const ISSUER: &str = "https://tenant-4711.idp.example";
const CLIENT: &str = "client-0815";
const SECRET: &str = "secret-canary";

async fn deployment(identity_provider: IdentityProvider) -> Deployment {
    Deployment::with(Config { identity_provider, ..Config::default() }).await
}

async fn configuration(deployment: &Deployment) -> Value {
    let answer = deployment.get(CONFIG).send().await.unwrap();
    assert_eq!(answer.status(), 200);
    let body = json(answer).await;
    assert_eq!(body.as_object().unwrap().len(), 2);
    assert!(body["buttonLabel"].as_str().is_some_and(|label| !label.is_empty()));
    body
}

fn settings(issuer: bool, client: bool, secret: Option<&Path>) -> IdentityProvider {
    IdentityProvider {
        issuer: issuer.then(|| ISSUER.parse().unwrap()),
        client_id: client.then(|| CLIENT.to_owned()),
        client_secret_file: secret.map(Path::to_owned),
    }
}

#[tokio::test]
async fn is_not_found_where_it_is_off() {
    let deployment = deployment(IdentityProvider::default()).await;
    assert_eq!(configuration(&deployment).await["enabled"], false);
    for path in [LOGIN.to_owned(), format!("{LOGIN}?return_url=/x"), format!("{LOGIN}?returnUrl=/x")] {
        assert_error(deployment.get(&path).send().await.unwrap(), 404, "sso_disabled").await;
    }
}

#[tokio::test]
async fn is_unavailable_where_it_is_half_configured() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("secret");
    std::fs::write(&file, SECRET).unwrap();
    for half in [
        settings(true, false, None),
        settings(false, true, None),
        settings(false, false, Some(&file)),
        settings(true, true, None),
        settings(true, false, Some(&file)),
        settings(false, true, Some(&file)),
    ] {
        let deployment = deployment(half).await;
        assert_eq!(configuration(&deployment).await["enabled"], false);
        assert_error(deployment.get(LOGIN).send().await.unwrap(), 503, "sso_incomplete").await;
    }
}

#[tokio::test]
async fn fully_configured_it_is_announced_without_a_detail_of_the_provider() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("secret");
    std::fs::write(&file, SECRET).unwrap();
    let deployment = deployment(settings(true, true, Some(&file))).await;

    let body = configuration(&deployment).await;
    assert_eq!(body["enabled"], true);
    for detail in ["tenant", CLIENT, SECRET] {
        assert!(!body.to_string().contains(detail));
    }
}

#[tokio::test]
async fn a_provider_that_is_down_does_not_keep_the_deployment_from_starting() {
    let (deployment, _secret) = with_a_provider_that_is_down().await;
    assert_eq!(configuration(&deployment).await["enabled"], true);
    for _ in 0..2 {
        let answer = deployment.get(LOGIN).send().await.unwrap();
        assert!(answer.headers().get(SET_COOKIE).is_none());
        assert_error(answer, 503, "sso_provider_unavailable").await;
    }
    assert_eq!(deployment.login(json!({ "email": ADA, "password": PASSWORD })).await.status(), 200);
}

#[tokio::test]
async fn the_way_back_is_there_only_where_single_sign_on_is() {
    let off = deployment(IdentityProvider::default()).await;
    assert_error(off.get(CALLBACK).send().await.unwrap(), 404, "sso_disabled").await;
    let half = deployment(settings(true, false, None)).await;
    assert_error(half.get(CALLBACK).send().await.unwrap(), 503, "sso_incomplete").await;
}

#[tokio::test]
async fn nobody_comes_back_who_did_not_leave() {
    let (deployment, _secret) = with_a_provider_that_is_down().await;
    let state = "A".repeat(43);
    let cookie = format!("platform_sso_{}={}", "A".repeat(16), "B".repeat(43));
    for query in [
        String::new(),
        "?code=CODE-CANARY".to_owned(),
        "?state=&code=CODE-CANARY".to_owned(),
        "?state=short&code=CODE-CANARY".to_owned(),
        "?state=%00%ff%F0%9F%92%A9&code=CODE-CANARY".to_owned(),
        format!("?state={state}&code=CODE-CANARY"),
        format!("?state={state}&state={state}&code=CODE-CANARY"),
        format!("?state={state}&error=access_denied&error_description=CODE-CANARY"),
        format!("?state={}&code=CODE-CANARY", "A".repeat(20_000)),
    ] {
        for cookie in ["", cookie.as_str(), "platform_sso_=", "platform_sso_AAAAAAAAAAAAAAAA="] {
            let request = deployment.get(&format!("{CALLBACK}{query}")).header("cookie", cookie);
            assert_not_signed_in(request.send().await.unwrap(), StatusCode::BAD_REQUEST, "not-under-way")
                .await;
        }
    }
}

/// The page on which a sign-on ends that leads to no session.
async fn assert_not_signed_in(answer: Response, status: StatusCode, reason: &str) {
    assert_eq!(answer.status(), status);
    let headers = answer.headers().clone();
    assert!(headers[CONTENT_TYPE].to_str().unwrap().starts_with("text/html"));
    assert_eq!(headers[CACHE_CONTROL], "no-store");
    assert_eq!(headers[REFERRER_POLICY], "no-referrer");
    assert!(headers[CONTENT_SECURITY_POLICY].to_str().unwrap().starts_with("default-src 'none'"));
    for cookie in headers.get_all(SET_COOKIE) {
        assert!(cookie.to_str().unwrap().contains("Max-Age=0"), "{cookie:?}");
    }
    let page = answer.text().await.unwrap();
    assert!(page.contains(&format!("data-reason=\"{reason}\"")), "{page}");
    assert!(!page.contains("CANARY"), "{page}");
}

/// Fully configured, and no one listens where the provider should be.
async fn with_a_provider_that_is_down() -> (Deployment, tempfile::TempDir) {
    let nobody = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("secret");
    std::fs::write(&file, SECRET).unwrap();
    let issuer = Some(format!("http://{nobody}").parse().unwrap());
    let down = IdentityProvider { issuer, ..settings(false, true, Some(&file)) };
    (deployment(down).await, directory)
}

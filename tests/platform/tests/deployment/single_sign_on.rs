//! `identity-api.md` 4.5 and 4.6, as far as the deployment goes without a provider.

use std::path::Path;

use platform::{Config, IdentityProvider};
use serde_json::Value;

use crate::harness::*;

const CONFIG: &str = "/api/auth/sso/idp/config";
const LOGIN: &str = "/api/auth/sso/idp/login";
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
    assert_error(deployment.get(LOGIN).send().await.unwrap(), 503, "sso_not_built").await;
}

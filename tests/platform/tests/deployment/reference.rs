//! By what a page knows the reference deployment.

use platform::{Config, PASSWORD, SEEDED_ACCOUNTS};
use reqwest::Method;

use crate::harness::*;

#[tokio::test]
async fn it_says_that_it_is_the_reference_one_with_its_accounts_and_whether_it_is_steered() {
    for (deployment, control) in
        [(Deployment::with(Config::default()).await, false), (Deployment::start().await, true)]
    {
        let answer = deployment.get("/_reference").send().await.unwrap();
        assert_eq!(answer.status(), 200);
        assert_eq!(answer.headers()["cache-control"], "no-store");
        let body = json(answer).await;
        assert_eq!((&body["reference"], &body["control"]), (&true.into(), &control.into()));
        let accounts = body["accounts"].as_array().unwrap();
        assert_eq!(accounts.len(), SEEDED_ACCOUNTS.len());
        assert_eq!(accounts[0]["email"], ADA);
        assert!(!body.to_string().contains(PASSWORD));
        let password = json(deployment.get("/_reference/password").send().await.unwrap()).await;
        assert_eq!(password["password"], PASSWORD);
        deployment.sign_in(accounts[0]["email"].as_str().unwrap()).await;
    }
}

#[tokio::test]
async fn it_is_read_only_and_no_page_of_another_origin_is_told() {
    let allowed_origins = vec!["http://front.example".parse().unwrap()];
    let deployment = Deployment::with(Config { allowed_origins, ..Config::default() }).await;
    let answer = deployment.get("/_reference").header("origin", "http://front.example").send().await.unwrap();
    assert!(answer.headers().get("access-control-allow-origin").is_none());
    let written = deployment.request(Method::PUT, "/_reference").body("x").send().await.unwrap();
    assert_error(written, 405, "method_not_allowed").await;
    assert_error(deployment.get("/_reference/x").send().await.unwrap(), 404, "not_found").await;
}

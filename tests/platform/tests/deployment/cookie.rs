//! The session cookie over https. `sign_in.rs` tests its attributes over http.

use platform::{Config, Origin, PASSWORD, Steering};
use reqwest::RequestBuilder;
use serde_json::json;

use crate::harness::*;

/// The two ways in which the deployment knows of https: `--origin`, or the header `X-Forwarded-Proto`.
const HTTPS_BY: [(Option<&str>, &str); 2] = [(Some("https://portal.example"), "http"), (None, "https")];

#[tokio::test]
async fn over_https_one_cookie_bound_to_the_host_is_set_taken_and_cleared() {
    for (origin, proxy) in HTTPS_BY {
        let origin = origin.map(|origin| origin.parse::<Origin>().unwrap());
        let config = Config { origin, control: Steering::Anyone, ..Config::default() };
        let deployment = Deployment::with(config).await;
        let send =
            async |request: RequestBuilder| request.header("x-forwarded-proto", proxy).send().await.unwrap();
        let body = json!({ "email": ADA, "password": PASSWORD });
        let signed_in = send(deployment.post("/api/auth/login").json(&body)).await;
        let set = set_cookie(&signed_in).unwrap();
        assert!(set.starts_with("__Host-") && set.contains("; Secure"), "{set}");
        let cookie = set.split(';').next().unwrap();
        let name = cookie.split('=').next().unwrap();

        let session = async |cookie: &str| send(deployment.get(SESSION).header("cookie", cookie)).await;
        assert_eq!(json(session(cookie).await).await["user"]["email"], ADA, "{proxy}");
        // Another host of the domain can set a cookie for the whole domain, but not with the prefix.
        let planted = session(cookie.strip_prefix("__Host-").unwrap()).await;
        assert_eq!(json(planted).await, json!({ "authenticated": false }), "{proxy}");

        deployment.change_account(ADA, json!({ "active": false })).await;
        let deactivated = session(cookie).await;
        let signed_out = send(deployment.post("/api/auth/logout").header("cookie", cookie)).await;
        for answer in [deactivated, signed_out] {
            assert_clears_cookie(&answer);
            let cleared = set_cookie(&answer).unwrap();
            assert!(cleared.starts_with(name) && cleared.contains("; Secure"), "{cleared}");
        }
        assert_eq!(json(session(cookie).await).await, json!({ "authenticated": false }), "{proxy}");
    }
}

//! `GET /_reference`: shows a page that this is the reference deployment, and its accounts. No real deployment has the
//! path. The password has its own path, so that a page gets it only when its user asks for it.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::middleware::{self, Next};
use axum::response::Response;
use axum::routing::get;
use axum::{Json, Router};
use serde_json::{Value, json};

use crate::http::error::{ApiError, method_not_allowed, not_found};
use crate::http::host::host_of;
use crate::http::known_origins::KnownOrigins;
use crate::http::private;
use crate::store::seed::{PASSWORD, SEEDED_ACCOUNTS};

const FOREIGN_HOST: ApiError = ApiError::new(
    StatusCode::FORBIDDEN,
    "foreign_host",
    "This path is for requests to a host that this deployment knows: see `--origin`.",
);

/// Answers with what the program prints at its start: the seeded accounts, and their published password. `is_steered`: whether the
/// `/_control/` paths exist.
pub(crate) fn router(origins: KnownOrigins, is_steered: bool) -> Router {
    let routes = Router::new()
        .route("/_reference", get(move || async move { Json(description(is_steered)) }))
        .route("/_reference/password", get(async || Json(json!({ "password": PASSWORD }))))
        .method_not_allowed_fallback(method_not_allowed)
        .fallback(not_found)
        .layer(middleware::from_fn_with_state(Arc::new(origins), refuse_other_hosts));
    private(routes)
}

/// With DNS rebinding, a page of an attacker's host name is of the same origin as its requests, and could read the answers. Its requests have that
/// name as `Host`.
async fn refuse_other_hosts(
    State(origins): State<Arc<KnownOrigins>>,
    request: Request,
    next: Next,
) -> Result<Response, ApiError> {
    match host_of(&request, origins.own.root().scheme()) {
        Some(host) if origins.answer_to(&host) => Ok(next.run(request).await),
        _ => Err(FOREIGN_HOST),
    }
}

fn description(is_steered: bool) -> Value {
    let accounts: Vec<Value> = SEEDED_ACCOUNTS
        .iter()
        .map(|account| {
            json!({ "email": account.email, "name": account.name, "role": account.role, "active": account.active })
        })
        .collect();
    json!({ "reference": true, "control": is_steered, "accounts": accounts })
}

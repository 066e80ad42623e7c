//! The `/_control/` paths, by which tests steer the deployment: fault rules and the progress of their answers, the request log, account
//! changes, and the expiry of all tokens and all sign-ons under way.

mod accounts;
mod answer;
mod content;
mod delivery;
pub(crate) mod faults;
mod guard;
pub(crate) mod log;
mod rule;

use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Request, State};
use axum::http::header::CONNECTION;
use axum::middleware;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post, put};
use axum::{Json, Router};
use serde_json::{Value, json};
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

use crate::config::Steering;
use crate::connection::Recycler;
use crate::http::body::read;
use crate::http::error::{ApiError, method_not_allowed, not_found};
use crate::http::{App, private};
use delivery::Deliveries;
use faults::Faults;
use log::Log;
use rule::Rule;

/// The largest body of a control request. The answer of a fault rule may be large.
const LIMIT: usize = 64 * 1024 * 1024;

/// How long clients get to notice that their idle connections were closed: a request sent on one of them would be lost.
const CLOSE_PAUSE: Duration = Duration::from_millis(20);

const MALFORMED: ApiError =
    ApiError::bad_request("malformed_control_request", "The body is not what this path takes:");

/// The steering of one deployment.
pub(crate) struct Control {
    steering: Steering,
    faults: Faults,
    deliveries: Deliveries,
    log: Log,
    recycler: Recycler,
    /// Cancelled when the deployment begins to stop: hanging faults then end.
    stopping: CancellationToken,
}

impl Control {
    pub(crate) fn new(steering: Steering, recycler: Recycler, stopping: CancellationToken) -> Self {
        Self {
            steering,
            faults: Faults::default(),
            deliveries: Deliveries::default(),
            log: Log::default(),
            recycler,
            stopping,
        }
    }
}

/// The `/_control/` paths.
pub(crate) fn router(app: Arc<App>, control: Arc<Control>) -> Router {
    let guard = middleware::from_fn_with_state(control.steering, guard::refuse_others);
    let steering = Router::new()
        .route("/_control/faults", put(set_faults).delete(clear_faults))
        .route("/_control/answers", get(show_answers).delete(clear_answers))
        .route("/_control/log", get(show_log).delete(clear_log))
        .with_state(control);
    let routes = Router::new()
        .route("/_control/accounts/{email}", put(accounts::change))
        .route("/_control/expire", post(expire))
        .route("/_control/sso/expire", post(expire_sign_ons))
        .with_state(app)
        .merge(steering)
        .method_not_allowed_fallback(method_not_allowed)
        .fallback(not_found)
        .layer(guard);
    private(routes)
}

async fn set_faults(State(control): State<Arc<Control>>, request: Request) -> Result<Response, ApiError> {
    let rules: Vec<Rule> = parse(request).await?;
    control.faults.replace(rules);
    if !control.faults.may_drop() {
        return Ok(done().into_response());
    }
    // Browsers repeat a request by themselves if a connection that was used before closes without an answer. So a rule that drops
    // must meet new connections.
    control.recycler.recycle();
    sleep(CLOSE_PAUSE).await;
    Ok(([(CONNECTION, "close")], done()).into_response())
}

async fn clear_faults(State(control): State<Arc<Control>>) -> Json<Value> {
    control.faults.replace(Vec::new());
    done()
}

async fn show_answers(State(control): State<Arc<Control>>) -> Json<Value> {
    Json(json!(control.deliveries.entries()))
}

async fn clear_answers(State(control): State<Arc<Control>>) -> Json<Value> {
    control.deliveries.clear();
    done()
}

async fn show_log(State(control): State<Arc<Control>>) -> Json<Value> {
    Json(json!(control.log.entries()))
}

async fn clear_log(State(control): State<Arc<Control>>) -> Json<Value> {
    control.log.clear();
    done()
}

async fn expire(State(app): State<Arc<App>>) -> Result<Json<Value>, ApiError> {
    app.store.end_every_token().await?;
    Ok(done())
}

async fn expire_sign_ons(State(app): State<Arc<App>>) -> Result<Json<Value>, ApiError> {
    app.store.end_every_flow().await?;
    Ok(done())
}

fn done() -> Json<Value> {
    Json(json!({ "success": true }))
}

/// Parses the JSON body of a control request, whatever its content type. A malformed one is answered 400.
async fn parse<T: serde::de::DeserializeOwned>(request: Request) -> Result<T, ApiError> {
    let (parts, body) = request.into_parts();
    let bytes = read(&parts.headers, body, LIMIT).await?;
    serde_json::from_slice(&bytes).map_err(|reason| MALFORMED.because(&reason))
}

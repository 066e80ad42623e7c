//! Single sign-on: `GET /api/auth/sso/idp/config` and `GET /api/auth/sso/idp/login` (`identity-api.md` 4.5 and 4.6), and the callback from the
//! identity provider.

use std::sync::Arc;

use address::return_url;
use axum::extract::{RawQuery, State};
use axum::http::header::{LOCATION, REFERRER_POLICY, SET_COOKIE};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{AppendHeaders, IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use serde_json::{Value, json};

use super::App;
use super::error::{ApiError, report};
use super::navigation::Navigation;
use super::not_signed_in::NotSignedIn;
use super::query::Query;
use crate::auth::channel::Channel;
use crate::auth::credential::Presented;
use crate::auth::sign_in::open_session;
use crate::auth::token::{Timestamp, random_secret};
use crate::sso::ticket::Ticket;
use crate::sso::{CALLBACK, Provider, ProviderError, SingleSignOn};
use crate::store::flows::Flow;
use crate::store::identities::Resolved;

/// A longer return URL is ignored.
const RETURN_URL_LIMIT: usize = 8 * 1024;

const OFF: ApiError =
    ApiError::new(StatusCode::NOT_FOUND, "sso_disabled", "Single sign-on is not enabled on this deployment.");
const INCOMPLETE: ApiError = ApiError::new(
    StatusCode::SERVICE_UNAVAILABLE,
    "sso_incomplete",
    "Single sign-on is enabled but not fully configured.",
);
const PROVIDER_UNAVAILABLE: ApiError = ApiError::new(
    StatusCode::SERVICE_UNAVAILABLE,
    "sso_provider_unavailable",
    "The identity provider cannot be reached, or is not set up as it should be.",
);

const NOT_UNDER_WAY: NotSignedIn = NotSignedIn::new(
    StatusCode::BAD_REQUEST,
    "not-under-way",
    "This sign-in is not under way in this browser, or took too long. Please start it again.",
);
const DECLINED: NotSignedIn =
    NotSignedIn::new(StatusCode::FORBIDDEN, "declined", "The sign-in was declined at the identity provider.");
const FAILED: NotSignedIn = NotSignedIn::new(
    StatusCode::BAD_GATEWAY,
    "failed",
    "The identity provider did not confirm who you are. Please start again.",
);
const UNREACHABLE: NotSignedIn = NotSignedIn::new(
    StatusCode::SERVICE_UNAVAILABLE,
    "unreachable",
    "The identity provider could not be reached. Please try again later.",
);
const NO_EMAIL: NotSignedIn = NotSignedIn::new(
    StatusCode::FORBIDDEN,
    "no-email",
    "The identity provider names no email address of yours that can be used, or one that it has not verified.",
);
const EMAIL_TAKEN: NotSignedIn = NotSignedIn::new(
    StatusCode::CONFLICT,
    "email-taken",
    "Another account has your email address. Sign in to that one as you always do.",
);
const DEACTIVATED: NotSignedIn =
    NotSignedIn::new(StatusCode::FORBIDDEN, "account-deactivated", "This account is deactivated.");
const BROKEN: NotSignedIn =
    NotSignedIn::new(StatusCode::INTERNAL_SERVER_ERROR, "internal", "The deployment could not sign you in.");

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/api/auth/sso/idp/config", get(config))
        .route("/api/auth/sso/idp/login", get(login))
        .route(CALLBACK, get(callback))
}

/// Answers whether single sign-on is configured, and nothing about the provider.
async fn config(State(app): State<Arc<App>>) -> Json<Value> {
    let enabled = matches!(app.sso, SingleSignOn::Configured(_));
    Json(json!({ "enabled": enabled, "buttonLabel": "Sign in with single sign-on" }))
}

/// Redirects the browser to the provider, with the ticket in a cookie.
async fn login(
    State(app): State<Arc<App>>,
    navigation: Result<Navigation, Response>,
    headers: HeaderMap,
    RawQuery(query): RawQuery,
) -> Result<Response, ApiError> {
    let provider = available(&app.sso)?;
    if let Err(other) = navigation {
        return Ok(other);
    }
    let (ticket, flow) = (Ticket::random()?, new_flow(&app, &Query::of(query))?);
    let address = provider.authorization_url(ticket.state(), &flow).await.map_err(|error| {
        report(&error);
        PROVIDER_UNAVAILABLE
    })?;
    app.store.add_flow(ticket.state_hash(), ticket.binding_hash(), flow, Timestamp::now()).await?;

    let cookie = ticket.cookie(app.channel(&headers)).map(|cookie| (SET_COOKIE, cookie.to_string()));
    Ok((AppendHeaders(cookie), redirect(address.as_str())).into_response())
}

fn available(sso: &SingleSignOn) -> Result<&Provider, ApiError> {
    match sso {
        SingleSignOn::Off => Err(OFF),
        SingleSignOn::Incomplete => Err(INCOMPLETE),
        SingleSignOn::Configured(provider) => Ok(provider),
    }
}

/// A new sign-on, with the return URL of the query. Its alias `returnUrl` counts only without `return_url`.
fn new_flow(app: &App, query: &Query) -> Result<Flow, ApiError> {
    let return_url = query
        .first("return_url")
        .or_else(|| query.first("returnUrl"))
        .and_then(|raw| return_url::judge(raw, &app.origins.own, &app.origins.allowed))
        .map(String::from)
        .filter(|address| address.len() <= RETURN_URL_LIMIT);
    Ok(Flow { nonce: random_secret()?, verifier: random_secret()?, return_url })
}

/// The callback from the provider. A valid ticket is used up, whatever the outcome; an invalid one changes nothing.
async fn callback(
    State(app): State<Arc<App>>,
    navigation: Result<Navigation, Response>,
    headers: HeaderMap,
    RawQuery(query): RawQuery,
) -> Result<Response, ApiError> {
    let provider = available(&app.sso)?;
    if let Err(other) = navigation {
        return Ok(other);
    }
    let channel = app.channel(&headers);
    let query = Query::of(query);
    Ok(match take_flow(&app, &headers, &query).await {
        Err(not_under_way) => not_under_way.into_response(),
        Ok((ticket, flow)) => {
            let forget = ticket.removal(channel).map(|cookie| (SET_COOKIE, cookie.to_string()));
            let outcome = complete(&app, provider, flow, &query, channel, app.presented(&headers)).await;
            (AppendHeaders(forget), outcome).into_response()
        }
    })
}

/// Completes a sign-on: opens a session for the identity that the provider confirms, and redirects to the return URL.
async fn complete(
    app: &App,
    provider: &Provider,
    flow: Flow,
    query: &Query,
    channel: Channel,
    before: Presented,
) -> Result<Response, NotSignedIn> {
    let return_url = flow.return_url.clone();
    if !provider.is_named_by(&query.all("iss")).await.map_err(failed)? {
        return Err(failed(ProviderError::Malformed("name in its answer")));
    }
    let identity = provider.identity(code_of(query)?, flow).await.map_err(failed)?;
    let account = match app.store.account_of_identity(identity).await.map_err(broken)? {
        Resolved::Account(account) if account.active => account,
        Resolved::Account(_) => return Err(DEACTIVATED),
        Resolved::NoEmail(reason) => {
            report(&ProviderError::NoEmail(reason));
            return Err(NO_EMAIL);
        }
        Resolved::EmailTaken => return Err(EMAIL_TAKEN),
    };
    let opened = open_session(&app.store, account.id, channel, before).await.map_err(|_| BROKEN)?;
    let (_, cookie) = opened.ok_or(DEACTIVATED)?;
    let home = return_url.as_deref().unwrap_or("/");
    Ok((AppendHeaders([(SET_COOKIE, cookie.to_string())]), redirect(home)).into_response())
}

/// Takes the sign-on that this browser began out of the store: it cannot be used a second time.
async fn take_flow(app: &App, headers: &HeaderMap, query: &Query) -> Result<(Ticket, Flow), NotSignedIn> {
    let ticket =
        query.only("state").and_then(|state| Ticket::presented(state, headers, app.channel(headers)));
    let ticket = ticket.ok_or(NOT_UNDER_WAY)?;
    let flow = app.store.take_flow(ticket.state_hash(), ticket.binding_hash(), Timestamp::now()).await;
    Ok((ticket, flow.map_err(broken)?.ok_or(NOT_UNDER_WAY)?))
}

/// The code of the provider's answer. Other parameters are neither shown nor logged.
fn code_of(query: &Query) -> Result<String, NotSignedIn> {
    match (query.first("error"), query.only("code")) {
        (Some("access_denied"), _) => Err(DECLINED),
        (None, Some(code)) => Ok(code.to_owned()),
        _ => Err(failed(ProviderError::Reported)),
    }
}

/// Reports a provider's error to the operator.
fn failed(error: ProviderError) -> NotSignedIn {
    report(&error);
    if error.is_temporary() { UNREACHABLE } else { FAILED }
}

/// Reports an internal error to the operator.
fn broken(error: impl std::error::Error) -> NotSignedIn {
    report(&error);
    BROKEN
}

/// Redirects without `Referer`: the addresses of a sign-on contain secrets.
fn redirect(address: &str) -> Response {
    match HeaderValue::try_from(address) {
        Ok(location) => {
            let referrer = (REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
            (StatusCode::SEE_OTHER, [(LOCATION, location), referrer]).into_response()
        }
        Err(_) => BROKEN.into_response(),
    }
}

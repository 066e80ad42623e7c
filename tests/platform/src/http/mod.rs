//! The HTTP interface of the deployment: which requests there are, and how each is answered.

mod agents;
pub(crate) mod area;
pub(crate) mod body;
mod cors;
mod csrf;
pub(crate) mod error;
mod login;
mod logout;
mod not_signed_in;
mod permissions;
mod query;
mod roles;
mod session;
mod site;
mod sso;
mod user;
mod workspaces;

use std::path::Path;
use std::sync::Arc;

use address::Origin;
use axum::Router;
use axum::extract::{DefaultBodyLimit, Request};
use axum::http::header::{CACHE_CONTROL, X_CONTENT_TYPE_OPTIONS};
use axum::http::{HeaderMap, HeaderValue};
use axum::middleware;
use tower::ServiceExt;
use tower::util::option_layer;
use tower_http::set_header::SetResponseHeaderLayer;

use crate::auth::channel::Channel;
use crate::auth::credential::Presented;
use crate::auth::password::Passwords;
use crate::auth::wrong_passwords::WrongPasswords;
use crate::config::Bearer;
use crate::control::{self, Control};
use crate::reference;
use crate::sso::SingleSignOn;
use crate::store::Store;
use area::Area;

/// What every handler works with.
pub(crate) struct App {
    pub(crate) store: Store,
    pub(crate) passwords: Passwords,
    /// `None`: a password may be guessed as often as anybody likes.
    pub(crate) wrong_passwords: Option<WrongPasswords>,
    pub(crate) bearer: Bearer,
    /// The origin that people open the deployment by.
    pub(crate) origin: Origin,
    pub(crate) allowed_origins: Vec<Origin>,
    pub(crate) sso: SingleSignOn,
}

impl App {
    /// How the browser behind a request with these headers speaks with the deployment.
    pub(crate) fn channel(&self, headers: &HeaderMap) -> Channel {
        Channel::of(&self.origin, headers)
    }

    /// The tokens that a request with these headers carries.
    pub(crate) fn presented(&self, headers: &HeaderMap) -> Presented {
        Presented::by(headers, self.channel(headers))
    }
}

/// The whole deployment: the API, the site if there is one, and the control paths if they are asked for.
pub(crate) fn router(app: Arc<App>, control: Option<Arc<Control>>, site: Option<&Path>) -> Router {
    let api = api(&app, control.clone());
    let site = steered(site.map_or_else(nothing, site::router), control.clone());
    let steering = control.clone().map_or_else(nothing, |control| control::router(app.clone(), control));
    let about = steered(reference::router(control.is_some()), control.clone());

    let dispatch = move |request: Request| {
        let router = match Area::of(request.uri().path()) {
            Area::Api => &api,
            Area::Control => &steering,
            Area::Reference => &about,
            Area::Site => &site,
        };
        router.clone().oneshot(request)
    };
    let all = Router::new().fallback(dispatch);
    match control {
        Some(control) => all.layer(middleware::from_fn_with_state((app, control), control::log::record)),
        None => all,
    }
}

/// The API. Outermost first: faults that meet a preflight, cross-origin rules, other faults, the real answers.
fn api(app: &Arc<App>, control: Option<Arc<Control>>) -> Router {
    let endpoints = Router::new()
        .merge(login::routes())
        .merge(session::routes())
        .merge(logout::routes())
        .merge(permissions::routes())
        .merge(roles::routes())
        .merge(sso::routes())
        .merge(agents::routes())
        .merge(workspaces::routes())
        .method_not_allowed_fallback(error::method_not_allowed)
        .fallback(error::not_found)
        .layer(DefaultBodyLimit::disable())
        .layer(csrf::layer(&app.allowed_origins))
        .layer(SetResponseHeaderLayer::overriding(CACHE_CONTROL, HeaderValue::from_static("no-store")))
        .layer(SetResponseHeaderLayer::overriding(
            X_CONTENT_TYPE_OPTIONS,
            HeaderValue::from_static("nosniff"),
        ))
        .with_state(app.clone());

    let crossed = steered(endpoints, control.clone()).layer(option_layer(cors::layer(&app.allowed_origins)));
    match control {
        Some(control) => {
            crossed.layer(middleware::from_fn_with_state(control, control::faults::apply_to_preflights))
        }
        None => crossed,
    }
}

fn steered(router: Router, control: Option<Arc<Control>>) -> Router {
    match control {
        Some(control) => router.layer(middleware::from_fn_with_state(control, control::faults::apply)),
        None => router,
    }
}

fn nothing() -> Router {
    Router::new().fallback(error::not_found)
}

//! The HTTP interface of the deployment: the routes, and what is common to all answers.

mod agents;
pub(crate) mod area;
pub(crate) mod body;
mod cors;
mod csrf;
pub(crate) mod error;
mod files;
pub(crate) mod host;
pub(crate) mod known_origins;
mod login;
mod logout;
mod navigation;
mod not_signed_in;
mod permissions;
mod query;
mod roles;
mod session;
mod site;
mod sso;
mod user;
mod well_formed;
mod workspaces;

use std::path::Path;
use std::sync::Arc;

use axum::Router;
use axum::extract::{DefaultBodyLimit, Request};
use axum::http::header::{CACHE_CONTROL, STRICT_TRANSPORT_SECURITY, X_CONTENT_TYPE_OPTIONS};
use axum::http::{HeaderMap, HeaderName, HeaderValue};
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
use known_origins::KnownOrigins;

/// Browsers use only https for a year. Not for subdomains, which may belong to others.
const A_YEAR: HeaderValue = HeaderValue::from_static("max-age=31536000");

/// Caches do not store the answer, and browsers do not guess its type.
const PRIVATE: [(HeaderName, &str); 2] = [(CACHE_CONTROL, "no-store"), (X_CONTENT_TYPE_OPTIONS, "nosniff")];

/// The state that all handlers share.
pub(crate) struct App {
    pub(crate) store: Store,
    pub(crate) passwords: Passwords,
    /// `None`: password guesses are not limited.
    pub(crate) wrong_passwords: Option<WrongPasswords>,
    pub(crate) bearer: Bearer,
    pub(crate) origins: KnownOrigins,
    pub(crate) sso: SingleSignOn,
}

impl App {
    /// Whether the browser that sent these headers uses https.
    pub(crate) fn channel(&self, headers: &HeaderMap) -> Channel {
        Channel::of(&self.origins.own, headers)
    }

    /// The tokens in these headers.
    pub(crate) fn presented(&self, headers: &HeaderMap) -> Presented {
        Presented::by(headers, self.channel(headers))
    }
}

/// The whole deployment: the API, the site if there is one, and the control paths if they are on.
pub(crate) fn router(app: Arc<App>, control: Option<Arc<Control>>, site: Option<&Path>) -> Router {
    let is_encrypted = app.origins.own.root().scheme() == "https";
    let api = api(&app, control.clone());
    let site = steered(site.map_or_else(nothing, site::router), control.clone());
    let steering = control.clone().map_or_else(nothing, |control| control::router(app.clone(), control));
    let about = steered(reference::router(app.origins.clone(), control.is_some()), control.clone());

    let dispatch = move |request: Request| {
        let router = match Area::of(request.uri().path()) {
            Area::Api => &api,
            Area::Control => &steering,
            Area::Reference => &about,
            Area::Site => &site,
        };
        router.clone().oneshot(request)
    };
    let all = Router::new().fallback(dispatch).layer(middleware::from_fn(well_formed::refuse_others));
    // Browsers ignore this header in answers over http.
    let strict_transport = SetResponseHeaderLayer::if_not_present(STRICT_TRANSPORT_SECURITY, A_YEAR);
    let all = all.layer(option_layer(is_encrypted.then_some(strict_transport)));
    match control {
        Some(control) => all.layer(middleware::from_fn_with_state((app, control), control::log::record)),
        None => all,
    }
}

/// Every answer of this router is [`PRIVATE`].
pub(crate) fn private(router: Router) -> Router {
    PRIVATE.into_iter().fold(router, |router, (name, value)| {
        router.layer(SetResponseHeaderLayer::overriding(name, HeaderValue::from_static(value)))
    })
}

/// The API. Its layers, outermost first: faults for preflights, cross-origin rules, other faults, the endpoints.
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
        .layer(csrf::layer(&app.origins))
        .layer(middleware::from_fn_with_state(app.clone(), csrf::refuse_unknown_origins))
        .with_state(app.clone());

    let with_cors = steered(private(endpoints), control.clone());
    let with_cors = cors::allow(with_cors, &app.origins.allowed);
    match control {
        Some(control) => {
            with_cors.layer(middleware::from_fn_with_state(control, control::faults::apply_to_preflights))
        }
        None => with_cors,
    }
}

fn steered(router: Router, control: Option<Arc<Control>>) -> Router {
    match control {
        Some(control) => router.layer(middleware::from_fn_with_state(control, control::faults::apply)),
        None => router,
    }
}

/// Answers 404 to everything.
fn nothing() -> Router {
    private(Router::new().fallback(error::not_found))
}

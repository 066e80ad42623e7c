//! The state of a session, each part in a file of its own. As far as possible, the types have no value for a state that cannot occur.

mod announced;
mod auth_state;
mod backoff;
mod catalogue;
mod credentials;
mod dates;
mod identity;
mod lock;
mod page;
mod pending_request;
mod reads;
mod session_request;

pub(super) use announced::{Announced, AnnouncedState};
pub(super) use auth_state::{AuthState, Known};
pub(super) use catalogue::Catalogue;
pub(super) use credentials::{Cookie, Credentials};
pub(super) use dates::Dates;
pub(super) use identity::PageIdentity;
pub use lock::LONGEST_LOCK_MS;
pub(super) use lock::Lock;
pub(super) use page::Page;
pub(super) use pending_request::{PendingRequest, PendingRequests, Phase};
pub(super) use reads::{Caller, Reads};
pub(super) use session_request::{Reading, SessionRequest, SigningIn, SigningOut, WaitingSignIn};

use super::ids::RequestId;
use super::policy::Policy;
use super::view::View;
use crate::api::Token;

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct State {
    pub(super) policy: Policy,
    pub(super) closed: bool,
    pub(super) page: Page,
    pub(super) identity: PageIdentity,
    /// The newest request when the current epoch began: later requests belong to the epoch. An epoch begins at each change of the signed-in
    /// user, each sign-in and each sign-out (`begin_epoch`).
    pub(super) epoch_after: RequestId,
    pub(super) auth_state: AuthState,
    pub(super) credentials: Credentials,
    pub(super) catalogue: Catalogue,
    pub(super) lock: Lock,
    /// Whether another user may be signed in by now: `rules/invalidation.rs`.
    pub(super) unverified: bool,
    pub(super) in_flight: SessionRequest,
    pub(super) waiting_sign_in: Option<WaitingSignIn>,
    pub(super) reads: Reads,
    pub(super) pending: PendingRequests,
    /// The number of the newest request.
    pub(super) last_request: RequestId,
    pub(super) dates: Dates,
    pub(super) shown: View,
    pub(super) announced: Announced,
}

impl State {
    /// Makes a session that has not begun. Every gate is closed.
    pub fn new(policy: Policy, visible: bool, online: bool) -> Self {
        Self {
            policy,
            page: Page { visible, online, cut_off: !online, ..Page::default() },
            unverified: true,
            ..Self::default()
        }
    }

    // Not inlined, so that the code that drops the old auth_state is there once: every page loads it.
    #[inline(never)]
    pub(super) fn set_auth_state(&mut self, auth_state: AuthState) {
        self.auth_state = auth_state;
    }

    /// Returns what is shown.
    pub fn view(&self) -> &View {
        &self.shown
    }

    /// Whether a sign-out that is sent now must outlive the page, and so has `keepalive`. Otherwise a sign-out is sent without it: if a request
    /// with `keepalive` is aborted, browsers still let its late answer remove the cookie.
    pub fn sends_sign_out_with_keepalive(&self) -> bool {
        self.page.leaving_page
    }

    /// Whether the request was sent in the current epoch.
    pub(super) fn is_of_the_epoch(&self, id: RequestId) -> bool {
        id > self.epoch_after
    }

    /// Returns the access token to send, if there is one.
    pub fn token(&self) -> Option<&Token> {
        self.credentials.token()
    }
}

//! The signed-in user (`identity-api.md` 2.6), and the page's current identity (`session.identity`). `rules/expiry.rs` ends a session by time.

use crate::api::{Code, Handle, UserAndFeatures};
use crate::core::ids::RequestId;
use crate::core::state::{AuthState, Credentials, Known, PageIdentity, PendingRequest, Phase};
use crate::core::transition::Transition;
use crate::core::view::Reason;

impl Transition<'_> {
    /// Shows the user of an answer. `features_from`: the request that brought the features; `confirmed_ms`: when the request that
    /// brought the user was sent.
    pub fn show(
        &mut self,
        UserAndFeatures { user, features }: UserAndFeatures,
        company: Option<Handle>,
        (features_from, confirmed_ms): (RequestId, u64),
    ) {
        if self.state.identity.user.is_some_and(|other| other != user.id) {
            self.end_identity(Code::Superseded);
        }
        self.state.identity.user = Some(user.id);
        let role = self.state.auth_state.user().map(|user| user.role);
        if role.is_none_or(|role| role != user.role) {
            // Another role may be allowed to see the catalogue.
            self.state.catalogue.refusal = None;
        }
        let known = Known { user, features, company, confirmed_ms, features_from };
        self.state.set_auth_state(AuthState::Authenticated { known, error: None });
    }

    /// Ends the session: no user is signed in any more.
    #[inline(never)]
    pub fn end(&mut self, reason: Reason) {
        self.begin_epoch();
        self.state.set_auth_state(AuthState::Unauthenticated { reason, cookie_refused: false, error: None });
    }

    /// Begins a new epoch (`State::epoch_after`): forgets the user, and all that came with the sign-in. Permissions and roles under way are sent
    /// again. A session read under way is left to the caller.
    #[inline(never)]
    pub fn begin_epoch(&mut self) {
        self.restart_identity_requests();
        let state = &mut *self.state;
        state.epoch_after = state.last_request;
        state.set_auth_state(AuthState::default());
        state.credentials = Credentials::default();
        state.catalogue.forget();
    }

    /// Ends the current identity and its requests. A new identity begins without a user, until one is shown. A request with `keepalive` that was
    /// sent already goes on, and its answer is delivered, even a 401.
    pub fn end_identity(&mut self, code: Code) {
        let number = self.state.identity.number.wrapping_add(1);
        self.state.identity = PageIdentity { number, user: None };
        self.state.pending.reauthenticating = false;
        let is_kept_alive = |pending: &PendingRequest| pending.keepalive && pending.phase == Phase::Sent;
        self.give_up_requests(code, &|pending| !is_kept_alive(pending) && !pending.is_identity_independent());
        for pending in &mut self.state.pending.list {
            pending.is_last_try |= is_kept_alive(pending);
        }
    }
}

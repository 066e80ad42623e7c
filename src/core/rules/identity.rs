//! Who is signed in (`identity-api.md` 2.6), and the current identity of the page (`session.identity`). When a session ends by itself is in
//! `rules/expiry.rs`.

use crate::api::{Code, Handle, UserAndFeatures};
use crate::core::ids::RequestId;
use crate::core::state::{AuthState, Credentials, Known, PageIdentity, PendingRequest, Phase};
use crate::core::transition::Transition;
use crate::core::view::Reason;

impl Transition<'_> {
    /// Shows the user of an answer. `features_of`: the request that told the features; `confirmed_ms`: when the request
    /// for the user was sent.
    pub fn show(
        &mut self,
        UserAndFeatures { user, features }: UserAndFeatures,
        company: Option<Handle>,
        (features_of, confirmed_ms): (RequestId, u64),
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
        let known = Known { user, features, company, confirmed_ms, features_of };
        self.state.set_auth_state(AuthState::Authenticated { known, error: None });
    }

    /// Takes in that no user is signed in any more, for this reason.
    #[inline(never)]
    pub fn end(&mut self, reason: Reason) {
        self.begin_epoch();
        self.state.set_auth_state(AuthState::Unauthenticated { reason, cookie_refused: false, error: None });
    }

    /// Forgets who was signed in, and all that came with the sign-in. What was asked for in an older epoch is sent again, or ends with
    /// its identity; a session read is given up by what begins the epoch.
    #[inline(never)]
    pub fn begin_epoch(&mut self) {
        self.restart_identity_requests();
        let state = &mut *self.state;
        state.epoch_after = state.last_request;
        state.set_auth_state(AuthState::default());
        state.credentials = Credentials::default();
        state.catalogue.forget();
    }

    /// Ends the current identity. A new one begins, without a user; the first user who is shown fills it in. The requests of the old one end;
    /// a request with `keepalive` that has left goes on, and its answer is handed on.
    pub fn end_identity(&mut self, code: Code) {
        let number = self.state.identity.number.wrapping_add(1);
        self.state.identity = PageIdentity { number, user: None };
        self.state.pending.reauthenticating = false;
        let goes_on = |pending: &PendingRequest| pending.keepalive && pending.phase == Phase::Sent;
        self.give_up_requests(code, &|pending| !goes_on(pending) && !pending.is_identity_independent());
        for pending in &mut self.state.pending.list {
            pending.is_last_try |= goes_on(pending);
        }
    }
}

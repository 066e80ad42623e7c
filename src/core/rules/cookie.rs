//! Whether the browser accepts the session's cookie. The cookie is the authority on the signed-in user. The token takes its place only if,
//! after a sign-in, a read without the token finds no user.

use crate::api::{Code, Failure};
use crate::core::publication::SessionEvent;
use crate::core::state::{AuthState, Cookie};
use crate::core::transition::Transition;
use crate::core::view::Reason;

impl Transition<'_> {
    /// Whether the next read tells if the browser has kept the cookie of a sign-in. The user is known, but need not be shown (after a return
    /// from the back/forward cache the user is not).
    pub fn confirms_a_sign_in(&self) -> bool {
        self.state.credentials.cookie == Cookie::Unconfirmed && self.state.auth_state.known().is_some()
    }

    /// Called when a read without the token found no user. If that read was to confirm a sign-in, and there is a token, another read follows
    /// with the token: only that can tell whether the session has ended meanwhile. Returns whether it follows.
    pub fn read_again_with_token(&mut self) -> bool {
        let follows = self.confirms_a_sign_in() && self.state.credentials.refuse_cookie();
        if follows {
            self.state.reads.backoff.succeed();
            self.state.auth_state.set_error(None);
            self.revalidate_now();
        }
        follows
    }

    /// Ends the session, because the read that was to confirm a sign-in found no user, and there is no token.
    pub fn end_for_refused_cookie(&mut self) {
        self.end(Reason::Ended);
        if let AuthState::Unauthenticated { cookie_refused, .. } = &mut self.state.auth_state {
            *cookie_refused = true;
        }
        self.announce_refusal();
    }

    /// Confirms the credentials, because a session read has found a signed-in user.
    pub fn confirm_credentials(&mut self) {
        self.state.credentials.confirm();
        if self.state.credentials.cookie == Cookie::Refused {
            self.announce_refusal();
        }
    }

    /// Dispatches `cookie-refused`, once for each session.
    fn announce_refusal(&mut self) {
        if !core::mem::replace(&mut self.state.announced.cookie_refused, true) {
            self.session_events.push(SessionEvent::CookieRefused(Failure::of(Code::CookieRefused)));
        }
    }
}

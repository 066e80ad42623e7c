//! Whether the browser accepts the session's cookie. The cookie is the authority: only where a read without a bearer finds
//! no user after a sign-in does the token carry the session.

use crate::api::{Code, Failure};
use crate::core::publication::SessionEvent;
use crate::core::state::{AuthState, Cookie};
use crate::core::transition::Transition;
use crate::core::view::Reason;

impl Transition<'_> {
    /// Whether a read shows if the browser has kept a sign-in's cookie. This also holds for a known user who is not shown, as after a
    /// return from the back/forward cache.
    pub fn confirms_a_sign_in(&self) -> bool {
        self.state.credentials.cookie == Cookie::Unconfirmed && self.state.auth_state.known().is_some()
    }

    /// Has another read made that carries the token, where the read without a bearer that was to confirm a sign-in found no user, and there is
    /// a token: only that read can tell whether the session has ended since. Returns whether it is made.
    pub fn asks_the_token(&mut self) -> bool {
        let asks = self.confirms_a_sign_in() && self.state.credentials.refuse_cookie();
        if asks {
            self.state.reads.backoff.succeed();
            self.state.auth_state.set_error(None);
            self.revalidate_now();
        }
        asks
    }

    /// Ends the session, because the read that confirms a sign-in found no user, and there is no token.
    pub fn cookie_refused(&mut self) {
        self.end(Reason::Ended);
        if let AuthState::Unauthenticated { cookie_refused, .. } = &mut self.state.auth_state {
            *cookie_refused = true;
        }
        self.announce_refusal();
    }

    /// Confirms the credentials, because a session read has found a signed-in user.
    pub fn cookie_answered(&mut self) {
        self.state.credentials.confirm();
        if self.state.credentials.cookie == Cookie::Refused {
            self.announce_refusal();
        }
    }

    /// Fires `cookie-refused`, once for each session.
    fn announce_refusal(&mut self) {
        if !core::mem::replace(&mut self.state.announced.cookie_refused, true) {
            self.session_events.push(SessionEvent::CookieRefused(Failure::of(Code::CookieRefused)));
        }
    }
}

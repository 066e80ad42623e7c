//! Whether the browser accepts the session's cookie. The cookie is the authority: only where a read without a bearer finds
//! nobody after a sign-in does the token carry the session.

use crate::api::{Code, Failure};
use crate::core::publication::SessionEvent;
use crate::core::state::{Belief, Cookie};
use crate::core::turn::Turn;
use crate::core::view::Reason;

impl Turn<'_> {
    /// Whether a read shows if the browser has kept a sign-in's cookie. This also holds for a known user who is not shown, as after a
    /// return from the back/forward cache.
    pub(in crate::core) fn confirms_a_sign_in(&self) -> bool {
        self.state.credentials.cookie == Cookie::Unconfirmed && self.state.belief.known().is_some()
    }

    /// A read without a bearer found nobody. Where it was to confirm a sign-in, and there is a token, another read carries that: only the
    /// token can tell whether the session has ended since.
    pub(in crate::core) fn asks_the_token(&mut self) -> bool {
        let asks = self.confirms_a_sign_in() && self.state.credentials.refuse_cookie();
        if asks {
            self.state.reads.backoff.succeed();
            self.state.belief.set_error(None);
            self.question_urgently();
        }
        asks
    }

    /// The read that confirms a sign-in found nobody, and there is no token.
    pub(in crate::core) fn cookie_refused(&mut self) {
        self.end(Reason::Ended);
        if let Belief::Unauthenticated { cookie_refused, .. } = &mut self.state.belief {
            *cookie_refused = true;
        }
        self.announce_refusal();
    }

    /// A session read has found somebody signed in.
    pub(in crate::core) fn cookie_answered(&mut self) {
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

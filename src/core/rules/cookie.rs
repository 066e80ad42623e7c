//! Whether the browser accepts the session's cookie. The cookie is the authority: only where a read without a bearer finds
//! nobody after a sign-in does the token carry the session.

use crate::api::{Code, Failure};
use crate::core::publication::SessionEvent;
use crate::core::state::{Belief, Cookie};
use crate::core::turn::Turn;
use crate::core::view::Reason;

impl Turn<'_> {
    /// The read that confirms a sign-in found nobody.
    pub(in crate::core) fn cookie_refused(&mut self) {
        if self.state.credentials.refuse_cookie() {
            // A session that has ended meanwhile looks the same: only the token can tell.
            self.state.belief.set_error(None);
            self.state.reads.is_urgent = true;
        } else {
            self.end(Reason::Ended);
            if let Belief::Unauthenticated { cookie_refused, .. } = &mut self.state.belief {
                *cookie_refused = true;
            }
            self.announce_refusal();
        }
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

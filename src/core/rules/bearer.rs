//! Sends a request, and decides whether it carries the bearer token (`identity-api.md` 5.1 to 5.3). `state/credentials.rs` keeps the token,
//! and `src/browser/fetch.rs` writes the header.

use crate::core::effect::{Effect, Request};
use crate::core::ids::RequestId;
use crate::core::transition::Transition;

impl Transition<'_> {
    /// Sends a request, and returns its number. A request of the replayed journal was sent by the entry, and is adopted.
    pub fn send(&mut self, request: Request) -> RequestId {
        let bearer = self.carries_bearer(request);
        let id = self.state.last_request.next();
        self.state.last_request = id;
        self.act(match self.state.page.replaying {
            true => Effect::Adopt { id, request },
            false => Effect::Send { id, request, bearer },
        });
        id
    }

    /// Whether a request carries the bearer token, if there is one. The cookie is the authority on the signed-in user, so a session read
    /// carries the token only if the browser refuses the cookie.
    pub fn carries_bearer(&self, request: Request) -> bool {
        match request {
            Request::Permissions | Request::Roles | Request::Fetch(_) => self.state.token().is_some(),
            Request::Session => self.state.credentials.carries_reads(),
            Request::Login(_) | Request::Logout | Request::SsoConfig => false,
        }
    }
}

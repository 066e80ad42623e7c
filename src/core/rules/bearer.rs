//! How a request leaves, and whether it carries the bearer token (`identity-api.md` 5.1 to 5.3). The header is written in `src/browser/fetch.rs`.
//! Where the token is kept, and what drops it: `state/credentials.rs`.

use crate::core::effect::{Effect, Request};
use crate::core::ids::RequestId;
use crate::core::transition::Transition;

impl Transition<'_> {
    /// Begins a request, and numbers it. One that begins before the engine runs, the entry has begun.
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

    /// Whether a request carries the bearer token. Where there is one, permissions, roles and the page's own requests carry it. The cookie is
    /// the authority on who is signed in, so the session read carries the token only where the browser refuses the cookie.
    pub fn carries_bearer(&self, request: Request) -> bool {
        match request {
            Request::Permissions | Request::Roles | Request::Fetch(_) => self.state.token().is_some(),
            Request::Session => self.state.credentials.carries_reads(),
            Request::Login(_) | Request::Logout | Request::SsoConfig => false,
        }
    }
}

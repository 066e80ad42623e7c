//! Who is signed in (`identity-api.md` 2.5). When a session ends by itself is in `rules/expiry.rs`; what becomes of answers of
//! an older identity epoch in `rules/epoch.rs`.

use crate::api::{Identity, Kept};
use crate::core::clock::Since;
use crate::core::state::{Belief, Known};
use crate::core::turn::Turn;
use crate::core::view::Reason;

impl Turn<'_> {
    /// Shows who is signed in. `began`: when the request began whose answer says so.
    pub(in crate::core) fn show(&mut self, identity: Identity, company: Option<Kept>, began: Since) {
        let Self { state, .. } = self;
        state.exchanges.bind(state.epoch, identity.user.id);
        let role = state.belief.user().map(|user| user.role);
        if role.is_none() {
            // What was sent before may be answered for somebody else, or for nobody.
            state.reads.anothers_until = Some(state.last_request);
        }
        if role.is_none_or(|role| role != identity.user.role) {
            // This user may be allowed to see the catalogue: the role is another one, or nobody was known before.
            state.catalogue.refusal = None;
        }
        let known = Known { identity, company, confirmed: began };
        self.state.believe(Belief::Authenticated { known, doubt: None });
    }

    /// Nobody is signed in any more, for this reason.
    #[inline(never)]
    pub(in crate::core) fn end(&mut self, reason: Reason) {
        let was = self.owner().filter(|_| reason != Reason::SignedOut);
        self.begin_epoch();
        self.state.believe(Belief::Unauthenticated { reason, was, cookie_refused: false, doubt: None });
    }
}

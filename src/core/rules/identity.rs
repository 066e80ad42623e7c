//! Who is signed in, and when that ends by itself (`identity-api.md` 2.5, 3).

use crate::api::{Code, Failure, Identity, Kept};
use crate::core::clock::Since;
use crate::core::effect::Effect;
use crate::core::policy::TOKEN_LIFETIME_MS;
use crate::core::state::{Belief, Credentials, Known, Owed};
use crate::core::tab_message::TabMessage;
use crate::core::turn::Turn;
use crate::core::view::{Notice, Reason};

impl Turn<'_> {
    /// Shows who is signed in. `began`: when the request began whose answer says so.
    pub(in crate::core) fn show(&mut self, identity: Identity, company: Option<Kept>, began: Since) {
        let Self { state, .. } = self;
        state.exchanges.bind(state.epoch, identity.user.id);
        let role = state.belief.user().map(|user| user.role);
        if role.is_none() {
            // What was sent before may have been judged for somebody else, or nobody.
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
        let was = self.state.belief.last_user().filter(|_| reason != Reason::SignedOut).cloned();
        self.begin_epoch();
        self.state.believe(Belief::Unauthenticated { reason, was, cookie_refused: false, doubt: None });
    }

    /// A new identity epoch: what was asked before is not believed, and nothing that belongs to a user is kept.
    #[inline(never)]
    pub(in crate::core) fn begin_epoch(&mut self) {
        let state = &mut *self.state;
        state.epoch = state.epoch.wrapping_add(1);
        state.believe(Belief::default());
        state.credentials = Credentials::default();
        state.catalogue.forget();
    }

    /// The end of the 24 hours, and of what may be shown without a good answer.
    pub(in crate::core) fn check_ends(&mut self) {
        let Self { state, now, .. } = self;
        if state.credentials.check_end(*now) {
            if self.give_up_reading() {
                self.state.reads.owe(Owed::Soon);
            }
            self.end(Reason::Expired);
            self.act(Effect::Broadcast(TabMessage::Changed));
        }
        if self.state.credentials.check_replaced(self.now) {
            // Only a read tells who has signed in there.
            self.state.belief.withhold(None);
            self.state.reads.owe(Owed::Soon);
        }
        if self.staleness_ends_in_ms() == Some(0) {
            self.withhold_stale();
        }
    }

    /// The end by time of another tab's guard. Checked after the event: an answer may have ended the guard already.
    pub(in crate::core) fn check_guard(&mut self) {
        if self.state.sign_outs.check_end(self.state.policy.timeout_ms, self.now) {
            self.give_up_reading();
            self.state.reads.owe(Owed::Soon);
        }
    }

    /// In how many milliseconds the page is to be warned that the session ends.
    pub(in crate::core) fn warning_in_ms(&self) -> Option<u64> {
        let Self { state, now, .. } = self;
        let credentials = &state.credentials;
        let is_to_be_warned =
            state.policy.expiring_ms > 0 && !credentials.warned && state.belief.is_authenticated();
        let left_ms = credentials.signed_in.filter(|_| is_to_be_warned)?.left_ms(TOKEN_LIFETIME_MS, *now);
        Some(left_ms.saturating_sub(state.policy.expiring_ms))
    }

    pub(in crate::core) fn warn_of_end(&mut self) {
        if self.warning_in_ms() == Some(0) {
            self.state.credentials.warned = true;
            self.notices.push(Notice::Expiring);
        }
    }

    /// In how many milliseconds the gates close, unless the deployment is reached before.
    pub(in crate::core) fn staleness_ends_in_ms(&self) -> Option<u64> {
        let Belief::Authenticated { known, doubt } = &self.state.belief else { return None };
        let unreachable = doubt.is_some() || !self.state.page.online;
        unreachable.then(|| known.confirmed.left_ms(self.state.policy.max_stale_ms, self.now))
    }

    fn withhold_stale(&mut self) {
        let Belief::Authenticated { doubt, .. } = self.state.belief else { return };
        if doubt.is_none() {
            // Offline, and no read has failed: one is made as soon as there is a network.
            self.state.reads.owe(Owed::Soon);
        }
        self.state.belief.withhold(Some(doubt.unwrap_or(Failure::of(Code::Network))));
    }
}

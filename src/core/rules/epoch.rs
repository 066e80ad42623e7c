//! Identity epochs: one begins with each sign-in, sign-out and change of user. What was asked for in an older epoch is not
//! believed.
//!
//! - Session reads: the code that begins an epoch first gives up the read under way (it is aborted), and `step.rs`,
//!   `answered`, drops the answer to a request that was given up. Before the engine runs: `pkg/entry/opening.js`.
//! - Permissions and roles: `exchange_answered` (`rules/exchange.rs`) asks `is_of_this_epoch`.
//! - `session.fetch`: its caller gets the answer in any epoch. It opens no gate.
//! - A sign-in's answer begins a new epoch, so it is never old. A sign-out's answer names no user, so it opens no gate.

use crate::core::state::{Belief, Credentials, Exchange};
use crate::core::turn::Turn;

impl Turn<'_> {
    /// Forgets who was signed in, and all that belongs to a user.
    #[inline(never)]
    pub(in crate::core) fn begin_epoch(&mut self) {
        let state = &mut *self.state;
        state.epoch = state.epoch.wrapping_add(1);
        state.believe(Belief::default());
        state.credentials = Credentials::default();
        state.catalogue.forget();
    }

    pub(in crate::core) fn is_of_this_epoch(&self, exchange: &Exchange) -> bool {
        exchange.epoch == self.state.epoch
    }
}

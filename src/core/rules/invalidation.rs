//! The identity is unverified: another user may be signed in by now. What makes it so, and what follows: `docs/design.md`, "An
//! unverified identity". A read verifies it (`rules/session_read.rs`).

use crate::core::state::Phase;
use crate::core::transition::Transition;

impl Transition<'_> {
    /// Makes the identity unverified: no earlier read, permissions or roles count from here on, and a read follows.
    pub fn invalidate_identity(&mut self) {
        self.state.unverified = true;
        self.give_up_reading();
        self.restart_identity_requests();
        for pending in &mut self.state.pending.list {
            // The request may have been refused before what makes the identity unverified now.
            if pending.belongs_to_identity() && pending.phase == Phase::Unauthorized {
                pending.phase = Phase::Waiting;
            }
        }
        self.state.reads.backoff.due_by(0);
    }

    /// Makes the identity unverified. The read that verifies it leaves at once, also on a hidden page.
    pub fn revalidate_now(&mut self) {
        self.invalidate_identity();
        self.state.reads.is_urgent = true;
    }

    /// Makes the identity unverified where another user may have signed in, and no message says so: the other tabs are told of a change that
    /// the read finds.
    pub fn invalidate_and_suspend_credentials(&mut self) {
        self.suspend_credentials();
        self.state.reads.after_message = false;
        self.revalidate_now();
    }

    /// Suspends what a sign-in here has left until a read is answered. A user may be signed in again, so the `Date` of a sign-out counts no
    /// more.
    pub fn suspend_credentials(&mut self) {
        self.state.dates.signed_out_ms = 0;
        self.state.credentials.suspend();
    }
}

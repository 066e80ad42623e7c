//! Makes the identity unverified: another user may be signed in by now (`docs/design.md`, "An unverified identity"). A session read verifies
//! the identity (`rules/session_read.rs`).

use crate::core::state::Phase;
use crate::core::transition::Transition;

impl Transition<'_> {
    /// Makes the identity unverified: answers to earlier requests for the session, permissions or roles do not count, and a read follows.
    pub fn invalidate_identity(&mut self) {
        self.state.unverified = true;
        self.give_up_reading();
        self.restart_identity_requests();
        for pending in &mut self.state.pending.list {
            // The request was refused earlier, perhaps for the user before: it is sent again.
            if pending.belongs_to_identity() && pending.phase == Phase::Unauthorized {
                pending.phase = Phase::Waiting;
            }
        }
        self.state.reads.backoff.due_by(0);
    }

    /// Makes the identity unverified, and the read that verifies it urgent: it is sent at once, even on a hidden page.
    pub fn revalidate_now(&mut self) {
        self.invalidate_identity();
        self.state.reads.is_urgent = true;
    }

    /// Makes the identity unverified, because another user may have signed in without a message of a tab. So the other tabs are told if the
    /// read finds a change.
    pub fn invalidate_and_suspend_credentials(&mut self) {
        self.suspend_credentials();
        self.state.reads.after_message = false;
        self.revalidate_now();
    }

    /// Suspends the credentials of a sign-in here until a read is answered. A user may be signed in again, so the `Date` of the last sign-out
    /// does not count any more.
    pub fn suspend_credentials(&mut self) {
        self.state.dates.sign_out_date_ms = 0;
        self.state.credentials.suspend();
    }
}

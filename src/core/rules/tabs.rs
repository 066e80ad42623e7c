//! What a message of another tab changes. It may close gates, and never opens one: it does not say who is signed in. `signed-out` closes
//! them; all others make the identity unverified: what is shown stays, until a read is answered (`rules/invalidation.rs`).

use crate::api::Code;
use crate::core::tab_message::TabMessage;
use crate::core::transition::Transition;

/// A quarter of the first wait of a read that messages share.
const SHARED_MS: u64 = 16;
/// After so many the wait grows no longer: it is a second.
const MOST_DOUBLINGS: u32 = 3;

impl Transition<'_> {
    pub fn tab_message(&mut self, message: TabMessage) {
        self.state.reads.after_message = true;
        if self.state.in_flight.reading().is_some() {
            self.hold_next_read();
        }
        match message {
            TabMessage::SignedIn => {
                self.suspend_credentials();
                // The catalogue may have been refused to another user.
                self.state.catalogue.refusal = None;
                self.end_own_lock();
                self.invalidate_identity();
            }
            TabMessage::SignedOut(id) => {
                // The deployment may take this page's sign-in first, and the sign-out after it, which ends the new session.
                self.give_up_sign_in(Code::Superseded);
                self.refuse_waiting_sign_in(Code::Superseded);
                self.state.lock.add_other(id, self.now);
                self.close_gates();
            }
            TabMessage::SignOutOver(id) => {
                self.state.lock.end_of_other(id);
                self.invalidate_identity();
            }
            TabMessage::Changed => self.invalidate_identity(),
        }
    }

    /// Holds back the next read, as a message takes away the one under way, which may be older. The first time the next read leaves at once;
    /// where messages keep coming, ever later, up to a second: those that come until then share it.
    fn hold_next_read(&mut self) {
        let reads = &mut self.state.reads;
        if reads.taken_away > 0 {
            reads.held_until_ms = self.now.plus_ms(SHARED_MS << (2 * reads.taken_away.min(MOST_DOUBLINGS)));
        }
        reads.taken_away = reads.taken_away.saturating_add(1);
    }
}

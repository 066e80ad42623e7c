//! What follows from a message of another tab. A message does not say which user is signed in, so it never opens a gate. `SignedOut` closes the
//! gates; every other message makes the identity unverified: what is shown stays until a read is answered (`rules/invalidation.rs`).

use crate::api::Code;
use crate::core::tab_message::TabMessage;
use crate::core::transition::Transition;

/// The unit of the wait before a read that several messages share. The wait is 4, 16 or 64 units: 64 ms, 256 ms or 1024 ms.
const SHARED_MS: u64 = 16;
/// The number of messages after which the wait does not grow any more.
const MOST_STEPS: u32 = 3;

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
                // The deployment may get this page's sign-in before the sign-out, which then ends the new session: so the sign-in is given up.
                self.end_sign_ins(Code::Superseded);
                self.state.lock.add_other(id, self.now);
                self.close_gates();
            }
            TabMessage::SignOutOver(id) => {
                self.state.lock.end_other(id);
                self.invalidate_identity();
            }
            TabMessage::Changed => self.invalidate_identity(),
        }
    }

    /// Holds back the next read, because a message outdates the read under way. After the first message the next read is sent at once. If more
    /// messages come before a read is answered, it waits longer after each, up to a second, so that they share it.
    fn hold_next_read(&mut self) {
        let reads = &mut self.state.reads;
        if reads.given_up_for_message > 0 {
            reads.held_until_ms =
                self.now.plus_ms(SHARED_MS << (2 * reads.given_up_for_message.min(MOST_STEPS)));
        }
        reads.given_up_for_message = reads.given_up_for_message.saturating_add(1);
    }
}

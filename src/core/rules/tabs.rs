//! What a message of another tab changes.

use crate::api::Code;
use crate::core::state::Owed;
use crate::core::tab_message::TabMessage;
use crate::core::turn::Turn;

impl Turn<'_> {
    pub(in crate::core) fn heard(&mut self, message: TabMessage) {
        // A read that began before may answer for a cookie that is not there any more.
        if message != TabMessage::Changed {
            self.give_up_reading();
        }
        if message != TabMessage::SignedOut {
            self.state.reads.question(self.state.last_request);
        }
        self.state.reads.heard = true;
        match message {
            TabMessage::SignedIn => {
                self.state.credentials.set_aside();
                self.expect_a_newcomer();
                self.let_newcomer_in();
            }
            TabMessage::SignedOut => {
                // A sign-in under way may be judged before it, and end with it.
                self.give_up_sign_in(Code::Superseded);
                self.refuse_waiting_sign_in(Code::Superseded);
                self.state.sign_outs.hear(self.now);
                self.close_gates();
            }
            TabMessage::SignOutOver => {
                self.state.sign_outs.hear_end();
                if self.state.belief.known().is_some() {
                    // The user who is shown was found before that sign-out was over, and it may have been theirs.
                    self.state.belief.withhold(None);
                    self.expect_a_newcomer();
                }
            }
            // The other tab may have found somebody else.
            TabMessage::Changed => self.state.sign_outs.hold(),
        }
        // After `signed-out` nothing is urgent: that sign-out is under way, and `sign-out-over` follows.
        self.state.reads.owe(match message {
            TabMessage::SignedOut => Owed::Spaced,
            _ if self.state.sign_outs.pending.is_some() => Owed::Urgent,
            _ => Owed::Soon,
        });
    }
}

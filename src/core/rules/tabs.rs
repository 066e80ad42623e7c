//! What a message of another tab changes. It may close gates, and never opens one: it does not say who is signed in. `signed-out` closes
//! them; all others open the question who is signed in: what is shown stays, until a read answers it (`rules/question.rs`).

use crate::api::Code;
use crate::core::tab_message::TabMessage;
use crate::core::turn::Turn;

impl Turn<'_> {
    pub(in crate::core) fn tab_message(&mut self, message: TabMessage) {
        self.state.reads.after_message = true;
        match message {
            TabMessage::SignedIn => {
                self.set_aside();
                // The catalogue may have been refused to somebody else.
                self.state.catalogue.refusal = None;
                self.end_own_lock();
                self.question();
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
                self.question();
            }
            TabMessage::Changed => self.question(),
        }
    }
}

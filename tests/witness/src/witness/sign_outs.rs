//! The sign-outs that a page called or heard of, and what lifts them.

use super::{Sight, Witness};
use crate::deployment::{Person, SignOutId};
use platform_session::core::RequestId;

/// A sign-out that was called here, or heard of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct KnownSignOut {
    pub(super) id: SignOutId,
    /// Whom the page knew then; `None`: nobody, so it may be about anyone.
    pub(super) person: Option<Person>,
    pub(super) own: bool,
    /// How often it was told of, less how often that it is over.
    pub(super) open: u8,
    /// What is asked for after this request is no more bound by it: the page asked for the truth, or signed in.
    pub(super) lifted: Option<RequestId>,
}

impl Witness {
    pub(super) fn knows_sign_out(&mut self, id: SignOutId, own: bool, sight: &Sight<'_>) {
        // One that is repeated is still about the one who was there at the first; and where a sign-in may have been taken
        // that nobody has seen, about anyone.
        let is_repeated = own && sight.page.sign_outs.len() > 1;
        let person = self.known.or(self.signed_out().filter(|_| is_repeated));
        let person = person.filter(|_| !own || self.sign_in_unseen.is_none());
        match self.sign_outs.iter_mut().find(|known| known.id == id) {
            Some(known) => {
                known.person = known.person.filter(|_| !own || self.sign_in_unseen.is_none());
                (known.open, known.lifted) = (known.open.saturating_add(1), None);
            }
            None => self.sign_outs.push(KnownSignOut { id, person, own, open: 1, lifted: None }),
        }
    }

    /// Whom the newest sign-out that was called here is about, if it was known.
    pub fn signed_out(&self) -> Option<Person> {
        self.sign_outs.iter().rfind(|known| known.own).and_then(|known| known.person)
    }

    /// These sign-outs do not stand against what is asked for from here on.
    pub(super) fn lifts(&mut self, asked: RequestId, which: impl Fn(&KnownSignOut) -> bool) {
        for known in self.sign_outs.iter_mut().filter(|known| which(known)) {
            known.lifted = known.lifted.or(Some(asked));
        }
    }
}

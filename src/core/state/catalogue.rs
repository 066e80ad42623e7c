//! The role catalogue, as it is known in the current epoch.

use super::backoff::Backoff;
use crate::api::{Code, Failure, Handle};
use crate::core::clock::Now;

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Catalogue {
    pub roles: Option<Handle>,
    /// Whether the page listens to a value that depends on the catalogue.
    pub is_watched: bool,
    /// Why the deployment does not show the catalogue to this user. The engine does not read it again by itself before the next epoch, a change of
    /// the user's role, or a sign-in in another tab.
    pub refusal: Option<Code>,
    pub backoff: Backoff,
}

impl Catalogue {
    /// Forgets the catalogue, because the deployment may show another one to another user.
    pub fn forget(&mut self) {
        *self = Self { is_watched: self.is_watched, ..Self::default() };
    }

    /// Keeps the catalogue that was read.
    pub fn keep(&mut self, roles: Handle) {
        self.roles = Some(roles);
        self.refusal = None;
        self.backoff.succeed();
    }

    /// Takes in that a read of the catalogue failed. A failure that cannot pass is a refusal.
    pub fn fail(&mut self, failure: &Failure, now: Now) {
        if failure.code.is_retryable() {
            self.backoff.fail(failure, false, now);
        } else {
            self.refusal = Some(failure.code);
        }
    }
}

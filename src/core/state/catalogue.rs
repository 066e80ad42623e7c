//! The role catalogue, for one epoch.

use super::backoff::Backoff;
use crate::api::{Code, Failure, Handle};
use crate::core::clock::Now;

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Catalogue {
    pub roles: Option<Handle>,
    /// Whether the page watches something that depends on the catalogue.
    pub is_watched: bool,
    /// Why the deployment does not show the catalogue to this user. The engine does not ask again by itself before the next epoch,
    /// another role of the user, or a sign-in in another tab.
    pub refusal: Option<Code>,
    pub backoff: Backoff,
}

impl Catalogue {
    /// Forgets the catalogue: another user may be shown another one.
    pub fn forget(&mut self) {
        *self = Self { is_watched: self.is_watched, ..Self::default() };
    }

    /// Keeps the catalogue that was read.
    pub fn keep(&mut self, roles: Handle) {
        self.roles = Some(roles);
        self.refusal = None;
        self.backoff.succeed();
    }

    /// Notes that the deployment has not shown the catalogue. Another request would be answered the same, unless the deployment could not be
    /// reached.
    pub fn fail(&mut self, failure: &Failure, now: Now) {
        if failure.code.is_retryable() {
            self.backoff.fail(failure, false, now);
        } else {
            self.refusal = Some(failure.code);
        }
    }
}

//! Checks that a role catalogue that is shown, or its refusal, was answered under the current identity.

use super::{Sight, Witness};
use crate::rule::Rule;
use crate::wire::{Asks, Exchange};
use platform_session::api::{Code, Failure};
use platform_session::core::Answer;

/// What was answered to requests for the catalogue since the current identity began.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Catalogue {
    answered: bool,
    refused: bool,
    /// Whether the page has shown that the catalogue was refused by a 401.
    is_told: bool,
}

impl Catalogue {
    pub(super) fn forget(&mut self) {
        *self = Self::default();
    }

    /// Takes in that no user is signed in. A refusal that came without a user may still be shown.
    pub(super) fn is_known_no_more(&mut self) {
        self.answered = false;
    }
}

impl Witness {
    /// Takes in an answer to a request for the catalogue.
    pub(super) fn answers_catalogue(
        &mut self,
        exchange: &Exchange,
        whole: bool,
        answer: &Result<Answer, Failure>,
    ) {
        if exchange.asks != Asks::Roles || self.floor(exchange.id).is_some() {
            return;
        }
        match answer {
            Ok(_) => self.catalogue.answered |= whole,
            Err(Failure { status: Some(400..500), .. }) => self.catalogue.refused = true,
            Err(_) => {}
        }
    }

    pub(super) fn checks_catalogue(&mut self, sight: &Sight<'_>) {
        let view = sight.page.view();
        let broken = view.roles.is_some() && !self.catalogue.answered
            || view.roles_refusal.is_some() && !self.catalogue.refused;
        // While the newest session read has failed, the page cannot tell what a 401 means.
        let is_told = view.roles_refusal == Some(Code::Unauthenticated);
        let is_early = is_told && !self.catalogue.is_told && self.reads.failure.is_some();
        self.catalogue.is_told |= is_told;
        self.broken.add(Rule::Catalogue, broken || is_early);
    }
}

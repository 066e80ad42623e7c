//! Checks that a role catalogue that is shown, or its refusal, is an answer under the current identity.

use super::{Sight, Witness};
use crate::rule::Rule;
use crate::wire::{Exchange, RequestKind};
use platform_session::api::{Code, Failure};
use platform_session::core::Answer;

/// The answers to requests for the catalogue since the current identity began.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Catalogue {
    answered: bool,
    refused: bool,
    /// Whether the page has shown that the catalogue was refused by a 401.
    shows_401: bool,
}

impl Catalogue {
    pub(super) fn forget(&mut self) {
        *self = Self::default();
    }

    /// Notes that no user is signed in. A refusal that came without a user may still be shown.
    pub(super) fn forget_answer(&mut self) {
        self.answered = false;
    }
}

impl Witness {
    /// Notes an answer to a request for the catalogue.
    pub(super) fn note_answer_for_catalogue(
        &mut self,
        exchange: &Exchange,
        whole: bool,
        answer: &Result<Answer, Failure>,
    ) {
        if exchange.kind != RequestKind::Roles || self.floor(exchange.id).is_some() {
            return;
        }
        match answer {
            Ok(_) => self.catalogue.answered |= whole,
            Err(Failure { status: Some(400..500), .. }) => self.catalogue.refused = true,
            Err(_) => {}
        }
    }

    pub(super) fn check_catalogue(&mut self, sight: &Sight<'_>) {
        let view = sight.page.view();
        let broken = view.roles.is_some() && !self.catalogue.answered
            || view.roles_refusal.is_some() && !self.catalogue.refused;
        // While the newest session read has failed, the page cannot know what a 401 means.
        let shows_401 = view.roles_refusal == Some(Code::Unauthenticated);
        let is_early = shows_401 && !self.catalogue.shows_401 && self.reads.failure.is_some();
        self.catalogue.shows_401 |= shows_401;
        self.broken.add(Rule::Catalogue, broken || is_early);
    }
}

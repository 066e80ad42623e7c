//! Checks what is shown against what was granted.

use super::{Sight, Witness};
use crate::deployment::{Grant, Person, TOKEN_LIFETIME_MS, Who};
use crate::rule::Rule;
use crate::time::is_over;
use crate::wire::{Exchange, Says};
use platform_session::core::{Event, RequestId, Status, TabMessage};

/// What one answer granted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Granted {
    pub(super) request: RequestId,
    pub(super) grant: Grant,
    /// Whether this is granted to every user of the role: the answer names no user.
    pub(super) permissions: bool,
    pub(super) barred: Option<Rule>,
}

/// The features that were shown last: of which user, and by which request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Features {
    of: Person,
    told_by: RequestId,
}

impl Witness {
    pub(super) fn is_good(&mut self, exchange: &Exchange) {
        let asked_ms = exchange.asked_ms;
        self.last_good_ms = Some(self.last_good_ms.map_or(asked_ms, |last_ms| last_ms.max(asked_ms)));
    }

    pub(super) fn checks_an_end(&mut self, sight: &Sight<'_>, expired: bool) {
        if sight.page.view().status != Status::Unauthenticated {
            return;
        }
        let is_word = |event: &Event| {
            matches!(
                event,
                Event::LogoutCalled { .. } | Event::Message(TabMessage::SignedOut(_)) | Event::Started { .. }
            )
        };
        let word = sight.is(is_word)
            || sight.says().any(|(_, says)| {
                matches!(says, Says::SignedOut | Says::Session(Who::NoSession | Who::Deactivated))
            });
        let ended = sight.before.status != Status::Unauthenticated;
        self.broken.add(Rule::Word, ended && !word && !expired);
        // The session of a sign-in is over already if the answer came so late.
        let late = sight.says().any(|(_, says)| matches!(says, Says::SignedIn(_)));
        if ended || late {
            if !sight.replayed {
                self.bars(Rule::Ended, sight.asked());
            }
            self.catalogue.is_known_no_more();
            self.ends();
        }
    }

    /// Checks that what is shown is of one identity, that one answer granted it, and that nothing bars that answer.
    pub(super) fn checks_what_is_shown(&mut self, sight: &Sight<'_>) {
        let view = sight.page.view();
        let Some(user) = &view.user else { return self.forgets_doubles() };
        let Some(person) = Person::ALL.into_iter().find(|person| person.id() == user.id) else {
            return self.broken.add(Rule::Granted, true);
        };
        self.broken.add(Rule::Granted, self.known != Some(person));
        let is_its_end =
            |end_ms| self.signed_in.is_some_and(|signed_in| end_ms == signed_in.left_ms + TOKEN_LIFETIME_MS);
        self.broken.add(Rule::View, view.expires_at_ms.is_some_and(|end_ms| !is_its_end(end_ms)));
        let of_role = |granted: &&Granted| granted.grant.role() == user.role;
        let names = |granted: &&Granted| !granted.permissions && granted.grant.person == person;
        self.checks_a_grant(sight, |granted| of_role(&granted) && names(&granted));
        let opens = |granted: &Granted| {
            Some(granted.grant.features()) == view.features
                && of_role(&granted)
                && (granted.permissions || granted.grant.person == person)
        };
        if let Some(granted) = self.checks_a_grant(sight, opens) {
            let older = |features: &Features| features.of == person && granted.request < features.told_by;
            self.broken.add(Rule::Order, self.features.as_ref().is_some_and(older));
            self.features = Some(Features { of: person, told_by: granted.request });
        }
        let cut_off = self.reads.failure.is_some() || self.is_cut_off;
        self.broken.add(Rule::Stale, cut_off && self.is_too_old(sight));
        self.forgets_doubles();
    }

    /// Whether the last good answer is older than the page allows.
    pub(super) fn is_too_old(&self, sight: &Sight<'_>) -> bool {
        self.last_good_ms.is_some_and(|at| is_over(at, sight.page.policy().max_stale_ms, sight.now_ms))
    }

    /// Checks the newest grant that fits, one that nothing bars before all others, and returns it.
    fn checks_a_grant(&mut self, sight: &Sight<'_>, fits: impl Fn(&Granted) -> bool) -> Option<Granted> {
        let rank = |granted: &&Granted| (granted.barred.is_none(), granted.request);
        let newest = self.grants.iter().filter(|granted| fits(granted)).max_by_key(rank).copied();
        match newest {
            None => self.broken.add(Rule::Granted, true),
            Some(Granted { barred: Some(rule), .. }) => self.broken.add(rule, true),
            Some(granted) => self.broken.add(Rule::Expired, self.has_expired(granted, sight)),
        }
        newest
    }
}

//! Whether another user may have signed in, and from which request on an answer counts.

use super::{Granted, Sight, Witness};
use crate::deployment::Person;
use crate::rule::Rule;
use platform_session::core::RequestId;

/// The current identity: from the first user who is named on, until a sign-out or another user.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Identity {
    pub(super) number: u32,
    pub(super) user: Option<Person>,
}

impl Witness {
    /// Makes the identity unverified: no answer to a request so far can tell which user the browser's cookie is of. What is shown stays.
    pub(super) fn invalidates(&mut self, asked: RequestId) {
        self.unverified_up_to = Some(asked);
        self.bars_answers(Rule::Unverified, asked);
    }

    pub fn is_unverified(&self) -> bool {
        self.unverified_up_to.is_some()
    }

    /// Takes in that an answer which nothing bars names this person.
    pub(super) fn finds(&mut self, person: Person, says_so: RequestId, asked: RequestId, sight: &Sight<'_>) {
        if self.identity.user.is_some_and(|user| user != person) {
            // All but the answer that said so was asked under another user.
            let unbarred: Vec<_> =
                self.grants.iter().copied().filter(|granted| granted.request == says_so).collect();
            self.ends_identity(asked);
            self.grants.retain(|granted| granted.request != says_so);
            self.grants.extend(unbarred);
        }
        if self.known != Some(person) {
            let is_hers = |session| sight.deployment.person(session) == Some(person);
            self.signed_in = self.signed_in.filter(|signed_in| is_hers(signed_in.session));
        }
        self.identity.user = Some(person);
        self.known = Some(person);
        self.confirms_end();
    }

    pub(super) fn ends_identity(&mut self, asked: RequestId) {
        self.identity = Identity { number: self.identity.number + 1, user: None };
        self.bars(Rule::Identity, asked);
    }

    /// Bars answers: none to a request up to this one is shown from here on.
    pub(super) fn bars_answers(&mut self, rule: Rule, up_to: RequestId) {
        self.floors.retain(|(of, _)| *of != rule);
        self.floors.push((rule, up_to));
        self.floors.sort_unstable();
    }

    /// Bars answers, and also what is shown already by an answer to a request up to this one.
    pub(super) fn bars(&mut self, rule: Rule, up_to: RequestId) {
        if rule == Rule::Identity {
            self.catalogue.forget();
        }
        self.bars_answers(rule, up_to);
        for granted in self.grants.iter_mut().filter(|granted| granted.request <= up_to) {
            granted.barred = granted.barred.or(Some(rule));
        }
    }

    pub(super) fn floor(&self, id: RequestId) -> Option<Rule> {
        self.floors.iter().find(|(_, up_to)| id <= *up_to).map(|(rule, _)| *rule)
    }

    /// Drops grants that say the same as a newer one that may be shown.
    pub(super) fn forgets_doubles(&mut self) {
        let rank = |granted: &Granted| (granted.barred.is_none(), granted.request);
        let all = self.grants.clone();
        self.grants.retain(|granted| {
            let better = |other: &Granted| {
                (other.grant, other.permissions) == (granted.grant, granted.permissions)
                    && rank(other) > rank(granted)
            };
            !all.iter().any(better)
        });
    }
}

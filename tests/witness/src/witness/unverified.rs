//! Whether the identity is unverified, and which answers count.

use super::{Granted, Sight, Witness};
use crate::deployment::Person;
use crate::rule::Rule;
use platform_session::core::RequestId;

/// The current identity. Its user is the first that an answer names; it ends with a sign-out or another user.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Identity {
    pub(super) number: u32,
    pub(super) user: Option<Person>,
}

impl Witness {
    /// Makes the identity unverified: answers to the requests so far cannot say which user the browser's cookie belongs to. The user shown stays.
    pub(super) fn invalidate(&mut self, last_sent: RequestId) {
        self.unverified_up_to = Some(last_sent);
        self.bar_answers(Rule::Unverified, last_sent);
    }

    pub fn is_unverified(&self) -> bool {
        self.unverified_up_to.is_some()
    }

    /// Notes that an answer that counts names this person. `request` is the request of that answer.
    pub(super) fn note_user(
        &mut self,
        person: Person,
        request: RequestId,
        last_sent: RequestId,
        sight: &Sight<'_>,
    ) {
        if self.identity.user.is_some_and(|user| user != person) {
            // Only this answer is for the new identity.
            let unbarred: Vec<_> =
                self.grants.iter().copied().filter(|granted| granted.request == request).collect();
            self.end_identity(last_sent);
            self.grants.retain(|granted| granted.request != request);
            self.grants.extend(unbarred);
        }
        if self.known != Some(person) {
            let is_hers = |session| sight.deployment.person(session) == Some(person);
            self.signed_in = self.signed_in.filter(|signed_in| is_hers(signed_in.session));
        }
        self.identity.user = Some(person);
        self.known = Some(person);
        self.note_user_confirmed();
    }

    pub(super) fn end_identity(&mut self, last_sent: RequestId) {
        self.identity = Identity { number: self.identity.number + 1, user: None };
        self.bar(Rule::Identity, last_sent);
    }

    /// From here on, no answer to a request up to `up_to` is shown.
    pub(super) fn bar_answers(&mut self, rule: Rule, up_to: RequestId) {
        self.floors.retain(|(of, _)| *of != rule);
        self.floors.push((rule, up_to));
        self.floors.sort_unstable();
    }

    /// Also hides what is shown by an answer to such a request.
    pub(super) fn bar(&mut self, rule: Rule, up_to: RequestId) {
        if rule == Rule::Identity {
            self.catalogue.forget();
        }
        self.bar_answers(rule, up_to);
        for granted in self.grants.iter_mut().filter(|granted| granted.request <= up_to) {
            granted.barred = granted.barred.or(Some(rule));
        }
    }

    /// The rule by which the answer to this request does not count, if there is one.
    pub(super) fn floor(&self, id: RequestId) -> Option<Rule> {
        self.floors.iter().find(|(_, up_to)| id <= *up_to).map(|(rule, _)| *rule)
    }

    /// Drops grants that repeat a newer one, or one that may be shown.
    pub(super) fn forget_duplicates(&mut self) {
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

//! What is shown, against what was granted.

use super::{End, KnownSignOut, Sight, Witness};
use crate::deployment::{Grant, Person, Who};
use crate::rule::Rule;
use crate::wire::{Exchange, Says};
use platform_session::core::{Event, RequestId, Status, TabMessage};

/// What one answer granted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Granted {
    pub(super) request: RequestId,
    pub(super) grant: Grant,
    /// To whoever has the role: the answer names no user.
    pub(super) permissions: bool,
    pub(super) barred: Option<Rule>,
}

impl Witness {
    pub(super) fn checks_an_end(&mut self, sight: &Sight<'_>, says: Option<Says>, expired: bool) {
        if sight.page.view().status != Status::Unauthenticated {
            return;
        }
        let word = matches!(
            sight.event,
            Event::LogoutCalled { .. } | Event::Heard(TabMessage::SignedOut) | Event::Started { .. }
        ) || matches!(says, Some(Says::SignedOut | Says::Session(Who::Nobody | Who::Deactivated)));
        let ended = sight.before.status != Status::Unauthenticated;
        self.broken.add(Rule::Word, ended && !word && !expired);
        if ended || says.is_some_and(|says| matches!(says, Says::SignedIn(_))) {
            self.bars(Rule::Identity, sight.last_sent);
            self.ends();
        }
    }

    /// One identity, which one answer granted, that nothing bars.
    pub(super) fn checks_what_is_shown(&mut self, sight: &Sight<'_>) {
        let view = sight.page.view();
        let Some(user) = &view.user else { return self.forgets_doubles() };
        let Some(person) = Person::ALL.into_iter().find(|person| person.id() == user.id) else {
            return self.broken.add(Rule::Granted, true);
        };
        let says_so = sight.answered.map(|(exchange, _)| exchange.id);
        self.knows(person, says_so, sight);
        let named = |granted: &&Granted| {
            granted.grant.role() == user.role
                && granted.grant.features() == view.features
                && (granted.permissions || granted.grant.person == person)
        };
        let newest = self
            .grants
            .iter()
            .filter(named)
            .max_by_key(|granted| (granted.barred.is_none(), granted.request));
        match newest.copied() {
            None => self.broken.add(Rule::Granted, true),
            Some(Granted { barred: Some(rule), .. }) => self.broken.add(rule, true),
            Some(granted) => {
                self.broken.add(Rule::Expired, self.has_expired(granted, sight));
                self.bars(Rule::Order, RequestId(granted.request.0.saturating_sub(1)));
            }
        }
        let cut_off = self.newest_read_failed || !sight.page.online;
        let old = self.last_good.is_some_and(|at| at.is_over(sight.page.policy().max_stale_ms, sight.now));
        self.broken.add(Rule::Stale, cut_off && old);
        self.forgets_doubles();
    }

    /// `says_so`: the request whose answer names this person.
    pub(super) fn knows(&mut self, person: Person, says_so: Option<RequestId>, sight: &Sight<'_>) {
        if self.known.is_some_and(|known| known != person) {
            // All but the answer that said so was asked of somebody else.
            let unbarred: Vec<_> =
                self.grants.iter().copied().filter(|granted| Some(granted.request) == says_so).collect();
            self.bars(Rule::Identity, sight.last_sent);
            self.grants.retain(|granted| Some(granted.request) != says_so);
            self.grants.extend(unbarred);
            let is_hers = |session| sight.deployment.person(session) == Some(person);
            self.signed_in = self.signed_in.filter(|signed_in| is_hers(signed_in.session));
        }
        (self.known, self.was) = (Some(person), None);
        self.is_told_who(Some(person));
    }

    /// A read that nothing stands against names this person, shown or not.
    pub(super) fn finds(&mut self, person: Person, exchange: &Exchange, sight: &Sight<'_>) {
        if let Some(signed_in) = &mut self.signed_in
            && signed_in.end == End::InQuestion
        {
            signed_in.end = End::Unknown;
        }
        // Too old to be shown without a network, it says who is there all the same.
        let is_old = exchange.asked_at.is_over(sight.page.policy().max_stale_ms, sight.now);
        let is_withheld = self.known.is_some() || is_old && !sight.page.online;
        // While a sign-out is pending it may be the one who signed out, whom the page does not take for anybody.
        let view = sight.page.view();
        if is_withheld && view.status == Status::Unknown && !view.sign_out_pending {
            self.knows(person, Some(exchange.id), sight);
        }
    }

    /// Of answers that say the same, the newest that may be shown is enough.
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

    pub(super) fn bars(&mut self, rule: Rule, up_to: RequestId) {
        if rule == Rule::Identity {
            self.forgets_catalogue();
        }
        self.floors.retain(|(of, _)| *of != rule);
        self.floors.push((rule, up_to));
        self.floors.sort_unstable();
        for granted in self.grants.iter_mut().filter(|granted| granted.request <= up_to) {
            granted.barred = granted.barred.or(Some(rule));
        }
    }

    /// Why an answer may not be shown: where a grant is named, for the sign-outs, too.
    pub(super) fn bar(
        &self,
        exchange: &Exchange,
        at: u8,
        grant: Option<Grant>,
        sight: &Sight<'_>,
    ) -> Option<Rule> {
        let floor = self.floors.iter().find(|(_, up_to)| exchange.id <= *up_to).map(|(rule, _)| *rule);
        let stands = |known: &KnownSignOut| {
            let Some(grant) = grant else { return false };
            let judged_after = sight.deployment.judged(known.id).is_some_and(|judged| at >= judged);
            let somebody_else = known.person.is_some_and(|person| person != grant.person);
            let newer = sight.deployment.is_newer(grant.session, known.id);
            let lifted = known.lifted.is_some_and(|lifted| exchange.id > lifted);
            !(judged_after || somebody_else || newer || lifted)
        };
        floor.or(self.sign_outs.iter().any(stands).then_some(Rule::SignOut))
    }
}

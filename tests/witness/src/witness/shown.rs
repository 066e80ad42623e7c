//! Checks that what is shown was granted by an answer.

use super::{Sight, Witness};
use crate::deployment::{Grant, Person, SessionState, TOKEN_LIFETIME_MS};
use crate::rule::Rule;
use crate::time::is_over;
use crate::wire::{Exchange, Reply};
use platform_session::core::{Event, RequestId, Status, TabMessage, View};

/// What one answer granted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Granted {
    pub(super) request: RequestId,
    pub(super) grant: Grant,
    /// Whether the answer names a role and no user: then it grants its features to every user of the role.
    pub(super) permissions: bool,
    /// The rule that forbids to show this any more.
    pub(super) barred: Option<Rule>,
}

/// The features that were shown last: their user, and the request that granted them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Features {
    of: Person,
    request: RequestId,
}

impl Witness {
    pub(super) fn note_good_answer(&mut self, exchange: &Exchange) {
        let sent_ms = exchange.sent_ms;
        self.last_good_ms = Some(self.last_good_ms.map_or(sent_ms, |last_ms| last_ms.max(sent_ms)));
    }

    pub(super) fn check_an_end(&mut self, sight: &Sight<'_>, expired: bool) {
        if sight.page.view().status != Status::Unauthenticated {
            return;
        }
        let ends_session = |event: &Event| {
            matches!(
                event,
                Event::LogoutCalled { .. } | Event::Message(TabMessage::SignedOut(_)) | Event::Started { .. }
            )
        };
        let has_cause = sight.is(ends_session)
            || sight.replies().any(|(_, reply)| {
                matches!(
                    reply,
                    Reply::SignedOut | Reply::Session(SessionState::NoSession | SessionState::Deactivated)
                )
            });
        let ended = sight.before.status != Status::Unauthenticated;
        self.broken.add(Rule::Word, ended && !has_cause && !expired);
        // The answer to a sign-in may arrive so late that its session has expired already.
        let late = sight.replies().any(|(_, reply)| matches!(reply, Reply::SignedIn(_)));
        if ended || late {
            if !sight.replayed {
                self.bar(Rule::Ended, sight.last_sent());
            }
            self.catalogue.forget_answer();
            self.forget_user();
        }
    }

    /// Checks that the user, role and features shown were granted by answers that no rule bars.
    pub(super) fn check_what_is_shown(&mut self, sight: &Sight<'_>) {
        let view = sight.page.view();
        let Some(user) = &view.user else { return self.forget_duplicates() };
        let Some(person) = Person::ALL.into_iter().find(|person| person.id() == user.id) else {
            return self.broken.add(Rule::Granted, true);
        };
        self.broken.add(Rule::Granted, self.known != Some(person));
        let is_its_end =
            |end_ms| self.signed_in.is_some_and(|signed_in| end_ms == signed_in.left_ms + TOKEN_LIFETIME_MS);
        self.broken.add(Rule::View, view.expires_at_ms.is_some_and(|end_ms| !is_its_end(end_ms)));
        let of_role = |granted: &&Granted| granted.grant.role() == user.role;
        let names = |granted: &&Granted| !granted.permissions && granted.grant.person == person;
        self.check_a_grant(sight, |granted| of_role(&granted) && names(&granted));
        let opens = |granted: &Granted| {
            Some(granted.grant.features()) == view.features
                && of_role(&granted)
                && (granted.permissions || granted.grant.person == person)
        };
        if let Some(granted) = self.check_a_grant(sight, opens) {
            let older = |features: &Features| features.of == person && granted.request < features.request;
            self.broken.add(Rule::Order, self.features.as_ref().is_some_and(older));
            self.features = Some(Features { of: person, request: granted.request });
        }
        let cut_off = self.reads.failure.is_some() || self.is_cut_off;
        self.broken.add(Rule::Stale, cut_off && self.is_too_old(sight));
        self.forget_duplicates();
    }

    /// Notes that another user is shown than before this step, or the same after a sign-in here.
    pub(super) fn note_shown_user(&mut self, sight: &Sight<'_>, is_signed_in: bool) {
        let id = |view: &View| view.user.as_ref().map(|user| user.id);
        let shown = id(sight.page.view());
        if is_signed_in || shown.is_some() && shown != id(sight.before) {
            self.shown_since = sight.seen.last().map(|seen| seen.last_sent);
        }
    }

    /// Whether the last successful answer is older than `maxStaleMs`.
    pub(super) fn is_too_old(&self, sight: &Sight<'_>) -> bool {
        self.last_good_ms.is_some_and(|at| is_over(at, sight.page.policy().max_stale_ms, sight.now_ms))
    }

    /// Checks the best grant that fits: the newest one that no rule bars, or else the newest. Returns it.
    fn check_a_grant(&mut self, sight: &Sight<'_>, fits: impl Fn(&Granted) -> bool) -> Option<Granted> {
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

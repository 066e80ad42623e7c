//! The sign-outs that a page called or heard of, and what lifts them.

use super::{End, Sight, Witness};
use crate::deployment::{Person, SignOutId};
use crate::rule::Rule;
use crate::wire::{Asks, Exchange};
use platform_session::core::{CallId, RequestId};

/// A sign-out that was called here, or heard of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct KnownSignOut {
    pub(super) id: SignOutId,
    /// Whom the page knew then; `None`: nobody, so it may be about anyone.
    pub(super) person: Option<Person>,
    pub(super) own: bool,
    /// How often it was told of, less how often that it is over.
    pub(super) open: u8,
    /// They were shown at the call.
    was_shown: bool,
    /// A read has named somebody else since: it is theirs, if anyone's, that it would end.
    pub(super) is_anothers: bool,
    /// When it was called here, somebody else might have come since this request left. The answer to it, or to an older
    /// one, does not confirm the sign-out.
    called_after: Option<RequestId>,
    /// What is asked for after this request is no more bound by it: the page asked for the truth, or signed in.
    pub(super) lifted: Option<RequestId>,
}

impl Witness {
    pub(super) fn knows_sign_out(&mut self, id: SignOutId, own: bool, sight: &Sight<'_>) {
        // One that is repeated is still about the one who was there at the first; and where somebody else may have come
        // whom nobody has seen, about anyone.
        let is_known = self.sign_outs.iter().any(|known| known.id == id);
        let is_repeated = own && (is_known || sight.page.sign_outs.len() > 1);
        // Whose 24 hours are known to be over by the call is not there any more.
        let has_end = self.signed_in.is_some_and(|signed_in| signed_in.end == End::Known);
        let known = self.known.filter(|_| !(has_end && self.is_over(sight)));
        let was_shown = known.is_some();
        let person = known.or(self.signed_out().filter(|_| is_repeated));
        // So is one that is called again once another tab has spoken: nobody has been shown since the first. One that joins a
        // caller whose request left after that word changes nothing.
        let under_way =
            sight.page.newest_sign_out.filter(|_| sight.signing_out && sight.page.logouts.len() > 1);
        let joins = under_way.is_some_and(|request| !self.reads.is_in_question(request));
        let is_questioned = is_repeated && !joins && self.reads.is_questioned_still();
        let of_anyone = own && (self.newcomer_unseen || is_questioned);
        let person = person.filter(|_| !of_anyone);
        match self.sign_outs.iter_mut().find(|known| known.id == id) {
            Some(known) => {
                known.person = known.person.filter(|_| !of_anyone);
                (known.open, known.lifted, known.is_anothers) = (known.open.saturating_add(1), None, false);
                known.called_after = self.doubted.filter(|_| own);
            }
            None => self.sign_outs.push(KnownSignOut {
                id,
                person,
                own,
                open: 1,
                was_shown,
                is_anothers: false,
                called_after: self.doubted.filter(|_| own),
                lifted: None,
            }),
        }
    }

    /// Whom the newest sign-out that was called here is about, if it was known.
    pub fn signed_out(&self) -> Option<Person> {
        self.sign_outs.iter().rfind(|known| known.own).and_then(|known| known.person)
    }

    /// A read names somebody, whom another tab's sign-out may forbid to show.
    pub(super) fn is_told_of(&mut self, named: Person) {
        for known in self.sign_outs.iter_mut().filter(|known| known.own && known.was_shown) {
            known.is_anothers |= known.person.is_some_and(|person| person != named);
        }
    }

    /// Whether the sign-out that is told again would end somebody else's session.
    pub(super) fn has_sign_out_of_another(&self) -> bool {
        self.sign_outs.iter().rfind(|known| known.own).is_some_and(|known| known.is_anothers)
    }

    /// The deployment confirms a sign-out: those that were called before anybody might have come since the request left, and
    /// those that are given up.
    pub(super) fn confirms(&mut self, request: RequestId, sight: &Sight<'_>) {
        let is_over = |known: &KnownSignOut| {
            known.called_after < Some(request) || sight.deployment.is_given_up(known.id)
        };
        self.lifts(sight.last_sent, |known| known.own && is_over(known));
    }

    /// Whether this request, which is on its way, will do for a sign-out that is called now.
    pub fn is_told_by(&self, exchange: &Exchange) -> bool {
        matches!(exchange.asks, Asks::Logout(_)) && !exchange.given_up && self.doubted < Some(exchange.id)
    }

    /// Whoever is there is shown, or nobody is. Where that is in doubt by now, somebody else may still have come.
    pub(super) fn sees_newcomer(&mut self) {
        self.newcomer_unseen &= self.doubted.is_some();
    }

    /// The page was away when it was told of a sign-out.
    pub fn has_missed(&self) -> bool {
        self.missed
    }

    pub fn has_newcomer_since_sign_out(&self) -> bool {
        self.sign_out_doubted.is_some()
    }

    /// A sign-out of this page is not told before a read, and nobody may ever look.
    pub(super) fn is_waited_for(&self, sight: &Sight<'_>) -> bool {
        sight.before.sign_out_pending && self.sign_out_doubted.is_some()
    }

    /// A caller waits for its sign-out.
    pub(super) fn waits_for_sign_out(&self) -> bool {
        !self.logouts.is_empty()
    }

    /// One that is confirmed was sent after all that the page knew at the call: whoever had come by then is gone.
    pub(super) fn checks_sign_out_settled(&mut self, call: CallId, confirmed: bool, sight: &Sight<'_>) {
        let Some(at) = self.logouts.iter().position(|(logout, _)| *logout == call) else { return };
        let (_, doubted) = self.logouts.remove(at);
        let asked = sight.answered.map(|(exchange, _)| exchange.id);
        self.broken.add(Rule::SignOut, confirmed && doubted.is_some() && asked <= doubted);
    }

    /// These sign-outs do not stand against what is asked for from here on.
    pub(super) fn lifts(&mut self, asked: RequestId, which: impl Fn(&KnownSignOut) -> bool) {
        for known in self.sign_outs.iter_mut().filter(|known| which(known)) {
            known.lifted = known.lifted.or(Some(asked));
        }
    }
}

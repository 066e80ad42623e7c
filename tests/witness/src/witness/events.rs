//! Checks the events that the page's listeners get, by what the declarations say of each (`pkg/index.d.ts`, `SessionEvents`).

use super::calls::Kind;
use super::{Sight, Witness};
use crate::rule::Rule;
use platform_session::core::{Effect, Reason, SessionEvent};

/// Who is signed in, as the page was told last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) enum Known {
    /// Nothing yet: how a page is as it begins, is no event.
    #[default]
    Nothing,
    User(i64),
    NoUser,
    /// What came and went before the engine ran was never shown.
    Unsure,
}

impl Witness {
    /// Checks the events of a step. `signed_in`: a sign-in of this page has succeeded in it. Where the engine has just taken the journal,
    /// nothing is checked: what happened in it was never shown.
    pub(super) fn checks_events(&mut self, sight: &Sight<'_>, signed_in: bool) {
        let view = sight.page.view();
        let before = self.told_last;
        self.told_last = match (&view.user, view.reason) {
            (Some(user), _) => Known::User(user.id),
            (None, Some(_)) => Known::NoUser,
            (None, None) if sight.replayed && sight.seen.len() > 1 => Known::Unsure,
            (None, None) => before,
        };
        if sight.replayed || sight.page.closed {
            return;
        }
        let events: Vec<_> = sight
            .effects
            .iter()
            .filter_map(|effect| match effect {
                Effect::Publish(publication) => Some(&publication.session_events),
                _ => None,
            })
            .flatten()
            .collect();
        let count = |is: &dyn Fn(&SessionEvent) -> bool| events.iter().filter(|event| is(event)).count();
        let is_another = self.told_last != before;
        let came = matches!(self.told_last, Known::User(_))
            && view.user.is_some()
            && (signed_in || is_another && before != Known::Nothing);
        // That no user was signed in as the page began is no event; that a user has signed out is one.
        let was_there = matches!(before, Known::User(_))
            || before == Known::Nothing && view.reason == Some(Reason::SignedOut);
        let went = view.user.is_none() && is_another && was_there;
        let came_told = count(&|event| matches!(event, SessionEvent::SignedIn));
        let went_told = count(&|event| matches!(event, SessionEvent::SignedOut(_)));
        let is_told = came_told == usize::from(came) && went_told == usize::from(went);
        self.broken.add(Rule::Events, before != Known::Unsure && !is_told);
        self.checks_warning(count(&|event| *event == SessionEvent::Expiring), sight);
        // A read that a call waited for fails for that call alone.
        let failures = count(&|event| matches!(event, SessionEvent::RevalidationFailed(_)));
        let settles_a_read = sight.effects.iter().any(|effect| {
            let Effect::Settle { call, outcome: Err(_) } = effect else { return false };
            self.calls.iter().any(|known| known.call == *call && known.kind == Kind::Read)
        });
        self.broken.add(Rule::Events, failures > 0 && settles_a_read);
    }
}

//! Checks the events that the page's listeners get, against their declarations (`pkg/index.d.ts`, `SessionEvents`).

use super::calls::Kind;
use super::{Sight, Witness};
use crate::rule::Rule;
use platform_session::core::{Effect, Reason, SessionEvent};

/// What the last event said: which user is signed in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) enum Known {
    /// No event yet. The state at the beginning of a page fires none.
    #[default]
    Nothing,
    User(i64),
    NoUser,
    /// Users may have signed in and out before the engine ran, without an event.
    Unsure,
}

impl Witness {
    /// Checks the events of a step. `signed_in`: a sign-in of this page has succeeded in the step. After the engine has replayed the journal
    /// nothing is checked, because what happened before was never shown.
    pub(super) fn check_events(&mut self, sight: &Sight<'_>, signed_in: bool) {
        let view = sight.page.view();
        let before = self.announced;
        self.announced = match (&view.user, view.reason) {
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
        let is_another = self.announced != before;
        let came = matches!(self.announced, Known::User(_))
            && view.user.is_some()
            && (signed_in || is_another && before != Known::Nothing);
        // A page that begins without a user fires no event, unless the user has signed out on it.
        let was_there = matches!(before, Known::User(_))
            || before == Known::Nothing && view.reason == Some(Reason::SignedOut);
        let went = view.user.is_none() && is_another && was_there;
        let signed_in_events = count(&|event| matches!(event, SessionEvent::SignedIn));
        let signed_out_events = count(&|event| matches!(event, SessionEvent::SignedOut(_)));
        let is_right = signed_in_events == usize::from(came) && signed_out_events == usize::from(went);
        self.broken.add(Rule::Events, before != Known::Unsure && !is_right);
        self.check_warning(count(&|event| *event == SessionEvent::Expiring), sight);
        // If a call waits for a read that fails, only the call is rejected; no event is fired.
        let failures = count(&|event| matches!(event, SessionEvent::RevalidationFailed(_)));
        let settles_a_read = sight.effects.iter().any(|effect| {
            let Effect::Settle { call, outcome: Err(_) } = effect else { return false };
            self.calls.iter().any(|known| known.call == *call && known.kind == Kind::Read)
        });
        self.broken.add(Rule::Events, failures > 0 && settles_a_read);
    }
}

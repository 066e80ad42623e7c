//! What leaves a page, and what its calls end with.

use super::{Sight, Witness};
use crate::deployment::{Person, Who};
use crate::rule::Rule;
use crate::wire::Says;
use platform_session::core::{CallId, Effect, Event, Outcome, Request, SessionEvent};

/// A request of the page's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Fetch {
    pub(super) call: CallId,
    /// Whose it is; `None`: it was made where nobody was signed in, and is whoever's signs in.
    pub(super) person: Option<Person>,
    /// Who was there was not known yet: it is theirs.
    pub(super) unknown: bool,
    pub(super) sent: u8,
    pub(super) refused: bool,
    pub(super) may_wait: bool,
}

impl Witness {
    /// The first word on who is there.
    pub(super) fn is_told_who(&mut self, person: Option<Person>) {
        for fetch in self.fetches.iter_mut().filter(|fetch| fetch.unknown) {
            (fetch.person, fetch.unknown) = (fetch.person.or(person), false);
        }
    }

    /// Whose request it is that came with this call, as far as anybody was known.
    pub fn owner_of(&self, call: CallId) -> Option<Person> {
        self.fetches.iter().find(|fetch| fetch.call == call).and_then(|fetch| fetch.person)
    }

    pub(super) fn checks_what_leaves(&mut self, sight: &Sight<'_>) {
        // Where nobody is known, there is nobody whose it could be.
        self.broken.add(Rule::Bearer, self.known.is_none() && sight.page.token().is_some());
        for effect in sight.effects {
            if let Effect::Reauthenticate(need) = effect {
                let of = |fetch: &Fetch| fetch.person.is_none_or(|person| Some(person.id()) == need.user);
                let mut refused = self.fetches.iter().filter(|fetch| fetch.refused).peekable();
                let for_none = refused.peek().is_some() && !refused.any(of);
                // It may be asked for permissions or roles: whose these are is not followed.
                self.broken.add(Rule::Binding, for_none && !self.reads.has_shared_calls());
            }
            let Effect::Send { request, bearer, .. } = effect else { continue };
            let token = sight.page.token();
            if *bearer {
                let whose = token.and_then(|session| sight.deployment.person(session));
                let takes_none = matches!(request, Request::Login(_) | Request::Logout | Request::SsoConfig);
                self.broken.add(Rule::Bearer, takes_none || whose.is_none() || whose != self.known);
            }
            match request {
                Request::Session => {
                    let kept = sight.jar.is_some() && sight.jar == token;
                    let live = matches!(sight.deployment.who(sight.jar, sight.now), Who::Granted(_));
                    self.broken.add(Rule::CookieFirst, *bearer && (!self.is_carried() || kept && live));
                    let comes_online = *sight.event == Event::Online(true) && !sight.was_online;
                    self.broken.add(Rule::Jitter, comes_online && !sight.waited && !sight.at_once);
                }
                Request::Fetch(call) => {
                    let Some(fetch) = self.fetches.iter_mut().find(|fetch| fetch.call == *call) else {
                        continue;
                    };
                    let again = fetch.sent > 0;
                    fetch.sent += 1;
                    fetch.refused = false;
                    let another =
                        self.known.is_some_and(|known| fetch.person.is_some_and(|person| person != known));
                    let doubted = self.doubted.is_some() && fetch.person.is_some();
                    self.broken.add(Rule::Binding, another || doubted || again && self.known.is_none());
                    if again {
                        fetch.person = self.known;
                    }
                }
                Request::Login(call) => {
                    self.broken.add(Rule::Cache, self.left_behind.contains(call));
                }
                // Told again by itself: whoever is known now did not sign out.
                Request::Logout if !self.waits_for_sign_out() => {
                    let doubted = self.sign_out_doubted.is_some() || self.has_sign_out_of_another();
                    self.broken.add(Rule::Binding, self.known.is_some() || doubted);
                    self.broken.add(Rule::Window, sight.page.sign_in_window);
                }
                _ => {}
            }
        }
    }

    pub(super) fn checks_what_settles(&mut self, sight: &Sight<'_>) {
        // As it begins, those are handed on for whom one was in vain, and those of another.
        let begins = sight.effects.iter().any(|effect| matches!(effect, Effect::Reauthenticate(_)));
        for effect in sight.effects {
            match effect {
                Effect::Settle { call, outcome } => {
                    let refused = |fetch: &Fetch| {
                        fetch.call == *call && fetch.may_wait && fetch.sent == 1 && fetch.refused
                    };
                    let handed_on = *outcome == Ok(Outcome::Response) && self.fetches.iter().any(refused);
                    let early = handed_on && sight.page.reauthenticating && !begins;
                    self.broken.add(Rule::Waits, early);
                    self.fetches.retain(|fetch| fetch.call != *call);
                    self.checks_sign_out_settled(*call, outcome.is_ok(), sight);
                }
                Effect::Publish(publication) => {
                    let told = publication
                        .session_events
                        .iter()
                        .any(|event| matches!(event, SessionEvent::CookieRefused(_)));
                    let by_token = sight.answered.is_some_and(|(exchange, whole)| {
                        let says = exchange.judged.map(|judged| judged.says);
                        whole && exchange.bearer && matches!(says, Some(Says::Session(Who::Granted(_))))
                    });
                    self.broken.add(Rule::CookieRefused, told && sight.page.token().is_some() && !by_token);
                }
                _ => {}
            }
        }
    }
}

//! The role catalogue, and the refusal of one: to whom they were answered.

use super::{Sight, Witness};
use crate::deployment::{EXPERT, Person};
use crate::rule::Rule;
use crate::wire::{Exchange, Says};
use platform_session::core::{Answer, Event, View};

/// What was answered to requests for the catalogue since the identity began that is there now.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Catalogue {
    answers: Vec<Answered>,
    /// Who was shown last.
    shown: Option<Holder>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Answered {
    what: What,
    /// Whom the deployment let in.
    judged_for: Option<Person>,
    came_to: Recipient,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum What {
    Catalogue,
    /// Another role may be shown the catalogue.
    RefusedToRole,
    /// The 401 of a deployment that takes another credential.
    Unauthorized,
}

/// Who was there as an answer came, as far as the page was told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Recipient {
    /// Whoever is found there.
    Nobody,
    Known(Holder),
    /// Somebody else might have been there.
    InDoubt,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Holder {
    person: Person,
    expert: bool,
}

impl Answered {
    fn is_for(self, person: Person, shown: Option<Holder>) -> bool {
        let is_hers = match self.came_to {
            Recipient::Nobody => true,
            Recipient::Known(holder) if self.what == What::RefusedToRole => {
                shown.is_none_or(|shown| shown == holder)
            }
            Recipient::Known(holder) => holder.person == person,
            Recipient::InDoubt => false,
        };
        is_hers || self.judged_for == Some(person)
    }
}

impl Witness {
    /// An answer to a request for the catalogue.
    pub(super) fn is_told_of_catalogue(&mut self, exchange: &Exchange, whole: bool, sight: &Sight<'_>) {
        let Event::Answered { answer: Answer::Roles(answer), .. } = sight.event else { return };
        let what = match answer.as_ref().map_err(|failure| failure.status) {
            Ok(_) => What::Catalogue,
            Err(Some(401)) => What::Unauthorized,
            Err(Some(400..500)) => What::RefusedToRole,
            Err(_) => return,
        };
        let of_another = |(rule, up_to): &(Rule, _)| *rule == Rule::Identity && exchange.id <= *up_to;
        if self.floors.iter().any(of_another) {
            return;
        }
        let came_to = match (self.known, self.catalogue.shown) {
            _ if self.doubted.is_some() || self.reads.is_in_question(exchange.id) => Recipient::InDoubt,
            (Some(person), Some(shown)) if shown.person == person => Recipient::Known(shown),
            _ => Recipient::Nobody,
        };
        let answered = Answered { what, judged_for: judged_for(exchange, whole), came_to };
        if !self.catalogue.answers.contains(&answered) {
            self.catalogue.answers.push(answered);
            self.catalogue.answers.sort_unstable();
        }
    }

    /// Somebody else is there, or the same user has signed in again.
    pub(super) fn forgets_catalogue(&mut self) {
        self.catalogue = Catalogue::default();
    }

    pub(super) fn checks_catalogue(&mut self, sight: &Sight<'_>) {
        let view = sight.page.view();
        self.catalogue.shown = holder(view).or(self.catalogue.shown);
        let shown = self.catalogue.shown.filter(|shown| Some(shown.person) == self.known);
        let was_answered = |refused: bool| {
            let mut alike = self
                .catalogue
                .answers
                .iter()
                .filter(|answered| (answered.what != What::Catalogue) == refused);
            alike.any(|answered| self.known.is_none_or(|person| answered.is_for(person, shown)))
        };
        // While somebody else may be there, it closes gates only, and a read is to come.
        let is_to_come = self.doubted.is_some() || self.reads.is_questioned_still();
        let refused = view.roles_refusal.is_some() && !is_to_come;
        let broken = view.roles.is_some() && !was_answered(false) || refused && !was_answered(true);
        self.broken.add(Rule::Catalogue, broken);
    }
}

fn judged_for(exchange: &Exchange, whole: bool) -> Option<Person> {
    exchange.judged.filter(|_| whole).and_then(|judged| match judged.says {
        Says::Roles(grant) => Some(grant.person),
        _ => None,
    })
}

fn holder(view: &View) -> Option<Holder> {
    let user = view.user.as_ref()?;
    let person = Person::ALL.into_iter().find(|person| person.id() == user.id)?;
    Some(Holder { person, expert: user.role == EXPERT.into() })
}

//! The rules, and who watches over them in one tab.
//!
//! The witness knows what the deployment said and when a sign-in was called in truth, and nothing of the
//! machine's reasons.

use super::deployment::{Deployment, Grant, Issued, Person, Who};
use super::tab::Tab;
use super::wire::Says;
use platform_session::core::{Event, RequestId, Status, TabMessage, View};

/// What must hold always.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rule {
    /// What is shown is what one answer of the current epoch granted.
    Granted,
    /// Nobody is shown after a sign-out was called, until a newer sign-in.
    SignedOut,
    /// An answer to a request of an older epoch, or to one that was given up, changes nothing.
    OldEpoch,
    /// Within an epoch, no answer overwrites one to a later request.
    Order,
    /// Only the deployment's word, a sign-out or the known end makes a session unauthenticated.
    Word,
    /// On the way into the back/forward cache the gates close, and stay closed until the deployment has spoken.
    Cache,
    /// Every change of user begins a new epoch.
    OneIdentity,
    /// A session read carries a token only where the browser kept no cookie.
    CookieFirst,
}

impl Rule {
    fn bit(self) -> u8 {
        1 << self as u8
    }
}

/// The rules that were broken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Broken(u8);

impl Broken {
    pub fn has(self, rule: Rule) -> bool {
        self.0 & rule.bit() != 0
    }

    fn add(&mut self, rule: Rule, broken: bool) {
        if broken {
            self.0 |= rule.bit();
        }
    }
}

/// What an answer says, to a request of what number and epoch; `None`: it was lost.
#[derive(Clone, Copy, Debug)]
pub struct Heard {
    pub id: RequestId,
    pub epoch: u32,
    pub given_up: bool,
    /// Of a sign-out: whether it could be told matters in whatever epoch.
    pub of_sign_out: bool,
    pub says: Option<Says>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Witness {
    pub broken: Broken,
    /// Of the current epoch, with the request that was answered so.
    granted: Vec<(RequestId, Grant)>,
    /// Whom this epoch showed.
    known: Option<Person>,
    hidden: Option<Hidden>,
    /// When the sign-in of this epoch began.
    signed_in_ms: Option<u64>,
    token: Option<Issued>,
    cookie_refused: bool,
}

/// A sign-out was called here or in another tab.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Hidden {
    /// Whom it was about; `None`: it was not known.
    person: Option<Person>,
    /// Its place in the order of all sign-ins and sign-outs.
    called: u8,
    own: bool,
}

/// How a tab stood when an event came.
pub struct Before {
    view: View,
    epoch: u32,
    signing_out: bool,
}

impl Before {
    pub fn of(tab: &Tab) -> Self {
        Self { view: tab.view().clone(), epoch: tab.epoch(), signing_out: tab.is_signing_out() }
    }
}

/// What a token's life is over after (`identity-api.md` 2.5).
pub const TOKEN_LIFETIME_MS: u64 = 24 * 60 * 60 * 1000;

impl Witness {
    /// The session that the token held here belongs to.
    pub fn token(&self) -> Option<Issued> {
        self.token
    }

    /// Whether a sign-out waits to be confirmed.
    pub fn hides(&self) -> bool {
        self.hidden.is_some()
    }

    /// A sign-in answer's request began at `began_ms`; `called`: the newest sign-in's or sign-out's place.
    pub fn sees(
        &mut self,
        event: &Event,
        heard: Option<Heard>,
        before: &Before,
        tab: &TabSight<'_>,
        deployment: &Deployment,
    ) {
        let epoch_changed = tab.epoch != before.epoch;
        if epoch_changed {
            self.granted.clear();
        }
        let mut expired = self.is_over(tab);
        if let Some(heard) = heard {
            self.hears_answer(heard, before, tab);
            // A sign-in's answer may have been a day on its way.
            expired |= self.is_over(tab);
        }
        self.hears(event, before, tab);
        self.checks_what_is_shown(before, tab, deployment);
        self.checks_an_end(event, heard, before, tab, expired);
        if expired || (epoch_changed && !matches!(heard, Some(Heard { says: Some(Says::SignedIn(_)), .. }))) {
            self.signed_in_ms = None;
        }
        if !tab.holds_token {
            self.token = None;
        }
        if epoch_changed {
            self.known = None;
        }
        let shown = tab.view.user.as_ref().and_then(|user| person_of(user.id));
        let another = self.known.is_some_and(|known| shown.is_some_and(|shown| shown != known));
        self.broken.add(Rule::OneIdentity, another);
        self.known = shown.or(self.known);
    }

    /// Whether the token carries the session, for want of a cookie.
    pub fn is_carried(&self) -> bool {
        self.cookie_refused && self.token.is_some()
    }

    /// A session read leaves.
    pub fn sees_read(&mut self, bearer: bool) {
        let refused = self.cookie_refused;
        self.broken.add(Rule::CookieFirst, bearer && !refused);
    }

    fn hears_answer(&mut self, heard: Heard, before: &Before, tab: &TabSight<'_>) {
        let sign_in = matches!(heard.says, Some(Says::SignedIn(_) | Says::SignInRefused));
        let old = heard.given_up || (heard.epoch != before.epoch && !sign_in);
        if old && (heard.given_up || !heard.of_sign_out) {
            let changed = tab.view != &before.view || tab.epoch != before.epoch;
            // Time may have come to an end in the same step.
            self.broken.add(Rule::OldEpoch, changed && !self.is_over(tab));
        }
        // A later request's answer was believed already: this one says how things were before it.
        let overtaken = self.granted.iter().any(|(later, _)| *later > heard.id);
        if heard.given_up || (overtaken && matches!(heard.says, Some(Says::Session(_)))) {
            return;
        }
        match heard.says {
            Some(Says::SignedIn(grant)) => {
                self.granted = vec![(heard.id, grant)];
                self.hidden = None;
                self.signed_in_ms = tab.sign_in_began_ms;
                self.token = Some(grant.session);
                self.cookie_refused = false;
            }
            Some(Says::Session(who)) if !old => match who {
                Who::Granted(grant) => {
                    self.granted.push((heard.id, grant));
                    self.cookie_refused &= tab.epoch == before.epoch;
                }
                Who::Nobody => {
                    self.cookie_refused = tab.view.status != Status::Unauthenticated;
                    self.hidden = None;
                }
                Who::Deactivated => {
                    self.cookie_refused = false;
                    self.hidden = None;
                }
            },
            Some(Says::Permissions(grant)) if !old => self.granted.push((heard.id, grant)),
            Some(Says::SignedOut) => self.hidden = None,
            _ => {}
        }
    }

    /// Whether the token of the sign-in seen here has come to its known end.
    fn is_over(&self, tab: &TabSight<'_>) -> bool {
        self.signed_in_ms.is_some_and(|began| tab.now_ms.saturating_sub(began) >= TOKEN_LIFETIME_MS)
    }

    fn hears(&mut self, event: &Event, before: &Before, tab: &TabSight<'_>) {
        match event {
            Event::LogoutCalled { .. } if !before.signing_out => self.hide(true, tab.called),
            Event::RefreshCalled { .. } if !before.signing_out => self.hidden = None,
            Event::Heard(TabMessage::SignedOut) => self.hide(false, tab.called),
            Event::Heard(TabMessage::SignedIn) => {
                self.signed_in_ms = None;
                if !before.signing_out {
                    self.hidden = None;
                }
            }
            Event::Leaving => self.broken.add(Rule::Cache, tab.view.user.is_some()),
            Event::Heard(TabMessage::Changed) | Event::Restored => {
                let opens = *event == Event::Restored && tab.view.user.is_some();
                self.broken.add(Rule::Cache, opens);
                self.hidden = self.hidden.filter(|hidden| hidden.own);
            }
            _ => {}
        }
    }

    fn hide(&mut self, own: bool, called: u8) {
        let earlier = self.hidden;
        let person = self.known.or(earlier.and_then(|hidden| hidden.person));
        self.hidden = Some(Hidden { person, called, own: own || earlier.is_some_and(|hidden| hidden.own) });
        self.known = None;
        self.granted.clear();
    }

    fn checks_what_is_shown(&mut self, before: &Before, tab: &TabSight<'_>, deployment: &Deployment) {
        let Some(user) = &tab.view.user else { return };
        let shown = |view: &View| {
            let named = self.granted.iter().filter(|(_, grant)| {
                view.user
                    .as_ref()
                    .is_some_and(|user| user.id == grant.person.id() && user.user_type == grant.role())
                    && *view.features == grant.features()
            });
            named.copied().collect::<Vec<_>>()
        };
        let now = shown(tab.view);
        let earlier = if tab.epoch == before.epoch { shown(&before.view) } else { Vec::new() };
        self.broken.add(Rule::Granted, now.is_empty());
        let oldest_before = earlier.iter().map(|(id, _)| *id).min();
        let newest_now = now.iter().map(|(id, _)| *id).max();
        self.broken.add(Rule::Order, oldest_before > newest_now);
        if let Some(hidden) = self.hidden {
            let somebody_else = hidden.person.is_some_and(|person| person.id() != user.id);
            let newer = now.iter().any(|(_, grant)| deployment.called(grant.session) > hidden.called);
            self.broken.add(Rule::SignedOut, !somebody_else && !newer);
        }
    }

    fn checks_an_end(
        &mut self,
        event: &Event,
        heard: Option<Heard>,
        before: &Before,
        tab: &TabSight<'_>,
        expired: bool,
    ) {
        let ended =
            tab.view.status == Status::Unauthenticated && before.view.status != Status::Unauthenticated;
        let word = matches!(event, Event::LogoutCalled { .. } | Event::Heard(TabMessage::SignedOut))
            || heard.is_some_and(|heard| {
                matches!(heard.says, Some(Says::Session(Who::Nobody | Who::Deactivated))) && !heard.given_up
            });
        self.broken.add(Rule::Word, ended && !word && !expired);
    }
}

/// What a witness sees of its tab after an event.
pub struct TabSight<'a> {
    pub view: &'a View,
    pub epoch: u32,
    pub holds_token: bool,
    pub now_ms: u64,
    /// When the newest sign-in was called here.
    pub sign_in_began_ms: Option<u64>,
    /// The place of the newest sign-in or sign-out in the order of all of them.
    pub called: u8,
}

fn person_of(id: i64) -> Option<Person> {
    Person::ALL.into_iter().find(|person| person.id() == id)
}

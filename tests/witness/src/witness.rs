//! Who watches one page, and holds it to the rules.
//!
//! The witness knows what was called and heard on the page, what left it and when, what the deployment has on
//! record, and what is shown. It knows nothing of the machine's reasons, nor of its epochs.

mod catalogue;
mod looks;
mod other_calls;
mod reads;
mod sent;
mod shown;
mod sign_in;
mod sign_outs;

use self::catalogue::Catalogue;
use self::looks::Looked;
use self::reads::Reads;
use self::sent::Fetch;
use self::shown::Granted;
use self::sign_in::{Cookie, End, SignedIn};
use self::sign_outs::KnownSignOut;
use super::clocks::Clocks;
use super::deployment::{Deployment, Person, SessionId, SignOutId, Who};
use super::page::Page;
use super::rule::{Broken, Rule};
use super::wire::{Asks, Exchange, Says};
use platform_session::core::{CallId, Effect, Event, RequestId, Status, TabMessage, View};

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Witness {
    pub broken: Broken,
    grants: Vec<Granted>,
    /// No answer to a request up to this one may be shown any more, each for its reason.
    floors: Vec<(Rule, RequestId)>,
    /// Who is there, as far as the page was told: kept while it shows nobody for want of news.
    known: Option<Person>,
    /// Who was, until that session ended by itself.
    was: Option<Person>,
    /// The page was away when it was told of a sign-out. Words carry no data: of those that it hears of from then on, it
    /// cannot tell whose end it hears.
    missed: bool,
    sign_outs: Vec<KnownSignOut>,
    /// When the page heard of the newest sign-out of another tab.
    heard_at: Option<Clocks>,
    signed_in: Option<SignedIn>,
    /// When the newest good answer was asked for.
    last_good: Option<Clocks>,
    newest_read_failed: bool,
    fetches: Vec<Fetch>,
    /// The page came back from the back/forward cache, heard of a sign-in or of the late end of a sign-out, or has lost
    /// the answer to a sign-in of its own, after this request: the browser's cookie may be another's, and no answer that
    /// was asked for since has said whose.
    doubted: Option<RequestId>,
    /// Sign-ins that were called before the page left for the back/forward cache, and had not been sent.
    left_behind: Vec<CallId>,
    /// The same as `doubted`, since the newest sign-out was called here.
    sign_out_doubted: Option<RequestId>,
    /// `doubted` was set, and no answer that was asked for since has shown who is there.
    newcomer_unseen: bool,
    /// Calls of sign-outs that wait, each with what was in doubt then (see `doubted`).
    logouts: Vec<(CallId, Option<RequestId>)>,
    reads: Reads,
    looked: Looked,
    catalogue: Catalogue,
}

/// What a witness sees of one step.
pub struct Sight<'a> {
    pub event: &'a Event,
    /// The request that the event answers, unless it had been given up; `false`: without what the deployment said.
    pub answered: Option<(&'a Exchange, bool)>,
    pub sign_out: Option<SignOutId>,
    pub effects: &'a [Effect],
    pub before: &'a View,
    /// The newest request before the step.
    pub last_sent: RequestId,
    pub was_online: bool,
    pub was_visible: bool,
    /// A session read was under way.
    pub reading: bool,
    /// A session read or a sign-in is given up.
    pub gives_up: bool,
    /// A sign-in has ended without an answer, or with none that says whether it was taken.
    pub unsettled: bool,
    /// The draw of jitter makes no wait.
    pub at_once: bool,
    /// A sign-out of this page was under way.
    pub signing_out: bool,
    /// A sign-in of this page was under way.
    pub signing_in: bool,
    pub waited: bool,
    pub page: &'a Page,
    pub now: Clocks,
    pub jar: Option<SessionId>,
    pub deployment: &'a Deployment,
}

impl Witness {
    pub fn sees(&mut self, sight: &Sight<'_>) {
        let expired = self.is_over(sight);
        self.hears_of_reads(sight);
        self.hears(sight);
        if let Some((exchange, whole)) = sight.answered {
            self.is_told_for_reads(exchange, whole, sight);
            self.is_told_of_catalogue(exchange, whole, sight);
        }
        let says = match sight.answered {
            Some((exchange, true)) => exchange.judged.map(|judged| (exchange, judged.says, judged.at)),
            _ => None,
        };
        self.newest_read_failed |=
            says.is_none() && sight.answered.is_some_and(|(exchange, _)| exchange.asks == Asks::Session);
        if let Some((exchange, says, at)) = says {
            self.is_told(exchange, says, at, sight);
        }
        let expired = expired || self.is_over(sight);
        self.checks_an_end(sight, says.map(|(_, says, _)| says), expired);
        self.checks_what_is_shown(sight);
        self.checks_catalogue(sight);
        self.checks_what_leaves(sight);
        self.checks_reads(sight);
        self.sees_looks(sight);
        self.checks_what_settles(sight);
    }

    /// What happens on the page, or in another tab.
    fn hears(&mut self, sight: &Sight<'_>) {
        let asked = sight.last_sent;
        let timeout_ms = sight.page.policy().timeout_ms;
        if self.heard_at.take_if(|at| at.is_over(timeout_ms, sight.now)).is_some() {
            self.lifts(asked, |known| !known.own);
            self.guard_ends();
        }
        if sight.unsettled || matches!(sight.event, Event::SignInWindow(false)) {
            self.doubts(asked);
        }
        match sight.event {
            Event::LogoutCalled { .. } | Event::Heard(TabMessage::SignedOut) => {
                if let Some(id) = sight.sign_out {
                    let own = matches!(sight.event, Event::LogoutCalled { .. });
                    self.sign_out_doubted = self.sign_out_doubted.filter(|_| !own);
                    self.knows_sign_out(id, own, sight);
                    self.heard_at = if own { self.heard_at } else { Some(sight.now) };
                }
                if let Event::LogoutCalled { call, .. } = sight.event {
                    self.logouts.push((*call, self.doubted));
                }
                self.bars(Rule::SignOut, asked);
                self.ends();
                self.was = None;
            }
            Event::Heard(TabMessage::SignedIn) => {
                self.doubts(asked);
                // Decided so, although the word may be older than the sign-out: somebody signed in, and that stands.
                let is_over =
                    |known: &KnownSignOut| !sight.signing_out || sight.deployment.is_given_up(known.id);
                self.lifts(asked, |known| known.own && is_over(known));
                // The browser may have got a cookie: the next read tells.
                if let Some(signed_in) = &mut self.signed_in {
                    if signed_in.cookie == Cookie::Refused {
                        signed_in.cookie = Cookie::Unseen;
                    }
                    if signed_in.end == End::Known {
                        signed_in.end = End::InQuestion;
                    }
                }
            }
            Event::RefreshCalled { .. } => {
                self.lifts(asked, |known| known.own && sight.deployment.is_given_up(known.id));
            }
            // Somebody else may have been found there.
            Event::Heard(TabMessage::Changed) => self.sign_out_doubted = Some(asked),
            Event::Heard(TabMessage::SignOutOver) => {
                let heard = |known: &&mut KnownSignOut| Some(known.id) == sight.sign_out && known.open > 0;
                match self.sign_outs.iter_mut().find(heard) {
                    Some(known) => known.open -= 1,
                    None => self.missed = true,
                }
                let missed = self.missed;
                if self.known.is_some() {
                    self.doubts(asked);
                }
                let is_over = |known: &KnownSignOut| missed || sight.deployment.is_given_up(known.id);
                self.lifts(asked, |known| !known.own && is_over(known));
            }
            Event::Reauthenticated { resolved } => {
                if *resolved {
                    // The page may have signed somebody in by means of its own.
                    self.doubts(asked);
                }
                for fetch in self.fetches.iter_mut().filter(|fetch| fetch.refused) {
                    fetch.may_wait = false;
                }
            }
            Event::Leaving => {
                self.bars(Rule::Cache, asked);
                self.left_behind = sight.page.logins.iter().map(|login| login.call).collect();
            }
            Event::Restored => {
                self.bars(Rule::Cache, asked);
                self.doubts(asked);
            }
            Event::FetchCalled { call, replayable, within } => {
                let may_wait = *replayable && !within && sight.page.policy().reauthenticates;
                self.fetches.push(Fetch {
                    call: *call,
                    person: self.known.or(self.was),
                    unknown: sight.before.status == Status::Unknown,
                    sent: 0,
                    refused: false,
                    may_wait,
                });
            }
            Event::Started { .. } => self.last_good = Some(sight.now),
            _ => {}
        }
    }

    /// Whose the browser's cookie is, no answer to what was asked for so far can tell.
    fn doubts(&mut self, asked: RequestId) {
        (self.doubted, self.sign_out_doubted) = (Some(asked), Some(asked));
        self.newcomer_unseen = true;
    }

    /// Whoever was known is not any more.
    fn ends(&mut self) {
        self.was = self.known.take().or(self.was);
        self.signed_in = None;
        self.is_told_who(None);
    }

    /// The deployment's answer comes.
    fn is_told(&mut self, exchange: &Exchange, says: Says, at: u8, sight: &Sight<'_>) {
        let id = exchange.id;
        if matches!(says, Says::SignedIn(_) | Says::Session(_)) {
            for doubted in [&mut self.doubted, &mut self.sign_out_doubted] {
                *doubted = doubted.filter(|after| *after >= id);
            }
        }
        match says {
            Says::SignedIn(grant) => {
                let Asks::Login { called_at, .. } = exchange.asks else { return };
                self.sees_newcomer();
                self.lifts(sight.last_sent, |_| true);
                if self.was_left(id) {
                    // Hours ago perhaps: the page is still of whoever was there before, and the cookie may be anyone's.
                    self.signed_in = None;
                    return self.doubts(sight.last_sent);
                }
                self.bars(Rule::Identity, sight.last_sent);
                self.grants.push(Granted { request: id, grant, permissions: false, barred: None });
                self.signed_in = Some(SignedIn {
                    session: grant.session,
                    request: id,
                    called_at,
                    left_at: exchange.asked_at,
                    cookie: Cookie::Unseen,
                    end: End::Known,
                });
                self.known = Some(grant.person);
                self.is_told_who(None);
                self.is_good(exchange);
            }
            Says::Session(who) => {
                let bars = self.bar(exchange, at, None, sight);
                let newest = bars.is_none();
                let excused = self.may_carry_on(exchange, who, sight);
                if newest {
                    self.sees_cookie(exchange, who);
                }
                let is_denied = match who {
                    Who::Granted(grant) => self.known.is_some_and(|known| known != grant.person),
                    _ => sight.page.view().user.is_some(),
                };
                if self.reads.is_overtaken(id) && is_denied {
                    // It is no proof of who is there now; nor is anybody sure of the one who is shown.
                    self.doubts(sight.last_sent);
                }
                if let Who::Granted(grant) = who {
                    let barred = self.bar(exchange, at, Some(grant), sight);
                    self.is_told_of(grant.person);
                    if barred.is_none() {
                        self.sees_newcomer();
                        // Whoever signed out is not there any more.
                        self.lifts(id, |known| known.person.is_some_and(|person| person != grant.person));
                        self.finds(grant.person, exchange, sight);
                    }
                    self.grants.push(Granted { request: id, grant, permissions: false, barred });
                } else {
                    if newest {
                        self.sees_newcomer();
                        // What the sign-outs were to end is gone: who comes from here on has signed in some other way.
                        self.lifts(id, |_| true);
                    }
                    let shown = sight.page.view().user.is_some();
                    self.broken.add(Rule::Nobody, newest && shown && !excused);
                }
                self.is_good(exchange);
            }
            Says::Permissions(grant) => {
                // It names nobody: it may have been judged for another, or before the sign-out that the word was about.
                let in_question = self.reads.is_in_question(id).then_some(Rule::Identity);
                let barred = self.bar(exchange, at, Some(grant), sight).or(in_question);
                self.grants.push(Granted { request: id, grant, permissions: true, barred });
                self.is_good(exchange);
            }
            Says::Unauthorized => {
                for fetch in
                    self.fetches.iter_mut().filter(|fetch| exchange.asks == Asks::Fetch(fetch.call.0))
                {
                    fetch.refused = true;
                }
            }
            Says::SignedOut => self.confirms(id, sight),
            Says::SignInRefused | Says::Roles(_) | Says::Yes => {}
        }
    }

    /// Sent before the page went into the back/forward cache.
    fn was_left(&self, id: RequestId) -> bool {
        self.floors.iter().any(|(rule, up_to)| *rule == Rule::Cache && id <= *up_to)
    }

    fn is_good(&mut self, exchange: &Exchange) {
        let asked_at = exchange.asked_at;
        self.last_good = Some(self.last_good.map_or(asked_at, |last| last.later(asked_at)));
        self.newest_read_failed &= matches!(exchange.asks, Asks::Permissions);
    }
}

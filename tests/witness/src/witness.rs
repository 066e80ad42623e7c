//! Who watches one page, and holds it to the rules.
//!
//! The witness knows what was called and heard on the page, what left it and when, what the deployment has on
//! record, and what is shown. It knows nothing of the machine's reasons, nor of its epochs.

use super::clocks::Clocks;
use super::deployment::{Deployment, Grant, Person, SessionId, SignOutId, Who};
use super::page::Page;
use super::rule::{Broken, Rule};
use super::wire::{Asks, Exchange, Says};
use platform_session::core::policy::TOKEN_LIFETIME_MS;
use platform_session::core::{
    CallId, Effect, Event, Notice, Outcome, Reason, Request, RequestId, Status, TabMessage, View,
};

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Witness {
    pub broken: Broken,
    grants: Vec<Granted>,
    /// No answer to a request up to this one may be shown any more, each for its reason.
    floors: Vec<(Rule, RequestId)>,
    /// Who is there, as far as the page was told: kept while it shows nobody for want of news.
    known: Option<Person>,
    sign_outs: Vec<KnownSignOut>,
    signed_in: Option<SignedIn>,
    /// When the newest good answer was asked for.
    last_good: Option<Clocks>,
    newest_read_failed: bool,
    fetches: Vec<Fetch>,
}

/// What one answer granted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Granted {
    request: RequestId,
    grant: Grant,
    /// To whoever has the role: the answer names no user.
    permissions: bool,
    barred: Option<Rule>,
}

/// A sign-out that was called here, or heard of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct KnownSignOut {
    id: SignOutId,
    /// Whom the page knew then; `None`: nobody, so it may be about anyone.
    person: Option<Person>,
    own: bool,
    at: Clocks,
    /// What is asked for after this request is no more bound by it: the page asked for the truth, or signed in.
    lifted: Option<RequestId>,
}

/// The newest sign-in of this page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct SignedIn {
    session: SessionId,
    request: RequestId,
    called_at: Clocks,
    cookie: Cookie,
    /// Another tab has signed in anew.
    replaced: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Cookie {
    /// No read without the token was answered since.
    Unseen,
    Kept,
    Refused,
}

/// A request of the page's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Fetch {
    call: CallId,
    person: Option<Person>,
    sent: u8,
    refused: bool,
    may_wait: bool,
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
    /// The draw of jitter makes no wait.
    pub at_once: bool,
    /// A sign-out of this page was under way.
    pub signing_out: bool,
    pub waited: bool,
    pub page: &'a Page,
    pub now: Clocks,
    pub jar: Option<SessionId>,
    pub deployment: &'a Deployment,
}

impl Witness {
    /// Whether the token is known to carry the session, for want of a cookie.
    pub fn is_carried(&self) -> bool {
        self.signed_in.is_some_and(|signed_in| signed_in.cookie == Cookie::Refused)
    }

    pub fn sees(&mut self, sight: &Sight<'_>) {
        let expired = self.is_over(sight);
        self.hears(sight);
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
        self.checks_what_leaves(sight);
        self.checks_what_settles(sight);
    }

    /// What happens on the page, or in another tab.
    fn hears(&mut self, sight: &Sight<'_>) {
        let asked = sight.last_sent;
        match sight.event {
            Event::LogoutCalled { .. } | Event::Heard(TabMessage::SignedOut) => {
                if let Some(id) = sight.sign_out {
                    let own = matches!(sight.event, Event::LogoutCalled { .. });
                    self.knows_sign_out(id, own, sight);
                }
                self.bars(Rule::SignOut, asked);
                self.ends();
            }
            Event::Heard(TabMessage::SignedIn) => {
                // Decided so, although the word may be older than the sign-out: somebody signed in, and that stands.
                if !sight.signing_out {
                    self.lifts(asked, |known| known.own);
                }
                // The browser may have got a cookie: the next read tells.
                if let Some(signed_in) = &mut self.signed_in {
                    signed_in.replaced = true;
                    if signed_in.cookie == Cookie::Refused {
                        signed_in.cookie = Cookie::Unseen;
                    }
                }
            }
            Event::RefreshCalled { .. } => self.lifts(asked, |_| true),
            Event::Heard(TabMessage::SignOutOver) => {
                self.lifts(asked, |known| !known.own && sight.deployment.is_given_up(known.id));
            }
            Event::Leaving | Event::Restored => self.bars(Rule::Cache, asked),
            Event::FetchCalled { call, replayable, within } => {
                let may_wait = *replayable && !within && sight.page.policy().reauthenticates;
                self.fetches.push(Fetch {
                    call: *call,
                    person: self.known,
                    sent: 0,
                    refused: false,
                    may_wait,
                });
            }
            Event::Started { .. } => self.last_good = Some(sight.now),
            _ => {}
        }
    }

    fn knows_sign_out(&mut self, id: SignOutId, own: bool, sight: &Sight<'_>) {
        let person = self.known.or(self.sign_outs.last().and_then(|earlier| earlier.person));
        match self.sign_outs.iter_mut().find(|known| known.id == id) {
            Some(known) => known.at = sight.now,
            None => self.sign_outs.push(KnownSignOut { id, person, own, at: sight.now, lifted: None }),
        }
    }

    /// These sign-outs do not stand against what is asked for from here on.
    fn lifts(&mut self, asked: RequestId, which: impl Fn(&KnownSignOut) -> bool) {
        for known in self.sign_outs.iter_mut().filter(|known| which(known)) {
            known.lifted = known.lifted.or(Some(asked));
        }
    }

    /// Whoever was known is not any more.
    fn ends(&mut self) {
        self.known = None;
        self.signed_in = None;
    }

    fn bars(&mut self, rule: Rule, up_to: RequestId) {
        self.floors.retain(|(of, _)| *of != rule);
        self.floors.push((rule, up_to));
        self.floors.sort_unstable();
        for granted in self.grants.iter_mut().filter(|granted| granted.request <= up_to) {
            granted.barred = granted.barred.or(Some(rule));
        }
    }

    /// The deployment's answer comes.
    fn is_told(&mut self, exchange: &Exchange, says: Says, at: u8, sight: &Sight<'_>) {
        let id = exchange.id;
        match says {
            Says::SignedIn(grant) => {
                let Asks::Login { called_at, .. } = exchange.asks else { return };
                self.bars(Rule::Identity, sight.last_sent);
                self.lifts(sight.last_sent, |_| true);
                self.grants.push(Granted { request: id, grant, permissions: false, barred: None });
                let (session, cookie) = (grant.session, Cookie::Unseen);
                self.signed_in = Some(SignedIn { session, request: id, called_at, cookie, replaced: false });
                self.known = Some(grant.person);
                for fetch in &mut self.fetches {
                    fetch.person = fetch.person.or(self.known);
                }
                self.is_good(exchange);
            }
            Says::Session(who) => {
                let bars = self.bar(exchange, at, None, sight);
                let newest = bars.is_none();
                let excused = self.may_carry_on(exchange, who, sight);
                if newest {
                    self.sees_cookie(exchange, who);
                }
                if let Who::Granted(grant) = who {
                    let barred = self.bar(exchange, at, Some(grant), sight);
                    self.grants.push(Granted { request: id, grant, permissions: false, barred });
                } else {
                    if newest {
                        // What the sign-outs were to end is gone: who comes from here on has signed in some other way.
                        self.lifts(id, |_| true);
                    }
                    let shown = sight.page.view().user.is_some();
                    self.broken.add(Rule::Nobody, newest && shown && !excused);
                }
                self.is_good(exchange);
            }
            Says::Permissions(grant) => {
                let barred = self.bar(exchange, at, Some(grant), sight);
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
            Says::SignInRefused | Says::SignedOut | Says::Yes => {}
        }
    }

    fn is_good(&mut self, exchange: &Exchange) {
        if self.last_good.is_none_or(|last| last.mono_ms <= exchange.asked_at.mono_ms) {
            self.last_good = Some(exchange.asked_at);
        }
        self.newest_read_failed &= matches!(exchange.asks, Asks::Permissions);
    }

    /// Why an answer may not be shown: where a grant is named, for the sign-outs, too.
    fn bar(&self, exchange: &Exchange, at: u8, grant: Option<Grant>, sight: &Sight<'_>) -> Option<Rule> {
        let floor = self.floors.iter().find(|(_, up_to)| exchange.id <= *up_to).map(|(rule, _)| *rule);
        let stands = |known: &KnownSignOut| {
            let timeout_ms = sight.page.policy().timeout_ms;
            let Some(grant) = grant else { return false };
            let judged_after = sight.deployment.judged(known.id).is_some_and(|judged| at >= judged);
            let somebody_else = known.person.is_some_and(|person| person != grant.person);
            let newer = sight.deployment.is_newer(grant.session, known.id);
            let lifted = known.lifted.is_some_and(|lifted| exchange.id > lifted);
            let over = !known.own && known.at.is_over(timeout_ms, exchange.asked_at);
            !(judged_after || somebody_else || newer || lifted || over)
        };
        floor.or(self.sign_outs.iter().any(stands).then_some(Rule::SignOut))
    }

    /// After a sign-in, the first read without its token finds nobody: the token may still carry the session.
    fn may_carry_on(&self, exchange: &Exchange, who: Who, sight: &Sight<'_>) -> bool {
        who == Who::Nobody
            && !exchange.bearer
            && sight.page.token().is_some()
            && self.signed_in.is_some_and(|signed_in| signed_in.cookie == Cookie::Unseen)
    }

    fn sees_cookie(&mut self, exchange: &Exchange, who: Who) {
        let Some(signed_in) = &mut self.signed_in else { return };
        if exchange.bearer || exchange.id <= signed_in.request {
            return;
        }
        signed_in.cookie = match (who, signed_in.cookie) {
            (Who::Granted(_), _) => Cookie::Kept,
            (Who::Nobody, Cookie::Unseen) => Cookie::Refused,
            (_, cookie) => cookie,
        };
    }

    /// Whether the sign-in seen here has come to its known end.
    fn is_over(&self, sight: &Sight<'_>) -> bool {
        self.signed_in.is_some_and(|signed_in| signed_in.called_at.is_over(TOKEN_LIFETIME_MS, sight.now))
    }

    fn checks_an_end(&mut self, sight: &Sight<'_>, says: Option<Says>, expired: bool) {
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
    fn checks_what_is_shown(&mut self, sight: &Sight<'_>) {
        let view = sight.page.view();
        let Some(user) = &view.user else { return self.forgets_doubles() };
        let Some(person) = Person::ALL.into_iter().find(|person| person.id() == user.id) else {
            return self.broken.add(Rule::Granted, true);
        };
        if self.known.is_some_and(|known| known != person) {
            // All but the answer that said so was asked of somebody else.
            let says_so = sight.answered.map(|(exchange, _)| exchange.id);
            let unbarred: Vec<_> =
                self.grants.iter().copied().filter(|granted| Some(granted.request) == says_so).collect();
            self.bars(Rule::Identity, sight.last_sent);
            self.grants.retain(|granted| Some(granted.request) != says_so);
            self.grants.extend(unbarred);
            if self
                .signed_in
                .is_some_and(|signed_in| sight.deployment.person(signed_in.session) != Some(person))
            {
                self.signed_in = None;
            }
        }
        self.known = Some(person);
        for fetch in &mut self.fetches {
            fetch.person = fetch.person.or(self.known);
        }
        let named = |granted: &&Granted| {
            granted.grant.role() == user.user_type
                && granted.grant.features() == *view.features
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

    fn has_expired(&self, granted: Granted, sight: &Sight<'_>) -> bool {
        let seen_here = self
            .signed_in
            .is_some_and(|signed_in| !signed_in.replaced && signed_in.session == granted.grant.session);
        let judged_at = sight.deployment.judged_at(granted.grant.session);
        seen_here && judged_at.is_some_and(|at| at.is_over(TOKEN_LIFETIME_MS, sight.now))
    }

    /// Of answers that say the same, the newest that may be shown is enough.
    fn forgets_doubles(&mut self) {
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

    fn checks_what_leaves(&mut self, sight: &Sight<'_>) {
        for effect in sight.effects {
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
                    let another = self.known.is_some() && self.known != fetch.person;
                    self.broken.add(Rule::Binding, another || again && self.known != fetch.person);
                }
                // Told again by itself: whoever is known now did not sign out.
                Request::Logout if !matches!(sight.event, Event::LogoutCalled { .. }) => {
                    self.broken.add(Rule::Binding, self.known.is_some());
                }
                _ => {}
            }
        }
    }

    fn checks_what_settles(&mut self, sight: &Sight<'_>) {
        for effect in sight.effects {
            match effect {
                Effect::Settle { call, outcome } => {
                    let signed_out = sight.page.view().reason == Some(Reason::SignedOut);
                    let refused = |fetch: &Fetch| {
                        let another = self.known.is_some() && self.known != fetch.person;
                        fetch.call == *call && fetch.may_wait && fetch.sent == 1 && fetch.refused && !another
                    };
                    let handed_on = *outcome == Ok(Outcome::Response) && self.fetches.iter().any(refused);
                    let early = handed_on && sight.page.reauthenticating && !signed_out;
                    self.broken.add(Rule::Waits, early);
                    self.fetches.retain(|fetch| fetch.call != *call);
                }
                Effect::Publish(publication) => {
                    let told =
                        publication.notices.iter().any(|notice| matches!(notice, Notice::CookieRefused(_)));
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

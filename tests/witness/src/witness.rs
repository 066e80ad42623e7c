//! Watches one page, and holds it to the rules. A witness knows what the page has called and received, what left it and when, what the
//! deployment has answered, and what is shown; it knows nothing of the machine's reasons, nor of its epochs.

mod calls;
mod catalogue;
mod events;
mod focus;
mod reads;
mod sent;
mod shown;
mod sight;
mod sign_in;
mod sign_outs;
mod unverified;

pub use self::sight::{Seen, Sight};

use self::calls::Call;
use self::catalogue::Catalogue;
use self::events::Known;
use self::focus::Focus;
use self::reads::Reads;
use self::shown::{Features, Granted};
use self::sign_in::{Cookie, End, SignedIn};
use self::sign_outs::{Due, Locks};
use self::unverified::Identity;
use super::deployment::{Person, Who};
use super::rule::{Broken, Rule};
use super::wire::{Asks, Exchange, Says};
use platform_session::api::{Code, Failure};
use platform_session::core::{Command, Event, PageEvent, RequestId, SignOutId, TabMessage};

/// How long a sign-in waits, at least, for the sign-outs before it.
pub const PATIENCE_MS: u64 = 3_000;
/// If the document sent the first read longer than this before the page began, its answer does not verify the identity.
const FRESH_MS: u64 = 1_000;
/// How much older, by `Date`, an answer may be than an earlier one.
const DATES_DIFFER_MS: u64 = 5_000;

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Witness {
    pub broken: Broken,
    locks: Locks,
    /// While the identity is unverified: only an answer to a request after this one can say who is signed in.
    unverified_up_to: Option<RequestId>,
    identity: Identity,
    grants: Vec<Granted>,
    features: Option<Features>,
    /// For each rule the newest request with an answer that may not be shown any more. Neither may answers to earlier ones.
    floors: Vec<(Rule, RequestId)>,
    /// The signed-in user, as far as the page was told: kept while the page shows no user because an answer is missing.
    known: Option<Person>,
    signed_in: Option<SignedIn>,
    /// When the newest request left that has a good answer.
    last_good_ms: Option<u64>,
    /// Whether the browser says that it is offline, and no read has been answered since.
    is_cut_off: bool,
    newest_date_ms: u64,
    /// The `Date` of the newest confirmed sign-out (0: a user may be signed in again), and when its answer came.
    signed_out_ms: u64,
    signed_out_at_ms: u64,
    /// Whether the newest answer to a read does not count: it may be from before the sign-out of the same second.
    is_unclear: bool,
    /// The moment until which the next read may wait, and no longer.
    held_until_ms: u64,
    /// By how much an answer was older than an earlier one, and accepted all the same: clocks differ.
    differ_ms: u64,
    /// The newest answer that was refused as too old: its `Date`, and the newest `Date` known then.
    refused_ms: Option<(u64, u64)>,
    /// Whether an answer that a service worker kept was young enough to be taken.
    deceived: bool,
    /// The request for the role catalogue that is under way, for a call or for none.
    roles_on_wire: Option<RequestId>,
    /// Whether the newest request for the role catalogue was answered 401.
    roles_refused: bool,
    calls: Vec<Call>,
    /// The sign-in under way; the sign-out under way, and the lock that it is to end.
    signing_in: Option<RequestId>,
    signing_out: Option<(RequestId, Option<SignOutId>)>,
    reads: Reads,
    /// The newest request at the moment when the page's `reauthenticate` ended.
    asked_again_up_to: Option<RequestId>,
    /// Whether a token was held after the last step.
    held_token: bool,
    /// Whether another tab has sent a message since the newest answer to a read.
    was_told: bool,
    focus: Focus,
    catalogue: Catalogue,
    told_last: Known,
}

impl Witness {
    /// Takes in one step of the page, and notes the rules that it breaks.
    pub fn sees(&mut self, sight: &Sight<'_>) {
        let mut due = Due::default();
        self.is_unclear = false;
        // The session's end is judged first: a request that this step gives up may invalidate the identity.
        let mut expired = sight.seen.first().is_some_and(|seen| self.is_over_before(seen));
        let gives_way = self.signing_out.is_some_and(|(id, _)| sight.cancels(id)) && sight.signs_in();
        self.sees_what_is_given_up(sight, &mut due);
        // The newest request before the newest sign-in call: a read up to it counts no more.
        let mut overtaken = None;
        for seen in sight.seen {
            if let Event::LoginCalled { complete: true, .. } = seen.event {
                overtaken = Some(seen.asked);
            }
            expired |= self.is_over_before(seen);
            self.ends_locks(seen.asked, seen.at_ms, sight);
            self.handles_for_reads(seen, sight);
            self.handles(seen, sight, &mut due);
            // While no engine runs, no request is given up: an answer that came too late is recognised here.
            let is_overtaken =
                |exchange: &Exchange| exchange.asks == Asks::Session && Some(exchange.id) <= overtaken;
            let is_late = |exchange: &Exchange| {
                sight.replayed && (self.floor(exchange.id).is_some() || is_overtaken(exchange))
            };
            if let Some((exchange, whole)) = seen.answered.as_ref().filter(|(exchange, _)| !is_late(exchange))
            {
                self.is_answered(exchange, *whole, seen, sight, &mut due);
            }
        }
        self.ends_locks(sight.asked(), sight.now_ms, sight);
        if gives_way {
            self.locks.gives_way();
        }
        if sight.replayed && !sight.adopts {
            self.reads.is_given_up();
        }
        expired |= !self.reads.is_away && self.is_over(sight.now_ms, due.signed_in);
        self.checks_an_end(sight, expired);
        self.checks_what_is_shown(sight);
        self.checks_catalogue(sight);
        self.checks_lock(sight);
        self.checks_broadcasts(sight, &due);
        self.checks_what_leaves(sight, &due);
        self.checks_reads(sight);
        self.sees_focus(sight);
        self.checks_events(sight, due.signed_in);
        self.checks_calls(sight);
    }

    /// Whether the session was over before this event. A page that is away, or was frozen, reads the session before it says so.
    fn is_over_before(&self, seen: &Seen) -> bool {
        let asks_first = self.reads.is_away || seen.event == Event::Page(PageEvent::Resumed);
        !asks_first && self.is_over(seen.at_ms, false)
    }

    /// Takes in which requests this step aborts. The deployment may judge a sign-in that was aborted, and sign a user in.
    fn sees_what_is_given_up(&mut self, sight: &Sight<'_>, due: &mut Due) {
        if self.signing_in.is_some_and(|id| sight.cancels(id)) {
            self.signing_in = None;
            due.changed = true;
            self.suspends_credentials();
            self.invalidates(sight.asked());
            self.reads.is_urgent();
        }
        if self.reads.under_way.is_some_and(|id| sight.cancels(id)) {
            self.reads.is_given_up();
        }
        if self.signing_out.is_some_and(|(id, _)| sight.cancels(id)) {
            self.signing_out = None;
        }
        self.roles_on_wire = self.roles_on_wire.filter(|id| !sight.cancels(*id));
        for call in &mut self.calls {
            let is_cancelled = call.on_wire.is_some_and(|id| sight.cancels(id));
            call.is_cancelled = is_cancelled;
            call.on_wire = call.on_wire.filter(|_| !is_cancelled);
        }
    }

    /// Takes in what happened on the page, or in another tab.
    fn handles(&mut self, seen: &Seen, sight: &Sight<'_>, due: &mut Due) {
        let asked = seen.asked;
        if seen.reading && matches!(seen.event, Event::Message(_)) {
            // Messages that keep coming share one read, which may wait for them.
            self.held_until_ms = seen.at_ms + 1_024;
        }
        self.handles_calls(seen, sight);
        match &seen.event {
            Event::Started { .. } => {
                self.last_good_ms = Some(seen.at_ms);
                self.invalidates(RequestId(0));
                if let Some(Who::Granted(grant)) = seen.initial {
                    let request = RequestId(0);
                    self.grants.push(Granted { request, grant, permissions: false, barred: None });
                    self.finds(grant.person, request, asked, sight);
                }
            }
            Event::LogoutCalled { id, .. } => {
                due.called.push(self.locks.call(*id));
                self.signs_out(asked);
            }
            Event::Message(TabMessage::SignedOut(id)) => {
                self.locks.add_other(*id, seen.at_ms);
                self.signs_out(asked);
            }
            Event::Message(TabMessage::SignedIn) => {
                self.locks.end_own(due);
                self.invalidates(asked);
                self.suspends_credentials();
            }
            Event::Message(TabMessage::SignOutOver(id)) => {
                self.locks.end_other(*id);
                self.invalidates(asked);
            }
            Event::Message(TabMessage::Changed) | Event::Page(PageEvent::Resumed) => self.invalidates(asked),
            Event::Asked { command: Command::Refresh, .. } if self.locks.own_failure().is_some() => {
                self.locks.end_own(due);
                self.invalidates(asked);
            }
            Event::Page(PageEvent::Offline) => self.is_cut_off = true,
            Event::Page(PageEvent::Online) => self.is_cut_off = false,
            Event::Page(PageEvent::WindowGone) => {
                self.suspends_credentials();
                self.invalidates(asked);
            }
            // The page may have signed a user in by means of its own.
            Event::Page(PageEvent::Reauthenticated) => self.invalidates(asked),
            Event::Page(PageEvent::Leaving) => {
                self.bars(Rule::Cache, asked);
                self.forgets_unconfirmed_cookie();
            }
            Event::Page(PageEvent::Restored) => {
                self.bars(Rule::Cache, asked);
                self.forgets_unconfirmed_cookie();
                self.invalidates(asked);
            }
            Event::Page(PageEvent::Closed) => self.ends_identity(asked),
            _ => {}
        }
    }

    /// Takes in that a sign-out was called, here or in another tab.
    fn signs_out(&mut self, asked: RequestId) {
        self.bars(Rule::Lock, asked);
        self.ends_identity(asked);
        self.ends();
    }

    /// Takes in that no user is known any more.
    fn ends(&mut self) {
        self.known = None;
        self.signed_in = None;
    }

    /// Takes in an answer, or the failure of a request.
    fn is_answered(
        &mut self,
        exchange: &Exchange,
        whole: bool,
        seen: &Seen,
        sight: &Sight<'_>,
        due: &mut Due,
    ) {
        let Event::Answered { answer, .. } = &seen.event else { return };
        let judged = exchange.judged.filter(|_| whole);
        let dates_before = (self.refused_ms, self.newest_date_ms);
        let of_the_session = matches!(exchange.asks, Asks::Session | Asks::Login { .. } | Asks::Logout);
        let mut failure = answer.as_ref().err().copied();
        let mut says = judged.map(|judged| judged.says);
        if let Some(judged) = judged
            && of_the_session
            && failure.is_none()
        {
            let names = matches!(judged.says, Says::Session(Who::Granted(_)));
            let is_older = judged.date_ms + self.differ_ms + DATES_DIFFER_MS < self.newest_date_ms;
            let is_undone = names && judged.date_ms <= self.signed_out_ms;
            let is_cached = exchange.asks == Asks::Session && (is_older || is_undone);
            let behind_ms = self.newest_date_ms.saturating_sub(judged.date_ms);
            let shows_a_clock = self.refused_ms.is_some_and(|(refused_ms, newest_ms)| {
                judged.date_ms > refused_ms
                    && (newest_ms == self.newest_date_ms
                        || behind_ms.abs_diff(newest_ms.saturating_sub(refused_ms)) <= DATES_DIFFER_MS)
            });
            if is_cached && (is_undone || !shows_a_clock) {
                self.refused_ms = Some((judged.date_ms, self.newest_date_ms));
                (failure, says) = (Some(Failure::of(Code::InvalidResponse)), None);
            } else {
                if is_cached {
                    // A cached answer would say the same again, so this is none: a clock was set back, or the servers' clocks differ.
                    self.differ_ms = self.newest_date_ms - judged.date_ms;
                }
                self.newest_date_ms = self.newest_date_ms.max(judged.date_ms);
                self.deceived |= exchange.cached;
            }
            match exchange.asks {
                Asks::Login { .. } => self.signed_out_ms = 0,
                Asks::Logout => (self.signed_out_ms, self.signed_out_at_ms) = (judged.date_ms, seen.at_ms),
                _ => {}
            }
        }
        // The answer is of the second of the sign-out, and was asked for within it: it does not count, and another read follows.
        self.is_unclear = exchange.asks == Asks::Session
            && judged.is_some_and(|judged| {
                matches!(judged.says, Says::Session(Who::Granted(_))) && judged.date_ms == self.signed_out_ms
            })
            && exchange.asked_ms < self.signed_out_at_ms + 1_000;
        if self.is_unclear {
            self.held_until_ms = self.signed_out_at_ms + 1_000;
            (self.refused_ms, self.newest_date_ms) = dates_before;
            return self.reads.is_unclear(exchange.id);
        }
        if exchange.asks == Asks::Session {
            self.reads.failure = failure.filter(|_| says.is_none());
        }
        self.answers_reads(exchange, says, answer, failure, seen, sight);
        self.answers_catalogue(exchange, whole, answer);
        match exchange.asks {
            Asks::Login { .. } => {
                self.signing_in = None;
                // Unless the deployment has refused the sign-in (4xx), it may have signed the user in.
                if failure
                    .is_some_and(|failure| !failure.status.is_some_and(|status| (400..500).contains(&status)))
                {
                    self.suspends_credentials();
                    self.invalidates(seen.asked);
                }
            }
            Asks::Logout => {
                let of = self.signing_out.take().and_then(|(_, of)| of);
                self.locks.is_answered(of, failure, seen.at_ms, due);
            }
            _ => {}
        }
        if let Some(says) = says {
            self.answers(exchange, says, seen, sight, due);
        }
        if self.roles_on_wire.take_if(|id| *id == exchange.id).is_some() {
            self.roles_refused = says == Some(Says::Unauthorized);
        }
        let policy = sight.page.policy();
        let is_due = self.reads.is_due(policy, seen.at_ms) && self.reads.failure.is_none();
        for call in self.calls.iter_mut().filter(|call| call.on_wire == Some(exchange.id)) {
            call.is_for_a_read = is_due || call.had_bearer || policy.reauthenticates;
            call.on_wire = None;
            call.refused = says == Some(Says::Unauthorized);
            call.was_refused |= call.refused;
        }
        if exchange.asks == Asks::Session && exchange.preloaded_ms > FRESH_MS {
            self.invalidates(seen.asked);
        }
    }

    /// Takes in what the deployment says.
    fn answers(&mut self, exchange: &Exchange, says: Says, seen: &Seen, sight: &Sight<'_>, due: &mut Due) {
        let id = exchange.id;
        match says {
            Says::SignedIn(grant) => {
                let Asks::Login { called_ms, .. } = exchange.asks else { return };
                self.locks.end_all(due);
                due.signed_in = true;
                self.bars(Rule::Identity, seen.asked);
                self.grants.push(Granted { request: id, grant, permissions: false, barred: None });
                self.signed_in = None;
                self.finds(grant.person, id, seen.asked, sight);
                self.catalogue.forget();
                self.signed_in = Some(SignedIn {
                    session: grant.session,
                    request: id,
                    called_ms,
                    left_ms: exchange.asked_ms,
                    cookie: Cookie::Unconfirmed,
                    warned: false,
                    end: End::Known,
                });
                self.is_good(exchange);
            }
            Says::Session(who) => {
                self.is_cut_off = false;
                let barred = self.floor(id);
                let excused = self.may_carry_on(exchange, who, sight);
                if barred.is_none() {
                    self.unverified_up_to = None;
                    self.sees_cookie(exchange, who);
                }
                if barred.is_none() && excused {
                    // The next read tells: it carries the token.
                    self.invalidates(seen.asked);
                }
                if let Who::Granted(grant) = who {
                    if barred.is_none() {
                        self.finds(grant.person, id, seen.asked, sight);
                    }
                    self.grants.push(Granted { request: id, grant, permissions: false, barred });
                } else {
                    let shown = sight.page.view().user.is_some() && !sight.replayed;
                    self.broken.add(Rule::NoSession, barred.is_none() && shown && !excused);
                }
                self.is_good(exchange);
            }
            Says::Permissions(grant) => {
                let barred = self.floor(id);
                self.grants.push(Granted { request: id, grant, permissions: true, barred });
                self.is_good(exchange);
            }
            _ => {}
        }
    }
}

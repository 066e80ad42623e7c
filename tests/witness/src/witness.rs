//! The witness of one page checks the rules. It knows the page's calls, the requests and answers with their times, and what is
//! shown. It does not know the state of the state machine.

mod answers;
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
use self::sign_in::SignedIn;
use self::sign_outs::{Due, Locks};
use self::unverified::Identity;
use super::deployment::{Person, SessionState};
use super::rule::{Broken, Rule};
use super::wire::{Exchange, RequestKind};
use platform_session::core::{Command, Event, PageEvent, RequestId, SignOutId, TabMessage};

/// How long a sign-in waits at least for earlier sign-outs that have not ended.
pub const PATIENCE_MS: u64 = 3_000;
/// The answer to a preload that was sent longer than this before the page began does not verify the identity.
const FRESH_MS: u64 = 1_000;
/// By its `Date`, an answer may be so much older than an earlier answer.
const DATE_TOLERANCE_MS: u64 = 5_000;

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Witness {
    pub broken: Broken,
    locks: Locks,
    /// `Some` while the identity is unverified: only the answer to a later request verifies it.
    unverified_up_to: Option<RequestId>,
    identity: Identity,
    grants: Vec<Granted>,
    features: Option<Features>,
    /// For each rule, the newest request with an answer that may not be shown any more, as the answers to all earlier requests.
    floors: Vec<(Rule, RequestId)>,
    /// The signed-in user by the answers so far. It stays while the page shows no user because it waits for an answer.
    known: Option<Person>,
    signed_in: Option<SignedIn>,
    /// When the newest request was sent that has a successful answer.
    last_good_ms: Option<u64>,
    /// Whether the browser says that it is offline, and no read has been answered since.
    is_cut_off: bool,
    newest_date_ms: u64,
    /// The `Date` of the newest confirmed sign-out, and when its answer arrived. The `Date` is 0 once a user may be signed in again.
    signed_out_ms: u64,
    signed_out_at_ms: u64,
    /// Whether the newest answer to a read does not count, because it may be from before a sign-out in the same second.
    is_unclear: bool,
    /// Until when the next read may wait.
    held_until_ms: u64,
    /// By how much an accepted answer was older than an earlier one, because the clocks of servers differ.
    differ_ms: u64,
    /// The `Date` of the newest answer that was refused as too old, and the newest `Date` known then.
    refused_ms: Option<(u64, u64)>,
    /// Whether an answer from a service worker's cache was accepted.
    deceived: bool,
    /// The request for the role catalogue that is under way, whether a call waits for it or not.
    roles_on_wire: Option<RequestId>,
    /// Whether the newest request for the role catalogue was answered 401.
    roles_refused: bool,
    calls: Vec<Call>,
    /// The sign-in under way.
    signing_in: Option<RequestId>,
    /// The sign-out under way, and the lock that its answer ends.
    signing_out: Option<(RequestId, Option<SignOutId>)>,
    reads: Reads,
    /// The newest request when the page's `reauthenticate` last ended: it has served all 401s up to this one.
    reauthenticated_up_to: Option<RequestId>,
    /// The newest request when the user shown was signed in here, or shown after none or another.
    shown_since: Option<RequestId>,
    /// Whether a token was held after the last step.
    held_token: bool,
    /// Whether another tab has sent a message since the newest answer to a read.
    heard_message: bool,
    focus: Focus,
    catalogue: Catalogue,
    /// The newest `signed-in` or `signed-out` that the page was told.
    announced: Known,
}

impl Witness {
    /// Takes in one step of the page, and records the rules that it breaks.
    pub fn observe(&mut self, sight: &Sight<'_>) {
        let mut due = Due::default();
        self.is_unclear = false;
        // The session's end is checked first, because the abort of a request may invalidate the identity.
        let mut expired = sight.seen.first().is_some_and(|seen| self.is_over_before(seen));
        let gives_way_to_sign_in =
            self.signing_out.is_some_and(|(id, _)| sight.cancels(id)) && sight.signs_in();
        self.note_aborts(sight, &mut due);
        // The newest request before the newest sign-in call. Reads up to it do not count any more.
        let mut overtaken = None;
        for seen in sight.seen {
            if let Event::LoginCalled { complete: true, .. } = seen.event {
                overtaken = Some(seen.last_sent);
            }
            expired |= self.is_over_before(seen);
            self.end_expired_locks(seen.last_sent, seen.at_ms, sight);
            self.note_read_cause(seen, sight);
            self.note_event(seen, sight, &mut due);
            // No request is aborted before the engine runs, so answers that do not count any more are left out here.
            let is_overtaken =
                |exchange: &Exchange| exchange.kind == RequestKind::Session && Some(exchange.id) <= overtaken;
            let is_late = |exchange: &Exchange| {
                sight.replayed && (self.floor(exchange.id).is_some() || is_overtaken(exchange))
            };
            if let Some((exchange, whole)) = seen.answered.as_ref().filter(|(exchange, _)| !is_late(exchange))
            {
                self.note_answer(exchange, *whole, seen, sight, &mut due);
            }
        }
        self.end_expired_locks(sight.last_sent(), sight.now_ms, sight);
        if gives_way_to_sign_in {
            self.locks.give_way();
        }
        if sight.replayed && !sight.adopts {
            self.reads.note_abort();
        }
        expired |= !self.reads.is_away && self.is_over(sight.now_ms, due.signed_in);
        self.check_an_end(sight, expired);
        self.check_what_is_shown(sight);
        self.check_catalogue(sight);
        self.check_lock(sight);
        self.note_shown_user(sight, due.signed_in);
        self.check_broadcasts(sight, &due);
        self.check_what_leaves(sight, &due);
        self.check_reads(sight);
        self.note_looks(sight);
        self.check_events(sight, due.signed_in);
        self.check_calls(sight);
    }

    /// Whether the session had expired before this event. A page that was cached or frozen first reads the session.
    fn is_over_before(&self, seen: &Seen) -> bool {
        let reads_first = self.reads.is_away || seen.event == Event::Page(PageEvent::Resumed);
        !reads_first && self.is_over(seen.at_ms, false)
    }

    /// Notes the requests that this step aborts. The deployment may still carry out an aborted sign-in.
    fn note_aborts(&mut self, sight: &Sight<'_>, due: &mut Due) {
        if self.signing_in.is_some_and(|id| sight.cancels(id)) {
            self.signing_in = None;
            due.changed = true;
            self.suspend_credentials();
            self.invalidate(sight.last_sent());
            self.reads.want_at_once();
        }
        if self.reads.under_way.is_some_and(|id| sight.cancels(id)) {
            self.reads.note_abort();
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

    /// Notes an event of the page or a message of another tab.
    fn note_event(&mut self, seen: &Seen, sight: &Sight<'_>, due: &mut Due) {
        let last_sent = seen.last_sent;
        if seen.reading && matches!(seen.event, Event::Message(_)) {
            // Messages in a row share one read, which waits for them.
            self.held_until_ms = seen.at_ms + 1_024;
        }
        self.note_call(seen, sight);
        match &seen.event {
            Event::Started { .. } => {
                self.last_good_ms = Some(seen.at_ms);
                self.invalidate(RequestId(0));
                if let Some(SessionState::Granted(grant)) = seen.initial {
                    let request = RequestId(0);
                    self.grants.push(Granted { request, grant, permissions: false, barred: None });
                    self.note_user(grant.person, request, last_sent, sight);
                }
            }
            Event::LogoutCalled { id, .. } => {
                due.called.push(self.locks.call(*id));
                self.sign_out(last_sent);
            }
            Event::Message(TabMessage::SignedOut(id)) => {
                self.locks.add_other(*id, seen.at_ms);
                self.sign_out(last_sent);
            }
            Event::Message(TabMessage::SignedIn) => {
                self.locks.end_own(due);
                self.invalidate(last_sent);
                self.suspend_credentials();
            }
            Event::Message(TabMessage::SignOutOver(id)) => {
                self.locks.end_other(*id);
                self.invalidate(last_sent);
            }
            Event::Message(TabMessage::Changed) | Event::Page(PageEvent::Resumed) => {
                self.invalidate(last_sent)
            }
            Event::Asked { command: Command::Refresh, .. } if self.locks.own_failure().is_some() => {
                self.locks.end_own(due);
                self.invalidate(last_sent);
            }
            Event::Page(PageEvent::Offline) => self.is_cut_off = true,
            Event::Page(PageEvent::Online) => self.is_cut_off = false,
            Event::Page(PageEvent::WindowGone) => {
                self.suspend_credentials();
                self.invalidate(last_sent);
            }
            // The page may have signed a user in by a request of its own.
            Event::Page(PageEvent::Reauthenticated) => self.invalidate(last_sent),
            Event::Page(PageEvent::Leaving) => {
                self.bar(Rule::Cache, last_sent);
                self.forget_unconfirmed_cookie();
            }
            Event::Page(PageEvent::Restored) => {
                self.bar(Rule::Cache, last_sent);
                self.forget_unconfirmed_cookie();
                self.invalidate(last_sent);
            }
            Event::Page(PageEvent::Closed) => self.end_identity(last_sent),
            _ => {}
        }
    }

    /// Notes a sign-out, here or in another tab.
    fn sign_out(&mut self, last_sent: RequestId) {
        self.bar(Rule::Lock, last_sent);
        self.end_identity(last_sent);
        self.forget_user();
    }

    /// Notes that no user is signed in any more.
    fn forget_user(&mut self) {
        self.known = None;
        self.signed_in = None;
    }
}

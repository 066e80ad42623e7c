//! Checks the calls of a page: how each may settle, and what it may wait for.

use super::{Seen, Sight, Witness};
use crate::deployment::{Person, SessionState};
use crate::rule::Rule;
use crate::wire::{Exchange, Reply, RequestKind};
use platform_session::api::login::TokenPolicy;
use platform_session::api::{Code, Failure};
use platform_session::core::{
    Answer, CallId, Command, Effect, Event, Outcome, PageEvent, Reason, Request, RequestId, Status,
    TabMessage, View,
};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Call {
    pub(super) call: CallId,
    pub(super) kind: Kind,
    pub(super) called_ms: u64,
    /// The number of the identity that was current at the call.
    identity_number: u32,
    /// The user of the current identity when the call's request was sent.
    pub(super) sent_for: Option<Person>,
    /// How many requests were sent for the call.
    pub(super) sent: u8,
    pub(super) on_wire: Option<RequestId>,
    /// The newest request of the call.
    pub(super) sent_as: Option<RequestId>,
    /// Whether the call's request was aborted in the current step.
    pub(super) is_cancelled: bool,
    /// Whether the newest request carried a bearer token.
    pub(super) had_bearer: bool,
    /// Whether a 401 of the call leads to a session read, because a read may help or is due.
    pub(super) is_for_a_read: bool,
    /// Whether the newest answer was a 401.
    pub(super) refused: bool,
    /// Whether any answer was a 401.
    pub(super) was_refused: bool,
    pub(super) replayable: bool,
    /// Whether the call may wait for the page's `reauthenticate`.
    pub(super) may_wait: bool,
    pub(super) keepalive: bool,
    /// Whether a newer call or event supersedes the call.
    superseded: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Kind {
    Login,
    Logout,
    Read,
    Permissions,
    Roles,
    SsoConfig,
    Fetch,
}

impl Call {
    /// Whether the call is for one identity, and ends with it.
    pub(super) fn is_of_the_identity(&self) -> bool {
        matches!(self.kind, Kind::Permissions | Kind::Roles | Kind::Fetch)
    }

    /// Whether the identity of the call has ended. `number`: that of the current identity.
    pub(super) fn is_ended(&self, number: u32) -> bool {
        self.identity_number != number
    }

    pub(super) fn waits(&self) -> bool {
        self.is_of_the_identity() && self.on_wire.is_none()
    }
}

impl Witness {
    pub fn keepalive(&self, call: CallId) -> bool {
        self.calls.iter().any(|known| known.call == call && known.keepalive)
    }

    pub(super) fn note_call(&mut self, seen: &Seen, sight: &Sight<'_>) {
        let is_newer = |kind: Kind| match &seen.event {
            Event::LoginCalled { complete, .. } => *complete && matches!(kind, Kind::Login | Kind::Logout),
            Event::LogoutCalled { .. } | Event::Message(TabMessage::SignedOut(_)) => kind == Kind::Login,
            // The page may come back from the cache for another user, so `pagehide` rejects pending sign-ins, and the return those since.
            Event::Page(PageEvent::Leaving | PageEvent::Unloading | PageEvent::Restored) => {
                kind == Kind::Login
            }
            _ => false,
        };
        for call in &mut self.calls {
            call.superseded |= is_newer(call.kind);
        }
        if let Event::Page(PageEvent::Reauthenticated | PageEvent::NotReauthenticated) = seen.event {
            if sight.before.reauthenticating {
                self.reauthenticated_up_to = Some(seen.last_sent);
            }
            for call in self.calls.iter_mut().filter(|call| call.refused) {
                call.may_wait = false;
            }
        }
        let reauthenticates = sight.page.policy().reauthenticates;
        let (call, kind, replayable, keepalive) = match seen.event {
            Event::LoginCalled { call, .. } => (call, Kind::Login, false, false),
            Event::LogoutCalled { call, .. } => (call, Kind::Logout, false, false),
            Event::Asked { command, call, within } => match command {
                Command::Refresh | Command::Read => (call, Kind::Read, false, false),
                Command::RefreshPermissions => (call, Kind::Permissions, !within, false),
                Command::Roles => (call, Kind::Roles, !within, false),
                Command::SsoConfig => (call, Kind::SsoConfig, false, false),
                Command::Abort => return,
            },
            Event::FetchCalled { call, replayable, within, keepalive } => {
                (call, Kind::Fetch, replayable && !within, keepalive)
            }
            _ => return,
        };
        // The call shares a request of its kind that is under way, unless a new one is sent for it.
        let is_sent = sight.effects.iter().any(|effect| match effect {
            Effect::Send { request: Request::Permissions, .. } => kind == Kind::Permissions,
            Effect::Send { request: Request::Roles, .. } => kind == Kind::Roles,
            _ => false,
        });
        let alike = |other: &&Call| other.kind == kind && other.replayable == replayable && !is_sent;
        let shared = self
            .calls
            .iter()
            .filter(|_| matches!(kind, Kind::Permissions | Kind::Roles | Kind::SsoConfig))
            .rfind(alike);
        let of_no_call = self.roles_on_wire.filter(|_| kind == Kind::Roles && replayable && !is_sent);
        let refused = kind == Kind::Roles && replayable && self.roles_refused;
        let of_no_call = (of_no_call, u8::from(of_no_call.is_some()), refused);
        let (on_wire, sent, was_refused) =
            shared.map_or(of_no_call, |shared| (shared.on_wire, shared.sent, shared.was_refused));
        let number = self.identity.number + u32::from(matches!(seen.event, Event::LogoutCalled { .. }));
        self.calls.push(Call {
            call,
            kind,
            called_ms: seen.at_ms,
            identity_number: number,
            sent_for: None,
            sent,
            on_wire,
            sent_as: on_wire,
            is_cancelled: false,
            had_bearer: false,
            is_for_a_read: false,
            refused: false,
            was_refused,
            replayable,
            may_wait: replayable && reauthenticates,
            keepalive,
            superseded: false,
        });
    }

    /// Checks the calls that settle in a step, and those that still wait.
    pub(super) fn check_calls(&mut self, sight: &Sight<'_>) {
        for effect in sight.effects {
            let Effect::Settle { call, outcome } = effect else { continue };
            let Some(place) = self.calls.iter().position(|known| known.call == *call) else { continue };
            let call = self.calls.remove(place);
            match outcome {
                Ok(outcome) => self.check_success(&call, *outcome, sight),
                Err(failure) => self.check_failure(&call, *failure, sight),
            }
        }
        let is_aborted = |known: &Call| known.kind != Kind::Logout && sight.aborts(known.call);
        self.broken.add(Rule::Calls, self.calls.iter().any(is_aborted));
        self.check_what_waits(sight);
    }

    fn check_success(&mut self, call: &Call, outcome: Outcome, sight: &Sight<'_>) {
        let goes_on = call.keepalive && call.sent > 0;
        let ended_for_it = call.identity_number != self.identity.number;
        let ended = call.is_of_the_identity() && ended_for_it && !goes_on;
        let another = self.known.is_some() && call.sent_for.is_some() && call.sent_for != self.known;
        self.broken.add(Rule::Identity, ended || another && !goes_on && call.is_of_the_identity());
        let mut reply = sight.replies();
        let is_due = match call.kind {
            Kind::Login => reply.any(|(exchange, _)| matches!(exchange.kind, RequestKind::Login { .. })),
            Kind::Logout => reply.any(|(exchange, _)| exchange.kind == RequestKind::Logout),
            Kind::Read => {
                let is_shown = sight.page.view().user.is_some();
                reply.any(|(exchange, reply)| {
                    answers_call(exchange, call)
                        && !(is_shown && reply == Reply::Session(SessionState::NoSession))
                })
            }
            Kind::Permissions => {
                let is_shown = sight.before.user.is_some() || sight.page.view().user.is_some();
                reply.any(|(exchange, reply)| match exchange.kind {
                    RequestKind::Permissions => is_shown,
                    RequestKind::Session => {
                        is_shown || matches!(reply, Reply::Session(SessionState::Granted(_)))
                    }
                    _ => false,
                })
            }
            Kind::Roles => sight.page.view().roles.is_some() && !self.is_unverified(),
            Kind::SsoConfig => reply.any(|(exchange, _)| exchange.kind == RequestKind::SsoConfig),
            Kind::Fetch => {
                call.was_refused
                    || sight.is(|event| matches!(event, Event::Answered { answer: Ok(Answer::Fetch(_)), .. }))
            }
        };
        drop(reply);
        self.broken.add(Rule::Calls, !is_due);
        // A read or the page's `reauthenticate` may still help after a 401, unless the session is known to have ended since the
        // request was sent.
        let has_ended = |id| self.floors.iter().any(|(rule, up_to)| *rule == Rule::Ended && id <= *up_to);
        let has_come = sight.replies().any(|(exchange, reply)| {
            reply == Reply::Unauthorized
                && exchange.kind == RequestKind::Fetch(call.call.0)
                && !has_ended(exchange.id)
        });
        // Where no user is signed in, a read has already found that.
        let is_open = call.is_for_a_read && sight.before.status != Status::Unauthenticated;
        let is_unread = has_come && is_open && call.replayable && call.sent == 1 && !ended_for_it;
        self.broken.add(Rule::Waits, is_unread && !self.reads.may_be_held(sight.now_ms));
        // A read that was sent before the request does not say what the 401 means.
        let is_older = |seen: &Seen| {
            seen.answered.as_ref().is_some_and(|(exchange, _)| {
                exchange.kind == RequestKind::Session && Some(exchange.id) < call.sent_as
            })
        };
        let is_unexplained =
            call.refused && call.replayable && call.sent == 1 && sight.seen.iter().any(is_older);
        let is_of_now = !sight.replayed && !ended_for_it;
        // A read that failed, also by an answer from a cache, says nothing.
        let is_answered = is_of_now && self.reads.failure.is_none();
        // If the user is still signed in by the cookie, the request is sent again with the cookie alone.
        let by_cookie = sight.replies().any(|(exchange, reply)| {
            !exchange.bearer
                && Some(exchange.id) > call.sent_as
                && matches!(reply, Reply::Session(SessionState::Granted(_)))
        });
        let is_due_again = call.refused && call.replayable && call.sent == 1 && call.had_bearer && by_cookie;
        self.broken.add(Rule::Waits, is_due_again && is_answered);
        self.broken.add(Rule::Waits, is_unexplained && is_of_now && !self.reads.may_be_held(sight.now_ms));
        // A request without a token may succeed after a sign-in here, which gives a token.
        let lacks_a_token = !call.had_bearer && sight.page.policy().token == TokenPolicy::Memory;
        let is_told = sight.replies().any(|(exchange, reply)| match reply {
            Reply::Session(SessionState::NoSession) => Some(exchange.id) > call.sent_as,
            Reply::Session(SessionState::Granted(_)) => Some(exchange.id) > call.sent_as && lacks_a_token,
            _ => false,
        });
        let is_to_be_asked = call.may_wait && call.sent_as > self.reauthenticated_up_to;
        let is_unasked = call.refused && is_to_be_asked && call.sent == 1 && is_told;
        let has_signed_out = sight.page.view().reason == Some(Reason::SignedOut);
        self.broken.add(Rule::Waits, is_unasked && is_answered && !has_signed_out);
        let early =
            call.kind == Kind::Fetch && !ended_for_it && call.may_wait && call.sent == 1 && call.refused;
        // In the step in which `reauthenticate` is called, calls may get their 401 for which an earlier one did not help.
        let begins = sight.effects.iter().any(|effect| matches!(effect, Effect::Reauthenticate(_)));
        let handed_on = outcome == Outcome::Response && early && sight.page.reauthenticating && !begins;
        self.broken.add(Rule::Waits, handed_on);
    }

    /// Checks that a call is rejected with the failure of what it waited for.
    fn check_failure(&mut self, call: &Call, failure: Failure, sight: &Sight<'_>) {
        let goes_on = call.kind == Kind::Fetch && failure.code == Code::Aborted && call.on_wire.is_some();
        self.broken.add(Rule::Calls, goes_on);
        let is_cut = call.keepalive && call.is_cancelled && failure.code == Code::Superseded;
        self.broken.add(Rule::Identity, is_cut);
        let of_its_own = sight.failures().any(|(kind, own)| kind_of(kind) == call.kind && own == failure);
        let is_meant = |exchange: &Exchange| match call.kind {
            Kind::Read => answers_call(exchange, call),
            _ => exchange.kind == RequestKind::Session,
        };
        let of_a_read = sight
            .seen
            .iter()
            .any(|seen| seen.answered.as_ref().is_some_and(|(exchange, _)| is_meant(exchange)))
            || call.kind != Kind::Read && self.is_unverified() && self.reads.may_be_held(sight.now_ms);
        let read_failed = self.reads.failure == Some(failure) && of_a_read;
        let deactivated = call.kind == Kind::Read
            && failure == Failure::answered(Code::AccountDeactivated, 401)
            && sight.replies().any(|(exchange, reply)| {
                reply == Reply::Session(SessionState::Deactivated) && answers_call(exchange, call)
            });
        let sign_out_failed = self.locks.own_failure() == Some(failure);
        let is_named = match failure.code {
            Code::Aborted => sight.aborts(call.call),
            Code::Closed => sight.page.closed,
            Code::MissingCredentials => call.kind == Kind::Login && call.sent == 0,
            Code::Superseded if call.is_of_the_identity() => call.identity_number != self.identity.number,
            Code::Superseded => call.superseded,
            _ => match call.kind {
                Kind::Login | Kind::Logout | Kind::SsoConfig => of_its_own,
                Kind::Read => read_failed || sign_out_failed || deactivated,
                Kind::Permissions | Kind::Roles | Kind::Fetch => {
                    let refused = failure == Failure::answered(Code::Unauthenticated, 401);
                    let is_empty = call.kind == Kind::Permissions && sight.page.view().user.is_none();
                    // A page's own request gets its answer.
                    let of_the_401 = refused && call.kind != Kind::Fetch && (call.was_refused || is_empty);
                    of_its_own || read_failed || sign_out_failed || of_the_401
                }
            },
        };
        self.broken.add(Rule::Named, !is_named);
    }

    /// Checks that each waiting call waits for something under way.
    fn check_what_waits(&mut self, sight: &Sight<'_>) {
        if sight.page.closed {
            self.broken.add(Rule::Calls, !self.calls.is_empty());
            return;
        }
        let is_away = sight.is(|event| *event == Event::Page(PageEvent::Leaving));
        let telling = self.signing_out.is_some();
        let busy = self.signing_in.is_some() || telling || self.reads.under_way.is_some();
        let waits_elsewhere = self.is_held_elsewhere();
        let is_soon = sight.is_soon() || sight.now_ms < self.held_until_ms;
        let reauthenticating = sight.page.reauthenticating;
        for call in &self.calls {
            let waits = match call.kind {
                Kind::Login if call.on_wire.is_some() => true,
                Kind::Login => telling || waits_elsewhere,
                Kind::Logout => telling,
                Kind::SsoConfig => call.on_wire.is_some(),
                Kind::Read => busy || waits_elsewhere || is_away || is_soon,
                _ if call.on_wire.is_some() => true,
                _ if reauthenticating && call.was_refused => true,
                _ => busy || waits_elsewhere || is_away || is_soon,
            };
            self.broken.add(Rule::Named, !waits && !self.reads.is_away);
            let goes_on = call.keepalive && call.on_wire.is_some();
            let ended = call.is_of_the_identity() && call.identity_number != self.identity.number;
            self.broken.add(Rule::Identity, ended && !goes_on);
            // A `keepalive` request outlives its identity, and is not aborted.
            let cut = call.keepalive && call.is_cancelled;
            self.broken.add(Rule::Identity, cut);
            let failed = sight.failures().any(|(kind, _)| *kind == RequestKind::Session)
                && sight.seen.iter().all(|seen| seen.answered.is_some());
            let unsent = call.waits() && call.sent == 0 && !call.was_refused && !sight.replayed;
            self.broken.add(Rule::Named, failed && unsent);
            // A call gets its 401 at once if another read could not help it.
            let has_come = sight.replies().any(|(exchange, reply)| {
                reply == Reply::Unauthorized && exchange.kind == RequestKind::Fetch(call.call.0)
            });
            let is_ended = sight.before.status == Status::Unauthenticated && self.reads.failure.is_none();
            let is_vain = !call.had_bearer && !sight.page.policy().reauthenticates && is_ended;
            let is_held = self.reads.is_held(sight.now_ms) && !reauthenticating;
            self.broken.add(Rule::Waits, has_come && (is_vain && !self.is_unverified() || is_held));
            // Permissions for the role that is shown settle the call without a read.
            let is_shown = |role| {
                let has = |view: &View| view.user.as_ref().is_some_and(|user| user.role == role);
                has(sight.before) && has(sight.page.view())
            };
            let is_told = sight.replies().any(|(exchange, reply)| {
                let Reply::Permissions(grant) = reply else { return false };
                Some(exchange.id) == call.sent_as && is_shown(grant.role())
            });
            self.broken.add(Rule::Calls, call.kind == Kind::Permissions && is_told);
        }
    }
}

/// Whether the request is a read that was sent at or after the call.
fn answers_call(exchange: &Exchange, call: &Call) -> bool {
    exchange.kind == RequestKind::Session && exchange.sent_ms >= call.called_ms
}

fn kind_of(kind: &RequestKind) -> Kind {
    match kind {
        RequestKind::Session => Kind::Read,
        RequestKind::Login { .. } => Kind::Login,
        RequestKind::Logout => Kind::Logout,
        RequestKind::Permissions => Kind::Permissions,
        RequestKind::Roles => Kind::Roles,
        RequestKind::SsoConfig => Kind::SsoConfig,
        RequestKind::Fetch(_) => Kind::Fetch,
    }
}

//! What an answer, or the failure of a request, means to the witness.

use super::shown::Granted;
use super::sign_in::{Cookie, End, SignedIn};
use super::sign_outs::Due;
use super::{DATE_TOLERANCE_MS, FRESH_MS, Seen, Sight, Witness};
use crate::deployment::SessionState;
use crate::rule::Rule;
use crate::wire::{Exchange, Reply, RequestKind};
use platform_session::api::{Code, Failure};
use platform_session::core::Event;

impl Witness {
    /// Notes an answer, or the failure of a request. `whole`: the deployment's answer arrived whole.
    pub(super) fn note_answer(
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
        let concerns_session =
            matches!(exchange.kind, RequestKind::Session | RequestKind::Login { .. } | RequestKind::Logout);
        let mut failure = answer.as_ref().err().copied();
        let mut reply = judged.map(|judged| judged.reply);
        if let Some(judged) = judged
            && concerns_session
            && failure.is_none()
        {
            let names_user = matches!(judged.reply, Reply::Session(SessionState::Granted(_)));
            let is_older = judged.date_ms + self.differ_ms + DATE_TOLERANCE_MS < self.newest_date_ms;
            let is_undone = names_user && judged.date_ms <= self.signed_out_ms;
            let is_cached = exchange.kind == RequestKind::Session && (is_older || is_undone);
            let behind_ms = self.newest_date_ms.saturating_sub(judged.date_ms);
            let clocks_differ = self.refused_ms.is_some_and(|(refused_ms, newest_ms)| {
                judged.date_ms > refused_ms
                    && (newest_ms == self.newest_date_ms
                        || behind_ms.abs_diff(newest_ms.saturating_sub(refused_ms)) <= DATE_TOLERANCE_MS)
            });
            if is_cached && (is_undone || !clocks_differ) {
                self.refused_ms = Some((judged.date_ms, self.newest_date_ms));
                (failure, reply) = (Some(Failure::of(Code::InvalidResponse)), None);
            } else {
                if is_cached {
                    // A cache would have repeated the refused answer, so this one is from a server with another clock.
                    self.differ_ms = self.newest_date_ms - judged.date_ms;
                }
                self.newest_date_ms = self.newest_date_ms.max(judged.date_ms);
                self.deceived |= exchange.cached;
            }
            match exchange.kind {
                RequestKind::Login { .. } => self.signed_out_ms = 0,
                RequestKind::Logout => {
                    (self.signed_out_ms, self.signed_out_at_ms) = (judged.date_ms, seen.at_ms)
                }
                _ => {}
            }
        }
        // `Date` has whole seconds: a user named in the second of a sign-out may be from before it. The answer does not count.
        self.is_unclear = exchange.kind == RequestKind::Session
            && judged.is_some_and(|judged| {
                matches!(judged.reply, Reply::Session(SessionState::Granted(_)))
                    && judged.date_ms == self.signed_out_ms
            })
            && exchange.sent_ms < self.signed_out_at_ms + 1_000;
        if self.is_unclear {
            self.held_until_ms = self.signed_out_at_ms + 1_000;
            (self.refused_ms, self.newest_date_ms) = dates_before;
            return self.reads.note_unclear_answer(exchange.id);
        }
        if exchange.kind == RequestKind::Session {
            self.reads.failure = failure.filter(|_| reply.is_none());
        }
        self.note_answer_for_reads(exchange, reply, answer, failure, seen, sight);
        self.note_answer_for_catalogue(exchange, whole, answer);
        match exchange.kind {
            RequestKind::Login { .. } => {
                self.signing_in = None;
                // Unless the deployment has refused the sign-in (4xx), it may have signed the user in.
                if failure
                    .is_some_and(|failure| !failure.status.is_some_and(|status| (400..500).contains(&status)))
                {
                    self.suspend_credentials();
                    self.invalidate(seen.last_sent);
                }
            }
            RequestKind::Logout => {
                let of = self.signing_out.take().and_then(|(_, of)| of);
                self.locks.note_answer(of, failure, seen.at_ms, due);
            }
            _ => {}
        }
        if let Some(reply) = reply {
            self.note_statement(exchange, reply, seen, sight, due);
        }
        if self.roles_on_wire.take_if(|id| *id == exchange.id).is_some() {
            self.roles_refused = reply == Some(Reply::Unauthorized);
        }
        let policy = sight.page.policy();
        let is_due = self.reads.is_due(policy, seen.at_ms) && self.reads.failure.is_none();
        for call in self.calls.iter_mut().filter(|call| call.on_wire == Some(exchange.id)) {
            call.is_for_a_read = is_due || call.had_bearer || policy.reauthenticates;
            call.on_wire = None;
            call.refused = reply == Some(Reply::Unauthorized);
            call.was_refused |= call.refused;
        }
        if exchange.kind == RequestKind::Session && exchange.preloaded_ms > FRESH_MS {
            self.invalidate(seen.last_sent);
        }
    }

    /// Notes what a whole answer of the deployment says.
    fn note_statement(
        &mut self,
        exchange: &Exchange,
        reply: Reply,
        seen: &Seen,
        sight: &Sight<'_>,
        due: &mut Due,
    ) {
        let id = exchange.id;
        match reply {
            Reply::SignedIn(grant) => {
                let RequestKind::Login { called_ms, .. } = exchange.kind else { return };
                self.locks.end_all(due);
                due.signed_in = true;
                self.bar(Rule::Identity, seen.last_sent);
                self.grants.push(Granted { request: id, grant, permissions: false, barred: None });
                self.signed_in = None;
                self.note_user(grant.person, id, seen.last_sent, sight);
                self.catalogue.forget();
                self.signed_in = Some(SignedIn {
                    session: grant.session,
                    request: id,
                    called_ms,
                    left_ms: exchange.sent_ms,
                    cookie: Cookie::Unconfirmed,
                    warned: false,
                    end: End::Known,
                });
                self.note_good_answer(exchange);
            }
            Reply::Session(state) => {
                self.is_cut_off = false;
                let barred = self.floor(id);
                let excused = self.may_carry_on(exchange, state, sight);
                if barred.is_none() {
                    self.unverified_up_to = None;
                    self.note_cookie(exchange, state);
                }
                if barred.is_none() && excused {
                    // The next read carries the token, and verifies the identity.
                    self.invalidate(seen.last_sent);
                }
                if let SessionState::Granted(grant) = state {
                    if barred.is_none() {
                        self.note_user(grant.person, id, seen.last_sent, sight);
                    }
                    self.grants.push(Granted { request: id, grant, permissions: false, barred });
                } else {
                    let shown = sight.page.view().user.is_some() && !sight.replayed;
                    self.broken.add(Rule::NoSession, barred.is_none() && shown && !excused);
                }
                self.note_good_answer(exchange);
            }
            Reply::Permissions(grant) => {
                let barred = self.floor(id);
                self.grants.push(Granted { request: id, grant, permissions: true, barred });
                self.note_good_answer(exchange);
            }
            _ => {}
        }
    }
}

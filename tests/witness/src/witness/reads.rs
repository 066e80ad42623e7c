//! Why a page asks the deployment who is there. Each session read has its cause in the world: something that happened
//! since the read before it left.

use super::other_calls::{Other, Shared, Stands, called};
use super::sign_in::End;
use super::{Sight, Witness};
use crate::clocks::Clocks;
use crate::deployment::Who;
use crate::rule::Rule;
use crate::wire::{Exchange, Says};
use platform_session::api::Failure;
use platform_session::core::{Answer, CallId, Effect, Event, Request, RequestId, Status, TabMessage, View};

/// What a read is to follow, the more urgent the later in the list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Cause {
    #[default]
    Nothing,
    /// On a page that is visible and online, or whose sign-out waits for it, `minIntervalMs` after the read before.
    Spaced,
    /// On a page that is visible and online.
    Told,
    /// On any page.
    Urgent,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Reads {
    /// What has happened since the newest read left.
    cause: Cause,
    /// Calls that ask for a read, and have not ended.
    callers: Vec<CallId>,
    /// Calls that ask for something else, and have not ended.
    others: Vec<Other>,
    /// When the newest read left. Kept where the page chose how far apart reads are.
    last_left: Option<Clocks>,
    /// The newest read failed.
    pub(super) failed: bool,
    /// The deployment asked not to be read before this moment of the monotonic clock.
    held_until_ms: u64,
    /// The newest good answer that says who is there.
    newest_word: Option<RequestId>,
    /// The newest good answer of the permissions endpoint.
    newest_permissions: Option<RequestId>,
    /// After this request somebody else may be there, and no answer has said who.
    in_question: Option<RequestId>,
}

impl Reads {
    fn because(&mut self, cause: Cause) {
        self.cause = self.cause.max(cause);
    }

    /// Another tab has spoken since this request left, and no read that began after that has told who is there.
    pub(super) fn is_in_question(&self, id: RequestId) -> bool {
        self.in_question >= Some(id)
    }

    /// Another tab has spoken, or somebody else may be there: a read that began after it is still to tell.
    pub(super) fn is_questioned_still(&self) -> bool {
        self.in_question.is_some()
    }

    /// Nobody can have become somebody else, as far as the page was told.
    fn is_certain(&self) -> bool {
        !self.failed && self.in_question.is_none()
    }

    /// A later request for permissions was answered before.
    pub(super) fn is_overtaken(&self, read: RequestId) -> bool {
        Some(read) < self.newest_permissions
    }

    /// A call for permissions or roles waits to be sent again, or for its 401.
    pub(super) fn has_shared_calls(&self) -> bool {
        let is_idle = |other: &Other| !matches!(other.stands, Stands::UnderWay(_));
        self.others.iter().any(|other| other.shared.is_some() && is_idle(other))
    }

    fn others_wait(&self) -> bool {
        self.others.iter().any(|other| matches!(other.stands, Stands::Waits(_)))
    }
}

impl Witness {
    /// What happens on the page, or in another tab.
    pub(super) fn hears_of_reads(&mut self, sight: &Sight<'_>) {
        let asked = sight.last_sent;
        let policy = sight.page.policy();
        let reads = &mut self.reads;
        if sight.unsettled {
            reads.in_question = Some(asked);
        }
        if sight.gives_up && !matches!(sight.event, Event::Heard(_)) {
            // Whatever it would have told is still to be told.
            reads.because(Cause::Urgent);
        }
        if self.signed_in.is_some_and(|signed_in| signed_in.end == End::InQuestion) && self.is_over(sight) {
            self.reads.because(Cause::Told);
        }
        let reads = &mut self.reads;
        let shared = match sight.event {
            Event::Started { .. } => return reads.because(Cause::Urgent),
            Event::Restored | Event::SignInWindow(false) => return reads.is_questioned(asked),
            Event::RefreshCalled { call } | Event::ReadCalled { call } => {
                reads.callers.push(*call);
                return reads.because(Cause::Urgent);
            }
            Event::Heard(TabMessage::SignedOut) => return reads.because(Cause::Spaced),
            Event::Heard(_) => {
                reads.in_question = Some(asked);
                // A hidden page that has a sign-out to tell reads, too, before it tells it.
                let tells = sight.before.sign_out_pending || sight.signing_out;
                return reads.because(if tells { Cause::Urgent } else { Cause::Told });
            }
            Event::Focused | Event::Visible(true) if policy.on_focus => return reads.because(Cause::Spaced),
            Event::Online(true) if !sight.was_online && (policy.on_online || reads.failed) => {
                return reads.because(Cause::Spaced);
            }
            Event::Reauthenticated { resolved } => {
                reads.confirm(asked);
                return if *resolved {
                    reads.is_questioned(asked)
                };
            }
            Event::PermissionsCalled { .. } => Some(Shared::Permissions),
            Event::RolesCalled { .. } => Some(Shared::Roles),
            Event::FetchCalled { .. } => None,
            _ => return,
        };
        if let Some(call) = called(sight.event) {
            // One that is under way already will do.
            let sends = sight.effects.iter().any(|effect| matches!(effect, Effect::Send { .. }));
            let alike = reads.others.iter().rev().find(|other| shared.is_some() && other.shared == shared);
            // Beside a sign-in it waits for a read.
            let joins = alike.filter(|_| !sends && !sight.signing_in);
            let stands = joins.map_or(Stands::Waits(asked), |other| other.stands);
            let is_last_try = match sight.event {
                Event::RolesCalled { within, .. } | Event::PermissionsCalled { within, .. } => *within,
                Event::FetchCalled { replayable, .. } => !replayable,
                _ => false,
            };
            reads.others.push(Other { call, shared, is_last_try, was_sent: false, stands });
        }
    }

    /// Another tab's sign-out is over by now, whatever became of it: who is there, a read tells.
    pub(super) fn guard_ends(&mut self) {
        self.reads.because(Cause::Told);
    }

    /// An answer comes, or a request fails.
    pub(super) fn is_told_for_reads(&mut self, exchange: &Exchange, whole: bool, sight: &Sight<'_>) {
        let Event::Answered { answer, .. } = sight.event else { return };
        let says = exchange.judged.map(|judged| judged.says).filter(|_| whole);
        match (answer, says) {
            (Answer::Session(Err(failure)), _) => {
                let is_waited_for = self.is_waited_for(sight);
                self.reads.read_failed(exchange.id, failure, is_waited_for, sight.now);
            }
            (_, Some(Says::Session(who))) => self.read_tells(exchange, who, sight),
            (_, Some(Says::SignedIn(_))) if self.was_left(exchange.id) => {
                // A good answer all the same: the deployment need not be spared any longer.
                (self.reads.failed, self.reads.held_until_ms) = (false, 0);
                self.reads.is_questioned(sight.last_sent);
            }
            (_, Some(Says::SignedIn(_))) => {
                self.reads.is_believed(exchange.id);
                self.reads.because(Cause::Urgent);
            }
            (Answer::Login(Err(failure)), _) => {
                // Unless it was refused in so many words, somebody may be signed in all the same.
                let refused = failure.status.is_some_and(|status| (400..500).contains(&status));
                // What was asked meanwhile waits for a read, however the sign-in ended.
                let is_idle = refused && !self.reads.others_wait();
                self.reads.because(if is_idle { Cause::Nothing } else { Cause::Urgent });
            }
            (_, Some(Says::Unauthorized)) => self.is_refused(exchange, sight),
            (_, Some(Says::Permissions(_))) => {
                self.reads.newest_permissions = self.reads.newest_permissions.max(Some(exchange.id));
                // Whose they are, perhaps only a read can tell.
                self.reads.stand(exchange.id, Stands::Waits(sight.last_sent));
            }
            (Answer::Fetch(Err(failure)), _) if failure.status == Some(403) => {
                self.reads.because(Cause::Spaced);
            }
            _ => self.reads.stand(exchange.id, Stands::Answered),
        }
    }

    /// A read says who was there when it was judged. One that a later answer of the permissions endpoint has overtaken
    /// leads to another, unless it names the very user who is shown, in the same role.
    fn read_tells(&mut self, exchange: &Exchange, who: Who, sight: &Sight<'_>) {
        let may_carry_on = exchange.bearer || self.may_carry_on(exchange, who, sight);
        let reads = &mut self.reads;
        if reads.is_overtaken(exchange.id) && !names(who, sight.before) {
            // A good answer all the same: the deployment need not be spared any longer.
            reads.held_until_ms = 0;
            return reads.is_questioned(sight.last_sent);
        }
        reads.is_believed(exchange.id);
        if reads.in_question.is_none() {
            reads.settle(exchange.id, false);
        }
        if who == Who::Nobody && may_carry_on {
            reads.because(Cause::Urgent);
        }
    }

    /// A 401 is worth a read where that may come to more than the 401, and only once for whoever is there now.
    fn is_refused(&mut self, exchange: &Exchange, sight: &Sight<'_>) {
        let reads = &self.reads;
        let (certain, wait) = (reads.is_certain(), reads.others_wait());
        let is_held = reads.is_held(sight.now);
        let over = self.is_over(sight);
        let signed_in_since = self.signed_in.is_some_and(|signed_in| exchange.id < signed_in.request);
        let is_outdated = sight.before.status == Status::Authenticated && signed_in_since && !over;
        let is_nobody = sight.before.status == Status::Unauthenticated;
        let is_known_end = is_nobody && Some(exchange.id) < reads.newest_word && !wait;
        let nobody_can = is_nobody && !sight.page.policy().reauthenticates && !wait;
        let cause = match () {
            () if reads.is_last_try(exchange.id) => Cause::Spaced,
            () if certain && is_outdated => Cause::Nothing,
            () if certain && is_known_end => Cause::Nothing,
            () if certain && nobody_can || is_held => Cause::Spaced,
            () => Cause::Urgent,
        };
        let reads = &mut self.reads;
        let is_known = reads.others.iter().any(|other| other.stands == Stands::UnderWay(exchange.id));
        // Where it is handed on, whoever was waited for.
        reads.because(if is_known { cause.min(Cause::Spaced) } else { cause });
        let waits = Stands::Waits(exchange.id);
        reads.stand(exchange.id, if cause == Cause::Urgent { waits } else { Stands::Answered });
    }

    /// What leaves has its cause; one that is not urgent waits for a page that somebody sees.
    pub(super) fn checks_reads(&mut self, sight: &Sight<'_>) {
        // Shown before, or named by this very answer, which was long on its way.
        let says = sight.answered.filter(|(_, whole)| *whole).and_then(|(exchange, _)| exchange.judged);
        let is_named = says.is_some_and(|judged| matches!(judged.says, Says::Session(Who::Granted(_))));
        let withheld = (sight.before.user.is_some() || is_named) && sight.page.view().user.is_none();
        if withheld && !(sight.was_online && sight.page.online) {
            // It grew too old without a network.
            self.reads.because(Cause::Told);
        }
        let mut is_reading = sight.reading
            && !sight.gives_up
            && !matches!(sight.event, Event::Answered { answer: Answer::Session(_), .. });
        for effect in sight.effects {
            match effect {
                Effect::Send { request: Request::Session, .. } => {
                    let uncaused = !self.reads.may_leave(self.is_waited_for(sight), sight);
                    self.broken.add(Rule::Reads, uncaused);
                    let policy = sight.page.policy();
                    let keeps_apart = policy.interval_ms.max(policy.min_interval_ms) > 0;
                    self.reads.last_left = Some(sight.now).filter(|_| keeps_apart);
                    self.reads.cause = Cause::Nothing;
                    is_reading = true;
                }
                Effect::Send { id, request, .. } => self.reads.sends(*id, request, sight.event),
                Effect::Settle { call, .. } => {
                    self.reads.callers.retain(|caller| caller != call);
                    self.reads.others.retain(|other| other.call != *call);
                }
                _ => {}
            }
        }
        if self.reads.is_awaited(sight.now) && !is_reading {
            // It is made, even if nobody waits for it any more by then.
            self.reads.because(Cause::Urgent);
        }
    }
}

impl Reads {
    /// Not by those whom the deployment has asked for patience.
    fn is_awaited(&self, now: Clocks) -> bool {
        !self.callers.is_empty() || self.others_wait() && !self.is_held(now)
    }

    fn is_held(&self, now: Clocks) -> bool {
        now.mono_ms < self.held_until_ms
    }

    fn may_leave(&self, is_waited_for: bool, sight: &Sight<'_>) -> bool {
        let policy = sight.page.policy();
        let is_apart = |span_ms| self.last_left.is_none_or(|last| last.is_over(span_ms, sight.now));
        let is_open = (sight.page.visible || is_waited_for) && sight.page.online && !self.is_held(sight.now);
        let is_due = policy.interval_ms > 0 && is_apart(policy.interval_ms.max(policy.min_interval_ms));
        match self.cause {
            Cause::Urgent => true,
            _ if self.is_awaited(sight.now) => true,
            Cause::Told => is_open,
            Cause::Spaced => is_open && (is_apart(policy.min_interval_ms) || is_due),
            Cause::Nothing => is_open && is_due,
        }
    }

    /// Of calls that ask for the same, those that wait for a read are not sent with those that have had theirs.
    fn sends(&mut self, id: RequestId, request: &Request, event: &Event) {
        let is_ready = |other: &Other| other.stands == Stands::Answered;
        let is_any_ready =
            self.others.iter().any(|other| other.is_sent_with(request, event) && is_ready(other));
        for other in self.others.iter_mut().filter(|other| other.is_sent_with(request, event)) {
            if is_any_ready && !is_ready(other) {
                continue;
            }
            other.is_last_try |= other.was_sent;
            (other.was_sent, other.stands) = (true, Stands::UnderWay(id));
        }
    }

    fn is_questioned(&mut self, asked: RequestId) {
        self.in_question = Some(asked);
        self.because(Cause::Urgent);
    }

    fn is_believed(&mut self, id: RequestId) {
        self.newest_word = self.newest_word.max(Some(id));
        self.in_question = self.in_question.filter(|after| *after >= id);
        (self.failed, self.held_until_ms) = (false, 0);
    }

    fn read_failed(&mut self, id: RequestId, failure: &Failure, is_waited_for: bool, now: Clocks) {
        self.failed = true;
        let may_help = is_waited_for || failure.code.is_retryable();
        if may_help {
            self.because(Cause::Told);
        }
        if let Some(after_ms) = failure.retry_after_ms {
            self.held_until_ms = if may_help { now.mono_ms.saturating_add(after_ms.into()) } else { 0 };
        }
        self.settle(id, self.is_held(now));
    }

    /// Whoever waits for a read has had it; `all`: and nobody waits for another.
    fn settle(&mut self, read: RequestId, all: bool) {
        for other in &mut self.others {
            if matches!(other.stands, Stands::Waits(after) if after < read || all) {
                other.stands = Stands::Answered;
            }
        }
    }

    /// Whatever its answer, it is handed on. Two requests for the same may be under way, made for two people: which calls
    /// each is for, nobody outside can tell.
    fn is_last_try(&self, id: RequestId) -> bool {
        let mut calls = self.others.iter().filter(|other| other.stands == Stands::UnderWay(id)).peekable();
        calls.peek().is_some() && calls.all(|other| other.is_last_try)
    }

    /// The page has signed its user in again, or could not: a read tells who is there.
    fn confirm(&mut self, asked: RequestId) {
        for other in self.others.iter_mut().filter(|other| other.stands == Stands::Answered) {
            other.stands = Stands::Waits(asked);
        }
        // Of calls that ask for the same, one may wait while another is under way.
        self.because(if self.others.is_empty() { Cause::Nothing } else { Cause::Urgent });
    }

    fn stand(&mut self, id: RequestId, stands: Stands) {
        for other in self.others.iter_mut().filter(|other| other.stands == Stands::UnderWay(id)) {
            other.stands = stands;
        }
    }
}

/// Whether an answer names the user who is shown, in the role that is shown.
fn names(who: Who, view: &View) -> bool {
    let Who::Granted(grant) = who else { return false };
    view.user.as_ref().is_some_and(|user| user.id == grant.person.id() && user.role == grant.role())
}

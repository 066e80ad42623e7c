//! One step of a page, and its effects on the world.

use super::World;
use crate::deployment::SessionState;
use crate::page::{Credentials, Engine, FIRST_READ};
use crate::rule::Broken;
use crate::wire::{Exchange, Message, RequestKind, TabIndex, Word};
use crate::witness::{PATIENCE_MS, Seen, Sight};
use platform_session::core::{Effect, Event, Now, Request, RequestId, View};

/// The random draw that makes every jittered delay half of its span.
const MIDDLE: u32 = 1 << 31;
/// Draws below this one make every jittered delay less than a 512th of its span: almost zero.
const AT_ONCE_BELOW: u32 = 1 << 23;

impl World {
    /// Gives the page of a tab an event that is no answer.
    pub fn fire(&mut self, tab: TabIndex, event: Event) {
        self.step_page(tab, event, None, None);
    }

    /// Gives the page an event. `answered`: the request that the event answers, and whether the answer arrived whole; `initial`: the
    /// user of the option `initial`.
    pub(super) fn step_page(
        &mut self,
        tab: TabIndex,
        event: Event,
        answered: Option<(&Exchange, bool)>,
        initial: Option<SessionState>,
    ) {
        let now = self.now();
        let reading = self.is_reading(tab);
        let Some(page) = self.pages.get_mut(usize::from(tab.0)) else { return };
        if !page.is_reached() {
            return;
        }
        // The page must ignore the answer to an aborted request, and the witness does not see it.
        let late = answered.is_some_and(|(exchange, _)| exchange.given_up);
        let mut seen = Seen {
            answered: answered.filter(|_| !late).map(|(exchange, whole)| (exchange.clone(), whole)),
            initial,
            last_sent: page.last_sent,
            at_ms: self.now_ms,
            was_online: page.online,
            was_visible: page.visible,
            reading,
            event,
        };
        if let Engine::Waits(_) = page.engine {
            if !late {
                page.record(seen, now);
            }
            return;
        }
        let before = page.view().clone();
        let was_closed = page.closed;
        let mut broken = Broken::default();
        let effects = page.step_with(&seen.event, late, now, &mut broken);
        // A timer that is due may abort the request that this event answers.
        let is_cancelled = |exchange: &Exchange| effects.contains(&Effect::Cancel { id: exchange.id });
        if seen.answered.as_ref().is_some_and(|(exchange, _)| is_cancelled(exchange)) {
            seen.answered = None;
        }
        if !was_closed {
            self.show_to_witness(tab, &[seen], &effects, &before, None, now, broken);
        }
        for effect in effects {
            self.carry_out(tab, effect);
        }
        self.check_focus(tab);
    }

    /// Runs the engine of a page, which replays the journal.
    pub(super) fn run_engine(&mut self, tab: TabIndex) {
        let now = self.now();
        let page = &mut self.pages[usize::from(tab.0)];
        let Engine::Waits(journal) = &page.engine else { return };
        let journal = journal.clone();
        let before = page.view().clone();
        let mut broken = Broken::default();
        let (effects, adopts) = page.run_engine(&journal, now, &mut broken);
        let seen: Vec<_> = journal.into_iter().map(|(seen, _)| seen).collect();
        self.show_to_witness(tab, &seen, &effects, &before, Some(adopts), now, broken);
        if !adopts {
            self.carry_out(tab, Effect::Cancel { id: FIRST_READ });
        }
        let end = self.pages[usize::from(tab.0)].sign_out.take().and_then(|sign_out| sign_out.end);
        for effect in effects {
            self.carry_out(tab, effect);
        }
        if let Some((exchange, failure)) = end {
            self.deliver_answer(&exchange, failure);
        }
        self.check_focus(tab);
    }

    /// Has the witness check a step. `adopts` is `Some` if the engine began to run in the step, and says whether it has adopted the first read.
    #[allow(clippy::too_many_arguments, reason = "one step, from both sides")]
    fn show_to_witness(
        &mut self,
        tab: TabIndex,
        seen: &[Seen],
        effects: &[Effect],
        before: &View,
        adopts: Option<bool>,
        now: Now,
        broken: Broken,
    ) {
        let place = usize::from(tab.0);
        let mut witness = std::mem::take(&mut self.pages[place].witness);
        witness.broken.merge(broken);
        witness.observe(&Sight {
            seen,
            effects,
            before,
            replayed: adopts.is_some(),
            adopts: adopts == Some(true),
            at_once: now.random < AT_ONCE_BELOW,
            page: &self.pages[place],
            now_ms: self.now_ms,
            jar: self.jar,
            deployment: &self.deployment,
        });
        self.pages[place].witness = witness;
    }

    /// The time, with a random draw: `MIDDLE` without a seed, so that a step has only one outcome; with a seed, the next number of a linear congruential generator.
    fn now(&mut self) -> Now {
        if self.setup.seed != 0 {
            self.random = self.random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        }
        let random = if self.setup.seed == 0 { MIDDLE } else { self.random };
        Now { ms: self.now_ms, wall_ms: self.now_ms, random }
    }

    fn is_reading(&self, tab: TabIndex) -> bool {
        self.exchanges(tab).any(|exchange| !exchange.given_up && exchange.kind == RequestKind::Session)
    }

    /// Has the witness check that a read follows each look. Call it after every change and whenever time has passed.
    pub(crate) fn check_focus(&mut self, tab: TabIndex) {
        let busy = self.exchanges(tab).any(|exchange| {
            !exchange.given_up
                && matches!(
                    exchange.kind,
                    RequestKind::Session | RequestKind::Login { .. } | RequestKind::Logout
                )
        });
        let now_ms = self.now_ms;
        let Some(page) = self.pages.get_mut(usize::from(tab.0)) else { return };
        // Nothing is checked while a timer is due: browsers may fire it late.
        let is_woken = page.wake_at_ms.is_none_or(|due_ms| due_ms > now_ms);
        let runs = page.is_reached() && !page.closed && is_woken && page.engine == Engine::Runs;
        let may_read = runs && page.visible && page.online && !busy && !page.witness.is_locked();
        page.witness.check_focus(may_read, &self.setup.policy, now_ms);
    }

    pub(super) fn carry_out(&mut self, tab: TabIndex, effect: Effect) {
        match effect {
            Effect::Send { id, request, bearer } => self.send(tab, id, request, bearer),
            Effect::Cancel { id } => {
                for message in &mut self.wire {
                    if let Message::Exchange(exchange) = message
                        && exchange.tab == tab
                        && exchange.id == id
                    {
                        exchange.given_up = true;
                    }
                }
            }
            Effect::Broadcast(message) => self.broadcast(tab, Word::from(message)),
            _ => {}
        }
    }

    /// Sends the first read, as the entry does, or the document by `<link rel="preload">`.
    pub(super) fn send_first_read(&mut self, tab: TabIndex) {
        self.pages[usize::from(tab.0)].last_sent = FIRST_READ;
        self.send(tab, FIRST_READ, Request::Session, false);
    }

    pub(super) fn send(&mut self, tab: TabIndex, id: RequestId, request: Request, bearer: bool) {
        let Some(page) = self.pages.get_mut(usize::from(tab.0)) else { return };
        let mut keepalive = false;
        let kind = match request {
            Request::Session => {
                self.reads += 1;
                RequestKind::Session
            }
            Request::Login(call) => {
                let Some(login) = page.logins.iter().find(|login| login.call == call).copied() else {
                    return;
                };
                page.logins.retain(|login| login.call != call);
                let Credentials { person, called_ms, waits_since_ms, .. } = login;
                let patient = self.now_ms.saturating_sub(waits_since_ms) >= PATIENCE_MS;
                RequestKind::Login { person, called_ms, patient }
            }
            Request::Logout => {
                keepalive = page.sends_sign_out_with_keepalive();
                RequestKind::Logout
            }
            Request::Permissions => RequestKind::Permissions,
            Request::Roles => RequestKind::Roles,
            Request::SsoConfig => RequestKind::SsoConfig,
            Request::Fetch(call) => {
                keepalive = page.witness.keepalive(call);
                RequestKind::Fetch(call.0)
            }
        };
        let carries = if bearer { page.token() } else { self.jar };
        self.wire.push(Message::Exchange(Exchange {
            tab,
            id,
            kind,
            sent_ms: self.now_ms,
            bearer,
            carries,
            given_up: false,
            keepalive,
            landed: false,
            judged: None,
            preloaded_ms: 0,
            tells_over: None,
            cached: false,
        }));
    }
}

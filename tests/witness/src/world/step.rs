//! One step of a page, and what it sends on its way.

use super::World;
use crate::deployment::Who;
use crate::page::{Credentials, Engine, FIRST_READ};
use crate::rule::Broken;
use crate::wire::{Asks, Exchange, Message, TabIndex, Word};
use crate::witness::{PATIENCE_MS, Seen, Sight};
use platform_session::core::{Effect, Event, Now, Request, RequestId, View};

/// The draw that waits for half of every jittered span.
const MIDDLE: u32 = 1 << 31;
/// Draws below this one wait for less than a 512th of a jittered span: as good as not at all.
const AT_ONCE_BELOW: u32 = 1 << 23;

impl World {
    /// Lets an event happen to the page of a tab that is no answer to a request.
    pub fn happens(&mut self, tab: TabIndex, event: Event) {
        self.steps(tab, event, None, None);
    }

    /// `answered`: the request that the event answers, and whether the answer came whole; `initial`: the user that the page begins with.
    pub(super) fn steps(
        &mut self,
        tab: TabIndex,
        event: Event,
        answered: Option<(&Exchange, bool)>,
        initial: Option<Who>,
    ) {
        let now = self.now();
        let reading = self.is_reading(tab);
        let Some(page) = self.pages.get_mut(usize::from(tab.0)) else { return };
        if !page.is_reached() {
            return;
        }
        // An answer to a request that was given up meanwhile: the page must not heed it, and the witness does not see it.
        let late = answered.is_some_and(|(exchange, _)| exchange.given_up);
        let mut seen = Seen {
            answered: answered.filter(|_| !late).map(|(exchange, whole)| (exchange.clone(), whole)),
            initial,
            asked: page.last_sent,
            at_ms: self.now_ms,
            was_online: page.online,
            was_visible: page.visible,
            reading,
            event,
        };
        if let Engine::Waits(_) = page.engine {
            if !late {
                page.journals(seen, now);
            }
            return;
        }
        let before = page.view().clone();
        let was_closed = page.closed;
        let mut broken = Broken::default();
        let effects = page.happens(&seen.event, late, now, &mut broken);
        // What has run out by then may give up the very request that is answered.
        let is_cancelled = |exchange: &Exchange| effects.contains(&Effect::Cancel { id: exchange.id });
        if seen.answered.as_ref().is_some_and(|(exchange, _)| is_cancelled(exchange)) {
            seen.answered = None;
        }
        if !was_closed {
            self.is_seen(tab, &[seen], &effects, &before, None, now, broken);
        }
        for effect in effects {
            self.carries_out(tab, effect);
        }
        self.watches_focus(tab);
    }

    /// Runs the engine of a page: it takes what happened so far from the journal.
    pub(super) fn runs(&mut self, tab: TabIndex) {
        let now = self.now();
        let page = &mut self.pages[usize::from(tab.0)];
        let Engine::Waits(journal) = &page.engine else { return };
        let journal = journal.clone();
        let before = page.view().clone();
        let mut broken = Broken::default();
        let (effects, adopts) = page.runs(&journal, now, &mut broken);
        let seen: Vec<_> = journal.into_iter().map(|(seen, _)| seen).collect();
        self.is_seen(tab, &seen, &effects, &before, Some(adopts), now, broken);
        if !adopts {
            self.carries_out(tab, Effect::Cancel { id: FIRST_READ });
        }
        let end = self.pages[usize::from(tab.0)].sign_out.take().and_then(|sign_out| sign_out.end);
        for effect in effects {
            self.carries_out(tab, effect);
        }
        if let Some((exchange, failure)) = end {
            self.answers(&exchange, failure);
        }
        self.watches_focus(tab);
    }

    /// `adopts`: where the engine has just begun to run, whether it waits for the first read.
    #[allow(clippy::too_many_arguments, reason = "one step, from both sides")]
    fn is_seen(
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
        witness.sees(&Sight {
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

    /// Without a seed every draw is `MIDDLE`, so that a step has one outcome; with one, it is the next of a linear congruential generator.
    fn now(&mut self) -> Now {
        if self.setup.seed != 0 {
            self.random = self.random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        }
        let random = if self.setup.seed == 0 { MIDDLE } else { self.random };
        Now { ms: self.now_ms, wall_ms: self.now_ms, random }
    }

    fn is_reading(&self, tab: TabIndex) -> bool {
        self.exchanges(tab).any(|exchange| !exchange.given_up && exchange.asks == Asks::Session)
    }

    /// Has the page's witness check that each look is followed by a read. To be called whenever something has happened, or time has passed.
    pub(crate) fn watches_focus(&mut self, tab: TabIndex) {
        let busy = self.exchanges(tab).any(|exchange| {
            !exchange.given_up && matches!(exchange.asks, Asks::Session | Asks::Login { .. } | Asks::Logout)
        });
        let now_ms = self.now_ms;
        let Some(page) = self.pages.get_mut(usize::from(tab.0)) else { return };
        // Once a timer is due, the page waits for the browser, which may be late.
        let is_woken = page.wake_at_ms.is_none_or(|due_ms| due_ms > now_ms);
        let runs = page.is_reached() && !page.closed && is_woken && page.engine == Engine::Runs;
        let may_read = runs && page.visible && page.online && !busy && !page.witness.is_locked();
        page.witness.watches_focus(may_read, &self.setup.policy, now_ms);
    }

    pub(super) fn carries_out(&mut self, tab: TabIndex, effect: Effect) {
        match effect {
            Effect::Send { id, request, bearer } => self.sends(tab, id, request, bearer),
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
            Effect::Broadcast(message) => self.broadcasts(tab, Word::from(message)),
            _ => {}
        }
    }

    /// Sends the first read: the entry does so, or the document did (`<link rel="preload">`).
    pub(super) fn asks_first(&mut self, tab: TabIndex) {
        self.pages[usize::from(tab.0)].last_sent = FIRST_READ;
        self.sends(tab, FIRST_READ, Request::Session, false);
    }

    pub(super) fn sends(&mut self, tab: TabIndex, id: RequestId, request: Request, bearer: bool) {
        let Some(page) = self.pages.get_mut(usize::from(tab.0)) else { return };
        let mut keepalive = false;
        let asks = match request {
            Request::Session => {
                self.reads += 1;
                Asks::Session
            }
            Request::Login(call) => {
                let Some(login) = page.logins.iter().find(|login| login.call == call).copied() else {
                    return;
                };
                page.logins.retain(|login| login.call != call);
                let Credentials { person, called_ms, waits_since_ms, .. } = login;
                let patient = self.now_ms.saturating_sub(waits_since_ms) >= PATIENCE_MS;
                Asks::Login { person, called_ms, patient }
            }
            Request::Logout => {
                keepalive = page.sends_sign_out_with_keepalive();
                Asks::Logout
            }
            Request::Permissions => Asks::Permissions,
            Request::Roles => Asks::Roles,
            Request::SsoConfig => Asks::SsoConfig,
            Request::Fetch(call) => {
                keepalive = page.witness.keepalive(call);
                Asks::Fetch(call.0)
            }
        };
        let carries = if bearer { page.token() } else { self.jar };
        self.wire.push(Message::Exchange(Exchange {
            tab,
            id,
            asks,
            asked_ms: self.now_ms,
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

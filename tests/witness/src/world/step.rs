//! One step of a page, and what it sends on its way.

use super::World;
use crate::deployment::{SignOutId, Who};
use crate::page::Credentials;
use crate::rule::{Broken, Rule};
use crate::wire::{Asks, Exchange, Message, Says, TabIndex, Word};
use crate::witness::Sight;
use platform_session::core::{Answer, CallId, Effect, Event, Now, Request, RequestId, TabMessage};

/// Half of every jittered span.
const MIDDLE: u32 = 1 << 31;
/// How long a sign-in is to be held, at least, for another tab's sign-out.
const PATIENCE_MS: u64 = 3_000;

impl World {
    pub fn happens(&mut self, tab: TabIndex, event: Event) {
        let page = self.page(tab);
        let sign_out = match event {
            Event::LogoutCalled { .. } => page.and_then(|page| page.sign_outs.last().copied()),
            _ => None,
        };
        self.steps(tab, event, None, sign_out);
    }

    /// `answered`: the request that the event answers, and whether the answer came whole.
    pub(super) fn steps(
        &mut self,
        tab: TabIndex,
        event: Event,
        answered: Option<(&Exchange, bool)>,
        sign_out: Option<SignOutId>,
    ) {
        if self.setup.seed != 0 {
            self.random = self.random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        }
        let random = if self.setup.seed == 0 { MIDDLE } else { self.random };
        let now = Now { wall_ms: self.clocks.wall_ms, mono_ms: self.clocks.mono_ms, random };
        let signing_out = self.is_signing_out(tab);
        let signing_in = self.is_signing_in(tab);
        let reading = self.is_reading(tab);
        let Some(page) = self.pages.get_mut(usize::from(tab.0)) else { return };
        if !page.is_reached() {
            return;
        }
        if event == Event::Heard(TabMessage::SignedIn) && !page.closed {
            if !signing_out {
                self.deployment.gives_up_sign_outs(&std::mem::take(&mut page.sign_outs));
            } else if page.sign_out_failed
                || page.sign_out_called_ms.is_some_and(|at_ms| self.clocks.mono_ms - at_ms >= PATIENCE_MS)
            {
                // It is on its way once more, and is not told again after that; or the sign-in has waited for it, and left after it.
                self.deployment.gives_up_sign_outs(&page.sign_outs);
                page.heard_sign_in = Some(self.deployment.tick());
            }
        }
        page.heard.retain(|(_, at)| !at.is_over(PATIENCE_MS, self.clocks));
        let before = page.view().clone();
        let (last_sent, was_closed) = (page.last_sent, page.closed);
        let is_called_for = !page.logouts.is_empty();
        let (was_online, was_visible) = (page.online, page.visible);
        let waited = !page.waiting.is_empty();
        let late = answered.is_some_and(|(exchange, _)| exchange.given_up);
        let mut broken = Broken::default();
        let effects = page.happens(&event, late, now, &mut broken);
        // What has run out by then may give up the very request that is answered.
        let is_cancelled = |exchange: &Exchange| effects.contains(&Effect::Cancel { id: exchange.id });
        let late = late || answered.is_some_and(|(exchange, _)| is_cancelled(exchange));
        if let Some((Exchange { asks: Asks::Logout(judged), given_up: false, .. }, whole)) = answered {
            // One that was called again, once somebody else might have come, is sent again: it is not over before that.
            let again = |effect: &Effect| matches!(effect, Effect::Send { request: Request::Logout, .. });
            let is_over = whole && !effects.iter().any(again);
            page.sign_outs.retain(|id| !(is_over && judged.contains(id)));
            page.sign_out_failed |= !whole;
            if is_over && !is_called_for && page.may_end_a_newcomer() {
                self.deployment.gives_up_sign_outs(&std::mem::take(&mut page.sign_outs));
            }
        }
        let says = answered.filter(|(_, whole)| *whole && !late).and_then(|(exchange, _)| exchange.judged);
        // Its caller does not tell it again: whoever signed out is not there any more. Where somebody else was found, another
        // tab's sign-out may forbid to believe it yet.
        let says_over = effects.contains(&Effect::Broadcast(TabMessage::SignOutOver));
        let is_over = match says.map(|judged| judged.says) {
            Some(Says::Session(Who::Nobody | Who::Deactivated) | Says::SignedIn(_)) => true,
            Some(Says::Session(Who::Granted(grant))) => {
                says_over && page.witness.signed_out().is_some_and(|person| person != grant.person)
            }
            _ => false,
        };
        if is_over {
            self.deployment.gives_up_sign_outs(&std::mem::take(&mut page.sign_outs));
        }
        let mut witness = std::mem::take(&mut page.witness);
        witness.broken.merge(broken);
        let asked = answered.map(|(exchange, _)| exchange);
        let gives_up_sign_in = self.gives_up(tab, asked, &effects, |asks| matches!(asks, Asks::Login { .. }));
        let gives_up = gives_up_sign_in || self.gives_up(tab, asked, &effects, |asks| *asks == Asks::Session);
        let unsettled = gives_up_sign_in || !late && is_unsettled(&event);
        let page = &self.pages[usize::from(tab.0)];
        if !was_closed && !page.closed {
            witness.sees(&Sight {
                event: &event,
                answered: answered.filter(|_| !late),
                sign_out,
                effects: &effects,
                before: &before,
                last_sent,
                was_online,
                was_visible,
                reading,
                gives_up,
                unsettled,
                at_once: random < 1 << 23,
                signing_out,
                signing_in,
                waited,
                page,
                now: self.clocks,
                jar: self.jar,
                deployment: &self.deployment,
            });
        }
        self.pages[usize::from(tab.0)].witness = witness;
        for effect in effects {
            self.carries_out(tab, effect);
        }
        self.watches_words(tab);
        let one = |exchange: &&Exchange| {
            !exchange.given_up
                && matches!(exchange.asks, Asks::Session | Asks::Login { .. } | Asks::Logout(_))
        };
        let crowded = self.exchanges(tab).filter(one).count() > 1;
        self.pages[usize::from(tab.0)].witness.broken.add(Rule::Requests, crowded);
        self.watches_looks(tab);
    }

    fn is_reading(&self, tab: TabIndex) -> bool {
        self.exchanges(tab).any(|exchange| !exchange.given_up && exchange.asks == Asks::Session)
    }

    /// Whether a request of that kind is given up.
    fn gives_up(
        &self,
        tab: TabIndex,
        answered: Option<&Exchange>,
        effects: &[Effect],
        is_meant: impl Fn(&Asks) -> bool,
    ) -> bool {
        self.exchanges(tab)
            .chain(answered)
            .any(|exchange| is_meant(&exchange.asks) && effects.contains(&Effect::Cancel { id: exchange.id }))
    }

    /// Whether each look is followed by a read. To be asked whenever something has happened, or time has passed.
    pub(crate) fn watches_looks(&mut self, tab: TabIndex) {
        let busy = self.exchanges(tab).any(|exchange| {
            !exchange.given_up
                && matches!(exchange.asks, Asks::Session | Asks::Login { .. } | Asks::Logout(_))
        });
        let mono_ms = self.clocks.mono_ms;
        let Some(page) = self.pages.get_mut(usize::from(tab.0)) else { return };
        // The browser may be late.
        let is_woken = page.wake_at_ms.is_none_or(|due_ms| due_ms > mono_ms);
        let runs = page.is_reached() && !page.closed && is_woken;
        let may_read = runs && page.visible && page.online && !busy;
        page.witness.watches_looks(may_read, self.setup.policy.min_interval_ms, mono_ms);
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
            Effect::Broadcast(message) => {
                let word = Word::from(message);
                let sign_out = self.pages[usize::from(tab.0)].says(word);
                let others: Vec<_> = self.tabs().filter(|to| *to != tab).collect();
                for to in others {
                    if self.page(to).is_some_and(|page| !page.gone && !page.closed && !page.cached) {
                        self.words += 1;
                        let order = self.words;
                        self.wire.push(Message::Word { from: tab, to, order, word, sign_out });
                    }
                }
            }
            _ => {}
        }
    }

    /// Whether the other tabs were told of each sign-out that was called, and of each that is known to be over.
    pub(super) fn watches_words(&mut self, tab: TabIndex) {
        let telling = self.is_signing_out(tab);
        let page = &mut self.pages[usize::from(tab.0)];
        let mut standing = page.sign_outs.iter().filter(|id| !self.deployment.is_given_up(**id));
        let unsaid = match standing.next_back() {
            Some(newest) => !page.told.contains(newest),
            None => !telling && !page.told.is_empty(),
        };
        page.witness.broken.add(Rule::Told, unsaid && !page.closed);
    }

    /// A sign-out that has been on its way for so long is not waited for again.
    fn has_overdue_sign_out(&self, tab: TabIndex) -> bool {
        let mut sign_outs = self.exchanges(tab).filter(|exchange| matches!(exchange.asks, Asks::Logout(_)));
        let overdue = |exchange: &Exchange| exchange.asked_at.is_over(PATIENCE_MS, self.clocks);
        sign_outs.next().is_some_and(overdue) && sign_outs.all(overdue)
    }

    pub(super) fn sends(&mut self, tab: TabIndex, id: RequestId, request: Request, bearer: bool) {
        let overdue = self.has_overdue_sign_out(tab);
        if let Request::Fetch(call) = request {
            self.watches_own_sign_in(tab, call);
        }
        let Some(page) = self.pages.get_mut(usize::from(tab.0)) else { return };
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
                let Credentials { person, called, called_at, .. } = login;
                // It cannot tell whose end it has heard, once it has missed a sign-out.
                let can_tell = !page.witness.has_missed();
                let after = page.heard.iter().filter(|_| can_tell).map(|(id, _)| *id).collect();
                let patient = called_at.is_over(PATIENCE_MS, self.clocks) || overdue;
                let waits_for = page.newest_sign_out.filter(|_| !patient);
                Asks::Login { person, called, called_at, after, waits_for }
            }
            Request::Logout => {
                page.newest_sign_out = Some(id);
                Asks::Logout(page.sign_outs.clone())
            }
            Request::Permissions => Asks::Permissions,
            Request::Roles => Asks::Roles,
            Request::SsoConfig => Asks::SsoConfig,
            Request::Fetch(call) => Asks::Fetch(call.0),
        };
        let carries = if bearer { page.token() } else { self.jar };
        let asked_at = self.clocks;
        let outlives = request == Request::Logout && page.sign_out_outlives();
        let (given_up, going, landed, judged) = (false, page.going, false, None);
        self.wire.push(Message::Exchange(Exchange {
            tab,
            id,
            asks,
            asked_at,
            bearer,
            carries,
            given_up,
            outlives,
            going,
            landed,
            judged,
        }));
    }

    /// Whether a request of one user leaves with the cookie of another, who is signing in on this very page.
    fn watches_own_sign_in(&mut self, tab: TabIndex, call: CallId) {
        let landed = self.exchanges(tab).any(|exchange| exchange.landed && !exchange.given_up);
        let newcomer = self.jar.and_then(|session| self.deployment.person(session));
        let page = &mut self.pages[usize::from(tab.0)];
        let owner = page.witness.owner_of(call);
        page.witness.broken.add(Rule::Binding, landed && owner.is_some() && owner != newcomer);
    }
}

/// A sign-in has failed, and unless it was refused in so many words, it may have been taken all the same.
fn is_unsettled(event: &Event) -> bool {
    let Event::Answered { answer: Answer::Login(Err(failure)), .. } = event else { return false };
    !failure.status.is_some_and(|status| (400..500).contains(&status))
}

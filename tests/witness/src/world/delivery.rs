//! What is under way arrives, or is lost.

use super::World;
use crate::deployment::SessionId;
use crate::page::{Engine, SIGN_OUT};
use crate::rule::Rule;
use crate::wire::{Asks, Exchange, Judged, Message, TabIndex, Word};
use platform_session::api::Failure;
use platform_session::api::login::TokenPolicy;
use platform_session::core::{Event, Stamp};

impl World {
    pub(crate) fn arrives(&mut self, place: usize) {
        let Some(place) = self.place_in_order(place) else { return };
        match self.wire.remove(place) {
            Message::Word { to, word, .. } => self.happens(to, Event::Message(word.into())),
            Message::Exchange(mut exchange) if exchange.judged.is_none() => {
                self.is_judged(&mut exchange);
                self.wire.insert(place, Message::Exchange(exchange));
            }
            Message::Exchange(exchange) => {
                if self.is_away(exchange.tab) && !exchange.given_up {
                    return self.wire.insert(place, Message::Exchange(exchange));
                }
                self.takes_cookie(&exchange);
                if exchange.lands_first() {
                    let landed = Exchange { landed: true, ..exchange };
                    return self.wire.insert(place, Message::Exchange(landed));
                }
                self.answers(&exchange, None);
            }
        }
    }

    fn is_judged(&mut self, exchange: &mut Exchange) {
        self.watches_order(exchange, exchange.carries);
        exchange.is_judged(&mut self.deployment, self.now_ms);
    }

    pub(super) fn place(&self, place: u8) -> Option<usize> {
        usize::from(place).checked_rem(self.wire.len())
    }

    /// The first word of the same tab, where it is a word; `None`: it waits for its page to run again.
    pub(super) fn place_in_order(&self, place: usize) -> Option<usize> {
        let Some(Message::Word { from, to, .. }) = self.wire.get(place) else { return Some(place) };
        let alike = |message: &Message| match message {
            Message::Word { from: by, to: at, order, .. } if by == from && at == to => Some(*order),
            _ => None,
        };
        let words = self.wire.iter().enumerate().filter_map(|(at, message)| Some((alike(message)?, at)));
        words.min().map(|(_, at)| at).filter(|_| !self.is_away(*to))
    }

    /// A frozen page hears nothing until it runs again, nor does one that has not begun.
    pub(super) fn is_away(&self, tab: TabIndex) -> bool {
        self.page(tab).is_some_and(|page| page.frozen || page.engine == Engine::Unborn && !page.closed)
    }

    /// `reached`: the deployment took the request; `headers`: and those of its answer came.
    pub(super) fn fails(&mut self, place: u8, failure: Failure, reached: bool, headers: bool) {
        let Some(place) = self.place(place) else { return };
        let Message::Exchange(exchange) = &self.wire[place] else { return };
        if self.is_away(exchange.tab) && !exchange.given_up {
            return;
        }
        let Message::Exchange(mut exchange) = self.wire.remove(place) else { return };
        if reached && headers && exchange.judged.is_none() {
            self.is_judged(&mut exchange);
        }
        if headers {
            self.takes_cookie(&exchange);
        }
        self.answers(&exchange, Some(failure));
    }

    /// A service worker answers a read from what it keeps, the deployment or not.
    pub(super) fn is_cached(&mut self, place: u8) {
        let (Some(place), Some(cached)) = (self.place(place), self.cached) else { return };
        let Message::Exchange(exchange) = &self.wire[place] else { return };
        if exchange.asks != Asks::Session || exchange.given_up || self.is_away(exchange.tab) {
            return;
        }
        let Message::Exchange(exchange) = self.wire.remove(place) else { return };
        self.answers(&Exchange { judged: Some(cached), cached: true, ..exchange }, None);
    }

    pub(super) fn takes_cookie(&mut self, exchange: &Exchange) {
        if self.setup.keeps_cookies && !exchange.landed {
            let before = self.jar;
            exchange.changes_cookie(&mut self.jar);
            if self.jar != before {
                self.watches_order(exchange, before);
            }
        }
    }

    /// Whether a sign-out ends a session, or clears its cookie, though the session's sign-in left the same page after it, and was to wait for
    /// it. Browsers take the cookie from the late answer to one that was to outlive the page, and the page came back.
    pub(super) fn watches_order(&mut self, exchange: &Exchange, session: Option<SessionId>) {
        let (Asks::Logout, Some(session)) = (&exchange.asks, session) else { return };
        let Some(page) = self.pages.get_mut(usize::from(exchange.tab.0)) else { return };
        let is_late = exchange.given_up && exchange.keepalive;
        let overtaken = self.deployment.made_by(session).is_some_and(|by| {
            by.tab == exchange.tab.0 && exchange.id < by.request && !by.patient && !is_late
        });
        page.witness.broken.add(Rule::Overtaken, overtaken);
    }

    pub(super) fn answers(&mut self, exchange: &Exchange, failure: Option<Failure>) {
        if let Some(Judged { says: crate::wire::Says::Session(_), .. }) = exchange.judged
            && failure.is_none()
            && self.setup.keeps_answers
            && exchange.asks == Asks::Session
        {
            self.cached = self.cached.or(exchange.judged);
        }
        if let Some(name) = exchange.tells_over {
            self.broadcasts(exchange.tab, Word::SignOutOver(name));
        }
        if let Some(page) = self.pages.get_mut(usize::from(exchange.tab.0))
            && let (false, Some(sign_out)) = (exchange.given_up, &mut page.sign_out)
            && exchange.id == SIGN_OUT
        {
            sign_out.is_due &= exchange.answer(failure, true).is_err();
            sign_out.end = Some((exchange.clone(), failure));
            return;
        }
        let keeps_token = self.setup.policy.token == TokenPolicy::Memory;
        let date_ms = exchange.judged.filter(|_| failure.is_none()).map(|judged| judged.date_ms);
        let stamp = Stamp { date_ms, preloaded_ms: exchange.preloaded_ms };
        let answer = exchange.answer(failure, keeps_token);
        let event = Event::Answered { id: exchange.id, answer, stamp };
        self.steps(exchange.tab, event, Some((exchange, failure.is_none())), None);
    }

    /// The other tabs hear of it that have begun.
    pub(super) fn broadcasts(&mut self, tab: TabIndex, word: Word) {
        let others: Vec<_> = self.tabs().filter(|to| *to != tab).collect();
        for to in others {
            let listens = |page: &crate::page::Page| {
                !page.gone && !page.closed && !page.cached && page.engine != Engine::Unborn
            };
            if self.page(to).is_some_and(listens) {
                self.words += 1;
                let order = self.words;
                self.wire.push(Message::Word { from: tab, to, order, word });
            }
        }
    }
}

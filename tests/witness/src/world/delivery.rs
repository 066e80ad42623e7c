//! The arrival and loss of requests, answers and messages.

use super::World;
use crate::deployment::SessionId;
use crate::page::{Engine, SIGN_OUT};
use crate::rule::Rule;
use crate::wire::{Exchange, Judged, Message, RequestKind, TabIndex, Word};
use platform_session::api::Failure;
use platform_session::api::login::TokenPolicy;
use platform_session::core::{Event, Stamp};

impl World {
    pub(crate) fn deliver(&mut self, place: usize) {
        let Some(place) = self.place_in_order(place) else { return };
        match self.wire.remove(place) {
            Message::Word { to, word, .. } => self.fire(to, Event::Message(word.into())),
            Message::Exchange(mut exchange) if exchange.judged.is_none() => {
                self.judge(&mut exchange);
                self.wire.insert(place, Message::Exchange(exchange));
            }
            Message::Exchange(exchange) => {
                if self.is_away(exchange.tab) && !exchange.given_up {
                    return self.wire.insert(place, Message::Exchange(exchange));
                }
                self.take_cookie(&exchange);
                if exchange.lands_before_answer() {
                    let landed = Exchange { landed: true, ..exchange };
                    return self.wire.insert(place, Message::Exchange(landed));
                }
                self.deliver_answer(&exchange, None);
            }
        }
    }

    fn judge(&mut self, exchange: &mut Exchange) {
        self.check_order(exchange, exchange.carries);
        exchange.judge(&mut self.deployment, self.now_ms);
    }

    pub(super) fn place(&self, place: u8) -> Option<usize> {
        usize::from(place).checked_rem(self.wire.len())
    }

    /// For a message between tabs: the place of the first one from the same tab; `None` while its page is frozen. Otherwise `place`.
    pub(super) fn place_in_order(&self, place: usize) -> Option<usize> {
        let Some(Message::Word { from, to, .. }) = self.wire.get(place) else { return Some(place) };
        let alike = |message: &Message| match message {
            Message::Word { from: by, to: at, order, .. } if by == from && at == to => Some(*order),
            _ => None,
        };
        let words = self.wire.iter().enumerate().filter_map(|(at, message)| Some((alike(message)?, at)));
        words.min().map(|(_, at)| at).filter(|_| !self.is_away(*to))
    }

    /// Whether nothing reaches the page now: it is frozen, or has not begun.
    pub(super) fn is_away(&self, tab: TabIndex) -> bool {
        self.page(tab).is_some_and(|page| page.frozen || page.engine == Engine::Unborn && !page.closed)
    }

    /// Makes a request fail. `reached`: the deployment has got it; `headers`: the browser has got the headers of the answer.
    pub(super) fn fail_request(&mut self, place: u8, failure: Failure, reached: bool, headers: bool) {
        let Some(place) = self.place(place) else { return };
        let Message::Exchange(exchange) = &self.wire[place] else { return };
        if self.is_away(exchange.tab) && !exchange.given_up {
            return;
        }
        let Message::Exchange(mut exchange) = self.wire.remove(place) else { return };
        if reached && headers && exchange.judged.is_none() {
            self.judge(&mut exchange);
        }
        if headers {
            self.take_cookie(&exchange);
        }
        self.deliver_answer(&exchange, Some(failure));
    }

    /// Answers a read from the cache of the service worker. The deployment may have got the read, too.
    pub(super) fn answer_from_cache(&mut self, place: u8) {
        let (Some(place), Some(cached)) = (self.place(place), self.cached) else { return };
        let Message::Exchange(exchange) = &self.wire[place] else { return };
        if exchange.kind != RequestKind::Session || exchange.given_up || self.is_away(exchange.tab) {
            return;
        }
        let Message::Exchange(exchange) = self.wire.remove(place) else { return };
        self.deliver_answer(&Exchange { judged: Some(cached), cached: true, ..exchange }, None);
    }

    pub(super) fn take_cookie(&mut self, exchange: &Exchange) {
        if self.setup.keeps_cookies && !exchange.landed {
            let before = self.jar;
            exchange.update_jar(&mut self.jar);
            if self.jar != before {
                self.check_order(exchange, before);
            }
        }
    }

    /// Checks that a sign-out neither ends a session nor clears its cookie whose sign-in the same page has sent later, and that had to wait for
    /// the sign-out. Excepted: an aborted `keepalive` sign-out, whose late answer browsers still use.
    pub(super) fn check_order(&mut self, exchange: &Exchange, session: Option<SessionId>) {
        let (RequestKind::Logout, Some(session)) = (&exchange.kind, session) else { return };
        let Some(page) = self.pages.get_mut(usize::from(exchange.tab.0)) else { return };
        let is_late = exchange.given_up && exchange.keepalive;
        let is_overtaken = self.deployment.sign_in_of(session).is_some_and(|by| {
            by.tab == exchange.tab.0 && exchange.id < by.request && !by.patient && !is_late
        });
        page.witness.broken.add(Rule::Overtaken, is_overtaken);
    }

    pub(super) fn deliver_answer(&mut self, exchange: &Exchange, failure: Option<Failure>) {
        if let Some(Judged { reply: crate::wire::Reply::Session(_), .. }) = exchange.judged
            && failure.is_none()
            && self.setup.keeps_answers
            && exchange.kind == RequestKind::Session
        {
            self.cached = self.cached.or(exchange.judged);
        }
        if let Some(name) = exchange.tells_over {
            self.broadcast(exchange.tab, Word::SignOutOver(name));
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
        self.step_page(exchange.tab, event, Some((exchange, failure.is_none())), None);
    }

    /// Sends a message to the other tabs that have begun.
    pub(super) fn broadcast(&mut self, tab: TabIndex, word: Word) {
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

//! What is under way arrives, or is lost.

use super::World;
use crate::deployment::{SessionId, SignOutId};
use crate::rule::Rule;
use crate::wire::{Asks, Exchange, Message, TabIndex, Word};
use platform_session::api::Failure;
use platform_session::api::login::TokenPolicy;
use platform_session::core::Event;

impl World {
    pub(crate) fn arrives(&mut self, place: usize) {
        let Some(place) = self.place_in_order(place) else { return };
        match self.wire.remove(place) {
            Message::Word { to, word, sign_out, .. } => self.is_told(to, word, sign_out),
            Message::Exchange(mut exchange) if exchange.judged.is_none() => {
                self.watches_order(&exchange, exchange.carries);
                exchange.is_judged(&mut self.deployment, self.clocks);
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

    /// A frozen page hears nothing until it runs again.
    pub(super) fn is_away(&self, tab: TabIndex) -> bool {
        self.page(tab).is_some_and(|page| page.frozen)
    }

    pub(super) fn is_told(&mut self, tab: TabIndex, word: Word, sign_out: Option<SignOutId>) {
        if let (Some(id), Some(page)) = (sign_out, self.pages.get_mut(usize::from(tab.0)))
            && page.is_reached()
        {
            page.heard.retain(|(heard, _)| *heard != id);
            if word == Word::SignedOut {
                page.heard.push((id, self.clocks));
            }
        }
        self.steps(tab, Event::Heard(word.into()), None, sign_out);
    }

    /// `reached`: the deployment took the request; `headers`: and those of its answer came.
    pub(super) fn fails(&mut self, place: u8, failure: Failure, reached: bool, headers: bool) {
        let Some(place) = self.place(place) else { return };
        if let Message::Exchange(exchange) = &self.wire[place]
            && self.is_away(exchange.tab)
            && !exchange.given_up
        {
            return;
        }
        if matches!(self.wire[place], Message::Word { .. }) {
            return;
        }
        let Message::Exchange(mut exchange) = self.wire.remove(place) else { return };
        if reached && headers && exchange.judged.is_none() {
            self.watches_order(&exchange, exchange.carries);
            exchange.is_judged(&mut self.deployment, self.clocks);
        }
        if headers {
            self.takes_cookie(&exchange);
        }
        self.answers(&exchange, Some(failure));
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

    /// Whether a sign-out ends a session, or clears its cookie, whose sign-in it was to spare: one that left its page after it,
    /// or left one that had just heard of it, or that its page has heard of where nobody waits for the sign-out any more.
    pub(super) fn watches_order(&mut self, exchange: &Exchange, session: Option<SessionId>) {
        let (Asks::Logout(ids), Some(session)) = (&exchange.asks, session) else { return };
        let Some(page) = self.pages.get_mut(usize::from(exchange.tab.0)) else { return };
        // Browsers take the cookie from the late answer to one that was to outlive the page, and the page came back.
        let is_late = exchange.given_up && exchange.going;
        let overtaken = self.deployment.made_by(session).is_some_and(|began| {
            began.tab == exchange.tab.0 && exchange.id < began.request && !is_late
                || began.after.iter().any(|id| ids.contains(id))
        });
        let is_given_up = !ids.is_empty() && ids.iter().all(|id| self.deployment.is_given_up(*id));
        let is_heard_of = self.deployment.called(session) <= page.heard_sign_in;
        let is_unwanted = is_given_up && is_heard_of && page.heard_sign_in.is_some() && !exchange.given_up;
        // One that is given up is waited for no longer.
        let is_waited_for =
            !is_given_up && !is_late && self.deployment.is_waited_for(exchange.tab.0, exchange.id, session);
        page.witness.broken.add(Rule::Overtaken, overtaken || is_unwanted || is_waited_for);
    }

    pub(super) fn answers(&mut self, exchange: &Exchange, failure: Option<Failure>) {
        let keeps_token = self.setup.policy.token == TokenPolicy::Memory;
        let event = Event::Answered { id: exchange.id, answer: exchange.answer(failure, keeps_token) };
        self.steps(exchange.tab, event, Some((exchange, failure.is_none())), None);
    }
}

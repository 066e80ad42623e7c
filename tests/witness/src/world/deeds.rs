//! What people do on a page, and what the browser does with it.

use super::World;
use crate::action::Deed;
use crate::deployment::{Person, SignOutId};
use crate::page::Credentials;
use crate::rule::Rule;
use crate::wire::{Asks, Message, TabIndex, Word};
use platform_session::api::{Code, Failure};
use platform_session::core::{CallId, Event, RequestId};

impl World {
    pub(crate) fn does(&mut self, tab: TabIndex, deed: Deed) {
        let Some(page) = self.pages.get_mut(usize::from(tab.0)) else { return };
        if page.gone
            || page.frozen && !matches!(deed, Deed::Thaw | Deed::Return | Deed::ReturnUncut | Deed::Go)
        {
            return;
        }
        let within = page.reauthenticating;
        match deed {
            Deed::SignIn(person) => {
                let (called, called_at) = (self.deployment.ticks(), self.clocks);
                let call = page.begins_call();
                page.logins.push(Credentials { call, person, called, called_at });
                self.happens(tab, Event::LoginCalled { call, complete: true });
            }
            Deed::SignInElsewhere(person) => self.signs_in_elsewhere(person),
            Deed::SignInWithNothing => self.calls(tab, |call| Event::LoginCalled { call, complete: false }),
            Deed::SignOut => self.calls(tab, |call| Event::LogoutCalled { call, age_ms: 0 }),
            Deed::Refresh => {
                self.asks_for_truth(tab);
                self.calls(tab, |call| Event::RefreshCalled { call });
            }
            Deed::Read => self.calls(tab, |call| Event::ReadCalled { call }),
            Deed::Permissions => self.calls(tab, |call| Event::PermissionsCalled { call, within: false }),
            Deed::Roles => self.calls(tab, |call| Event::RolesCalled { call, within }),
            Deed::SsoConfig => self.calls(tab, |call| Event::SsoConfigCalled { call }),
            Deed::Fetch { replayable } => {
                self.calls(tab, |call| Event::FetchCalled { call, replayable, within: false });
            }
            Deed::Abort(which) => {
                let waiting = page.waiting.len();
                if let Some(call) = page.waiting.get(usize::from(which).checked_rem(waiting).unwrap_or(0)) {
                    let call = *call;
                    self.happens(tab, Event::Aborted { call });
                }
            }
            Deed::Reauthenticated(resolved) if within => {
                self.happens(tab, Event::Reauthenticated { resolved })
            }
            Deed::Reauthenticated(_) => {}
            Deed::TimerFires => {
                if let Some(due) = page.wake_at_ms {
                    self.clocks.passes(due.saturating_sub(self.clocks.mono_ms));
                    self.happens(tab, Event::Woken);
                }
            }
            Deed::Woken => self.happens(tab, Event::Woken),
            Deed::Hide => self.happens(tab, Event::Visible(false)),
            Deed::Show => self.happens(tab, Event::Visible(true)),
            Deed::Focus => self.happens(tab, Event::Focused),
            Deed::Look => {
                self.happens(tab, Event::Visible(false));
                self.happens(tab, Event::Visible(true));
                self.happens(tab, Event::Focused);
            }
            Deed::Offline => self.happens(tab, Event::Online(false)),
            Deed::Online => self.happens(tab, Event::Online(true)),
            Deed::SignInWindow(open) => self.happens(tab, Event::SignInWindow(open)),
            Deed::Freeze => page.frozen = true,
            Deed::Thaw => page.frozen = page.cached,
            Deed::Leave => {
                self.goes(tab, Event::Leaving);
                if let Some(page) = self.pages.get_mut(usize::from(tab.0)) {
                    (page.frozen, page.cached) = (true, true);
                }
            }
            Deed::Return if page.cached => {
                let cut: Vec<_> = self.exchanges(tab).map(|exchange| exchange.id).collect();
                self.returns(tab);
                self.cuts(tab, &cut);
            }
            Deed::ReturnUncut if page.cached => self.returns(tab),
            Deed::Return | Deed::ReturnUncut => {}
            Deed::Close => self.goes(tab, Event::Closed),
            Deed::Go => {
                if !page.frozen {
                    self.goes(tab, Event::Unloading);
                }
                let page = &mut self.pages[usize::from(tab.0)];
                (page.gone, page.frozen) = (true, false);
                self.wire.retain_mut(|message| match message {
                    Message::Word { to, .. } => *to != tab,
                    Message::Exchange(exchange) => {
                        exchange.given_up |= exchange.tab == tab;
                        exchange.tab != tab || exchange.outlives
                    }
                });
            }
        }
    }

    /// The page goes, or its session: a sign-out on its way goes on, where it ends nobody who has come since it was called.
    fn goes(&mut self, tab: TabIndex, event: Event) {
        let is_due = self.is_signing_out(tab)
            && self.page(tab).is_some_and(|page| {
                let stands = page.sign_outs.iter().any(|id| !self.deployment.is_given_up(*id));
                stands && !page.closed && !page.may_end_a_newcomer()
            });
        self.pages[usize::from(tab.0)].going = true;
        self.happens(tab, event);
        let goes_on = self.exchanges(tab).any(|exchange| exchange.outlives && !exchange.given_up);
        self.pages[usize::from(tab.0)].witness.broken.add(Rule::Outlives, is_due && !goes_on);
    }

    pub(super) fn calls(&mut self, tab: TabIndex, event: impl FnOnce(CallId) -> Event) {
        let Some(page) = self.pages.get_mut(usize::from(tab.0)) else { return };
        let call = page.begins_call();
        let event = event(call);
        if matches!(event, Event::LogoutCalled { .. }) && !page.closed {
            page.sign_out_failed &= !page.logouts.is_empty();
            page.logouts.push(call);
            page.sign_out_called_ms = Some(self.clocks.mono_ms);
            let page = &self.pages[usize::from(tab.0)];
            let stands = page.sign_outs.last().is_some_and(|id| !self.deployment.is_given_up(*id));
            if !(stands && self.exchanges(tab).any(|exchange| page.witness.is_told_by(exchange))) {
                self.calls_sign_out(tab);
            }
        }
        self.happens(tab, event);
    }

    /// One that is on its way already will do, unless somebody may have come since it left.
    pub(super) fn calls_sign_out(&mut self, tab: TabIndex) {
        let id = self.deployment.calls_sign_out();
        let page = &mut self.pages[usize::from(tab.0)];
        page.sign_outs.push(id);
        page.heard_sign_in = None;
        for message in &mut self.wire {
            if let Message::Exchange(exchange) = message
                && exchange.tab == tab
                && page.witness.is_told_by(exchange)
                && let Asks::Logout(ids) = &mut exchange.asks
            {
                ids.push(id);
                if exchange.judged.is_some() {
                    self.deployment.sign_out(&[id], None);
                }
            }
        }
    }

    /// Whoever turns out to be signed in is to be shown. A sign-out that is being told for the first time stands all the
    /// same.
    pub(super) fn asks_for_truth(&mut self, tab: TabIndex) {
        let telling = self.is_signing_out(tab);
        let page = &mut self.pages[usize::from(tab.0)];
        if telling && !page.sign_out_failed {
            return;
        }
        self.deployment.gives_up_sign_outs(&page.sign_outs);
        if !telling {
            page.sign_outs.clear();
        }
    }

    pub(super) fn is_signing_out(&self, tab: TabIndex) -> bool {
        self.exchanges(tab).any(|exchange| !exchange.given_up && matches!(exchange.asks, Asks::Logout(_)))
    }

    pub(super) fn is_signing_in(&self, tab: TabIndex) -> bool {
        self.exchanges(tab).any(|exchange| !exchange.given_up && matches!(exchange.asks, Asks::Login { .. }))
    }

    pub(super) fn signs_in_elsewhere(&mut self, person: Person) {
        let called = self.deployment.ticks();
        if let Some(grant) = self.deployment.sign_in(person, called, None, self.clocks) {
            self.jar = Some(grant.session).filter(|_| self.setup.keeps_cookies);
        }
    }

    /// In a tab beyond those of this world. `None`: there is nothing to tell.
    pub(super) fn happens_elsewhere(&mut self, tab: TabIndex, word: Word) -> Option<Option<SignOutId>> {
        match word {
            Word::SignedIn => self.signs_in_elsewhere(Person::Ada),
            Word::SignedOut => {
                let id = self.deployment.calls_sign_out();
                self.elsewhere.push((tab, id));
                return Some(Some(id));
            }
            Word::SignOutOver => {
                let place = self.elsewhere.iter().position(|(heard, _)| *heard == tab)?;
                let (_, id) = self.elsewhere.remove(place);
                self.deployment.gives_up_sign_outs(&[id]);
                return Some(Some(id));
            }
            Word::Changed => {}
        }
        Some(None)
    }

    pub(super) fn returns(&mut self, tab: TabIndex) {
        if let Some(page) = self.pages.get_mut(usize::from(tab.0)) {
            (page.frozen, page.cached, page.going) = (false, false, false);
        }
        self.wire.retain(|message| !matches!(message, Message::Word { to, .. } if *to == tab));
        self.happens(tab, Event::Restored);
    }

    fn cuts(&mut self, tab: TabIndex, requests: &[RequestId]) {
        for id in requests {
            let is_it = |message: &Message| matches!(message, Message::Exchange(exchange) if exchange.tab == tab && exchange.id == *id);
            if let Some(place) = self.wire.iter().position(is_it)
                && let Message::Exchange(exchange) = self.wire.remove(place)
            {
                self.answers(&exchange, Some(Failure::of(Code::Network)));
            }
        }
    }
}

//! Checks that a world comes to rest, whatever has happened in it.
//!
//! First everything under way is delivered, the deployment answers, and timers fire: then no sign-out may lock a page. Then
//! every tab is shown: every tab must show what the deployment says, and no call may wait. Last, each page is looked at
//! once more: it must read the session once.

use super::action::Deed;
use super::deployment::SessionState;
use super::page::Page;
use super::rule::Broken;
use super::wire::TabIndex;
use super::world::World;
use platform_session::core::{Event, PageEvent, Status};

/// A world that takes more steps than this repeats itself.
const MOST_STEPS: u32 = 600;
/// Longer than a lock, the wait of a sign-in, the first retries, and any `Retry-After` of a script.
const LONGEST_WAIT_MS: u64 = 300_000;

/// Why a world does not come to rest, or is wrong at rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unrest {
    GoesOnForEver,
    CallsWait,
    /// The page is locked by a sign-out of its own, or of another tab.
    Locked,
    /// The identity is still unverified, or the status unknown.
    Unverified,
    /// The page shows another user, role or features than the deployment says.
    ShowsAnother,
    Stale,
    /// A page that watches the role catalogue got neither the catalogue nor a refusal.
    LacksCatalogue,
    /// A page at rest that was looked at has read the session so many times, not once.
    Looks(u32),
    Breaks(Broken),
}

impl World {
    /// Plays a copy of the world until nothing is under way, and checks what it shows.
    pub fn check_rest(&self) -> Result<(), Unrest> {
        let mut world = self.clone();
        for tab in world.tabs() {
            world.perform(tab, Deed::Begin);
            let page = world.page(tab);
            if page.is_some_and(|page| page.frozen) {
                let cached = page.is_some_and(|page| page.cached);
                world.perform(tab, if cached { Deed::Return } else { Deed::Thaw });
            }
            world.perform(tab, Deed::Run);
            // The page stays offline if it is: a browser may say so for ever.
            for _ in 0..world.page(tab).map_or(0, |page| page.sign_in_windows) {
                world.perform(tab, Deed::SignInWindow(false));
            }
        }
        world.run_until_quiet(LONGEST_WAIT_MS)?;
        // Although no page was looked at, every sign-out must have been sent and its lock must have ended.
        if world.pages.iter().any(|page| page.is_alive() && page.witness.is_locked()) {
            return Err(Unrest::Locked);
        }
        for tab in world.tabs() {
            world.perform(tab, Deed::Show);
        }
        world.run_until_quiet(LONGEST_WAIT_MS)?;
        // Although no call was made, every page must have read the session.
        let is_unknown = |page: &Page| page.view().status == Status::Unknown || page.witness.is_unverified();
        if world.pages.iter().any(|page| page.is_alive() && is_unknown(page)) {
            return Err(Unrest::Unverified);
        }
        if world.pages.iter().any(|page| page.is_alive() && !page.waiting.is_empty()) {
            return Err(Unrest::CallsWait);
        }
        for tab in world.tabs() {
            // A page that does not read when it is looked at is made to read by a call.
            world.perform(tab, if world.setup.policy.on_focus { Deed::Look } else { Deed::Read });
            world.run_until_quiet(world.setup.policy.min_interval_ms + 1)?;
        }
        for tab in world.tabs() {
            let page = &world.pages[usize::from(tab.0)];
            if let Some(unrest) = page.is_alive().then(|| world.unrest(tab, page)).flatten() {
                return Err(unrest);
            }
        }
        // A read that a look has delayed must be over.
        world.run_until_quiet(world.setup.policy.min_interval_ms.saturating_mul(12) + 1)?;
        for tab in world.tabs() {
            world.check_look(tab)?;
        }
        let broken = world.broken();
        if broken.is_any() { Err(Unrest::Breaks(broken)) } else { Ok(()) }
    }

    fn unrest(&self, tab: TabIndex, page: &Page) -> Option<Unrest> {
        let view = page.view();
        let shown = view.user.map(|user| (user.id, user.role, view.features));
        let expected = match self.truth(tab) {
            SessionState::Granted(grant) => Some((grant.person.id(), grant.role(), Some(grant.features()))),
            SessionState::NoSession | SessionState::Deactivated => None,
        };
        let has_catalogue = view.roles.is_some() || view.roles_refusal.is_some();
        let lacks_catalogue = page.watches_roles && view.user.is_some() && !has_catalogue;
        match () {
            () if !page.waiting.is_empty() => Some(Unrest::CallsWait),
            () if page.witness.is_locked() => Some(Unrest::Locked),
            () if shown != expected || view.status == Status::Unknown => Some(Unrest::ShowsAnother),
            () if view.stale => Some(Unrest::Stale),
            () if lacks_catalogue => Some(Unrest::LacksCatalogue),
            () => None,
        }
    }

    /// What the deployment would answer to the page: by the cookie, or by the token where the browser has refused the cookie.
    fn truth(&self, tab: TabIndex) -> SessionState {
        let page = &self.pages[usize::from(tab.0)];
        let by_token = page.token().filter(|_| page.witness.is_carried());
        self.deployment.session_state(by_token.or(self.jar), self.now_ms)
    }

    /// Checks that a page at rest that is looked at reads the session once, within twelve times `minIntervalMs`: after a look that comes too
    /// early, the read is delayed at random. The polls of all pages are added.
    fn check_look(&mut self, tab: TabIndex) -> Result<(), Unrest> {
        let page = &self.pages[usize::from(tab.0)];
        if !page.is_alive() || !page.policy().on_focus {
            return Ok(());
        }
        let reads_before = self.reads;
        self.perform(tab, Deed::Look);
        let policy = self.setup.policy;
        let span_ms = policy.min_interval_ms.saturating_mul(12) + 1;
        self.run_until_quiet(span_ms)?;
        let polls = span_ms.checked_div(policy.interval_ms).map_or(0, |polls| polls as u32 + 1);
        let polls = polls * self.setup.tabs as u32;
        match self.reads - reads_before {
            reads if (1..=1 + polls).contains(&reads) => Ok(()),
            reads => Err(Unrest::Looks(reads)),
        }
    }

    /// Delivers everything, rejects each `reauthenticate`, and fires the timers that are due within `within_ms`.
    fn run_until_quiet(&mut self, within_ms: u64) -> Result<(), Unrest> {
        let end = self.now_ms.saturating_add(within_ms);
        for _ in 0..MOST_STEPS {
            if !self.wire.is_empty() {
                self.deliver(0);
            } else if let Some(tab) = self.reauthenticating_tab() {
                self.fire(tab, Event::Page(PageEvent::NotReauthenticated));
            } else if let Some((_, tab)) = self.next_timer().filter(|(due, _)| *due <= end) {
                self.perform(tab, Deed::TimerFires);
            } else {
                self.advance_clock(end.saturating_sub(self.now_ms));
                for tab in self.tabs() {
                    self.check_focus(tab);
                }
                return Ok(());
            }
        }
        Err(Unrest::GoesOnForEver)
    }

    fn reauthenticating_tab(&self) -> Option<TabIndex> {
        self.tabs().find(|tab| self.page(*tab).is_some_and(|page| page.reauthenticating && page.is_alive()))
    }
}

impl Page {
    fn is_alive(&self) -> bool {
        self.is_reached() && !self.closed
    }
}

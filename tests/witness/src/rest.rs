//! The rest that every world must come to, from wherever it stands.
//!
//! What is under way is delivered, the deployment answers truthfully, and timers fire: then no sign-out locks a page. Every tab
//! is looked at: then every tab shows what the deployment says, and no call waits. And once more: a look at a page
//! at rest is one read.

use super::action::Deed;
use super::deployment::Who;
use super::page::Page;
use super::rule::Broken;
use super::wire::TabIndex;
use super::world::World;
use platform_session::core::{Event, PageEvent, Status};

/// More steps than anything takes that ends: beyond it things go round in a circle.
const MOST_STEPS: u32 = 600;
/// A time that is longer than a lock, a sign-in's wait, the first retries, or what a deployment asks to wait.
const AWHILE_MS: u64 = 300_000;

/// The reasons why a world comes to no good end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unrest {
    GoesOnForEver,
    CallsWait,
    /// The page is locked by a sign-out of its own, or of another tab.
    Locked,
    /// No read has said who is signed in, or its answer is not shown.
    Unverified,
    /// The page shows another user, role or features than the deployment says.
    ShowsAnother,
    Stale,
    /// A page that watches the role catalogue was neither shown nor refused it.
    LacksCatalogue,
    /// A page at rest that was looked at read so many times.
    Looks(u32),
    Breaks(Broken),
}

impl World {
    /// `Ok`: everything comes to rest, and shows the truth.
    pub fn comes_to_rest(&self) -> Result<(), Unrest> {
        let mut world = self.clone();
        for tab in world.tabs() {
            world.does(tab, Deed::Begin);
            let page = world.page(tab);
            if page.is_some_and(|page| page.frozen) {
                let cached = page.is_some_and(|page| page.cached);
                world.does(tab, if cached { Deed::Return } else { Deed::Thaw });
            }
            world.does(tab, Deed::Run);
            // A browser may say for ever that it is offline.
            for _ in 0..world.page(tab).map_or(0, |page| page.sign_in_windows) {
                world.does(tab, Deed::SignInWindow(false));
            }
        }
        world.runs_down(AWHILE_MS)?;
        // No page was looked at yet: a sign-out is sent all the same, and its lock ends.
        if world.pages.iter().any(|page| page.is_alive() && page.witness.is_locked()) {
            return Err(Unrest::Locked);
        }
        for tab in world.tabs() {
            world.does(tab, Deed::Show);
        }
        world.runs_down(AWHILE_MS)?;
        // No call was made yet: an unverified identity is verified all the same, and a page that shows nothing reads by itself.
        let is_unknown = |page: &Page| page.view().status == Status::Unknown || page.witness.is_unverified();
        if world.pages.iter().any(|page| page.is_alive() && is_unknown(page)) {
            return Err(Unrest::Unverified);
        }
        if world.pages.iter().any(|page| page.is_alive() && !page.waiting.is_empty()) {
            return Err(Unrest::CallsWait);
        }
        for tab in world.tabs() {
            // A page that does not read when it is looked at is asked to.
            world.does(tab, if world.setup.policy.on_focus { Deed::Look } else { Deed::Read });
            world.runs_down(world.setup.policy.min_interval_ms + 1)?;
        }
        for tab in world.tabs() {
            let page = &world.pages[usize::from(tab.0)];
            if let Some(unrest) = page.is_alive().then(|| world.unrest(tab, page)).flatten() {
                return Err(unrest);
            }
        }
        // What a look has put off is done.
        world.runs_down(world.setup.policy.min_interval_ms.saturating_mul(12) + 1)?;
        for tab in world.tabs() {
            world.looks(tab)?;
        }
        let broken = world.broken();
        if broken.is_any() { Err(Unrest::Breaks(broken)) } else { Ok(()) }
    }

    fn unrest(&self, tab: TabIndex, page: &Page) -> Option<Unrest> {
        let view = page.view();
        let shown = view.user.map(|user| (user.id, user.role, view.features));
        let expected = match self.truth(tab) {
            Who::Granted(grant) => Some((grant.person.id(), grant.role(), Some(grant.features()))),
            Who::NoSession | Who::Deactivated => None,
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

    /// What the deployment says of that page: by the cookie, or by the token where the browser keeps none.
    fn truth(&self, tab: TabIndex) -> Who {
        let page = &self.pages[usize::from(tab.0)];
        let by_token = page.token().filter(|_| page.witness.is_carried());
        self.deployment.who(by_token.or(self.jar), self.now_ms)
    }

    /// A look at a page at rest: one read, within twelve times the interval that reads keep (a look that comes too early
    /// is put off at random), beside what all pages poll.
    fn looks(&mut self, tab: TabIndex) -> Result<(), Unrest> {
        let page = &self.pages[usize::from(tab.0)];
        if !page.is_alive() || !page.policy().on_focus {
            return Ok(());
        }
        let reads_before = self.reads;
        self.does(tab, Deed::Look);
        let policy = self.setup.policy;
        let span_ms = policy.min_interval_ms.saturating_mul(12) + 1;
        self.runs_down(span_ms)?;
        let polls = span_ms.checked_div(policy.interval_ms).map_or(0, |polls| polls as u32 + 1);
        let polls = polls * self.setup.tabs as u32;
        match self.reads - reads_before {
            reads if (1..=1 + polls).contains(&reads) => Ok(()),
            reads => Err(Unrest::Looks(reads)),
        }
    }

    /// Everything arrives, calls to sign in again are refused, and timers fire that are due within that time.
    fn runs_down(&mut self, within_ms: u64) -> Result<(), Unrest> {
        let end = self.now_ms.saturating_add(within_ms);
        for _ in 0..MOST_STEPS {
            if !self.wire.is_empty() {
                self.arrives(0);
            } else if let Some(tab) = self.reauthenticates() {
                self.happens(tab, Event::Page(PageEvent::NotReauthenticated));
            } else if let Some((_, tab)) = self.next_timer().filter(|(due, _)| *due <= end) {
                self.does(tab, Deed::TimerFires);
            } else {
                self.ticks(end.saturating_sub(self.now_ms));
                for tab in self.tabs() {
                    self.watches_focus(tab);
                }
                return Ok(());
            }
        }
        Err(Unrest::GoesOnForEver)
    }

    fn reauthenticates(&self) -> Option<TabIndex> {
        self.tabs().find(|tab| self.page(*tab).is_some_and(|page| page.reauthenticating && page.is_alive()))
    }
}

impl Page {
    fn is_alive(&self) -> bool {
        self.is_reached() && !self.closed
    }
}

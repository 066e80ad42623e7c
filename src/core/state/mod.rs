//! Everything that a session knows. Each part has one file. As far as possible, the types have no value for a state that
//! cannot occur.

mod announced;
mod backoff;
mod belief;
mod catalogue;
mod credentials;
mod dates;
mod exchange;
mod identity;
mod lock;
mod page;
mod reads;
mod traffic;

pub(super) use announced::{Announced, Who};
pub(super) use belief::{Belief, Known};
pub(super) use catalogue::Catalogue;
pub(super) use credentials::{Cookie, Credentials};
pub(super) use dates::Dates;
pub(super) use exchange::{Exchange, Exchanges, Phase};
pub(super) use identity::PageIdentity;
pub use lock::LONGEST_LOCK_MS;
pub(super) use lock::Lock;
pub(super) use page::Page;
pub(super) use reads::{Caller, Reads};
pub(super) use traffic::{Reading, SigningIn, SigningOut, Traffic, WaitingSignIn};

use super::ids::RequestId;
use super::policy::Policy;
use super::view::View;
use crate::api::Token;

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    pub(super) policy: Policy,
    pub(super) closed: bool,
    pub(super) page: Page,
    pub(super) identity: PageIdentity,
    /// The newest request as the epoch began: later ones are of it. An epoch begins whenever who is signed in becomes another, or nobody:
    /// what the page holds of a sign-in belongs to one.
    pub(super) epoch_after: RequestId,
    pub(super) belief: Belief,
    pub(super) credentials: Credentials,
    pub(super) catalogue: Catalogue,
    pub(super) lock: Lock,
    /// It is in question who is signed in: `rules/question.rs`.
    pub(super) in_question: bool,
    pub(super) traffic: Traffic,
    pub(super) waiting_sign_in: Option<WaitingSignIn>,
    pub(super) reads: Reads,
    pub(super) exchanges: Exchanges,
    pub(super) last_request: RequestId,
    pub(super) dates: Dates,
    pub(super) shown: View,
    pub(super) announced: Announced,
}

impl State {
    /// A session that has not begun. Every gate is closed.
    pub fn new(policy: Policy, visible: bool, online: bool) -> Self {
        Self {
            policy,
            closed: false,
            page: Page::new(visible, online),
            identity: PageIdentity::default(),
            epoch_after: RequestId::default(),
            belief: Belief::default(),
            credentials: Credentials::default(),
            catalogue: Catalogue::default(),
            lock: Lock::default(),
            in_question: true,
            traffic: Traffic::default(),
            waiting_sign_in: None,
            reads: Reads::default(),
            exchanges: Exchanges::default(),
            last_request: RequestId::default(),
            dates: Dates::default(),
            shown: View::unknown(),
            announced: Announced::default(),
        }
    }

    // Not inlined, so that the code that drops the old belief is there once: every page loads it.
    #[inline(never)]
    pub(super) fn believe(&mut self, belief: Belief) {
        self.belief = belief;
    }

    /// What is shown.
    pub fn view(&self) -> &View {
        &self.shown
    }

    /// Whether a sign-out that is sent now is to outlive the page, with `keepalive`. Any other is sent without: if a
    /// request with `keepalive` is aborted, browsers still let its late answer remove the cookie.
    pub fn sends_sign_out_with_keepalive(&self) -> bool {
        self.page.going
    }

    /// Whether that request was sent in this epoch.
    pub(super) fn is_of_the_epoch(&self, id: RequestId) -> bool {
        id > self.epoch_after
    }

    /// The access token to send, if there is one.
    pub fn token(&self) -> Option<&Token> {
        self.credentials.token()
    }
}

//! Everything that a session knows.

use super::clock::Since;
use super::effect::RequestId;
use super::event::CallId;
use super::exchange::Exchange;
use super::policy::Policy;
use super::publication::{Announced, Reason, Status, View};
use super::schedule::Owed;
use crate::api::{Company, Failure, Identity, Role, Token};
use std::sync::Arc;

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    pub(super) policy: Policy,
    pub(super) closed: bool,

    /// Counts sign-ins, sign-outs and changes of user. What was asked in an older epoch is not believed.
    pub(super) epoch: u32,
    pub(super) status: Status,
    pub(super) reason: Option<Reason>,
    /// The newest identity of this epoch. Shown only while `status` says authenticated.
    pub(super) identity: Option<Identity>,
    /// Told at sign-in only, and known while the user stays the same.
    pub(super) company: Option<Arc<Company>>,
    pub(super) roles: Option<Arc<Vec<Role>>>,
    pub(super) stale: bool,
    pub(super) error: Option<Failure>,
    /// When the newest good answer's request began.
    pub(super) last_good: Option<Since>,
    /// When the sign-in seen here began, and with it the token's 24 hours.
    pub(super) signed_in: Option<Since>,

    pub(super) token: Option<Token>,
    /// The browser keeps no cookie: the token carries the session.
    pub(super) token_carries: bool,
    /// A sign-in waits to be confirmed by a read without a bearer.
    pub(super) unconfirmed: bool,
    pub(super) refusal_noticed: bool,
    /// A sign-out was called, and the deployment has not confirmed it.
    pub(super) signing_out: Option<SignOutGuard>,

    pub(super) last_request: RequestId,
    /// The request whose answer is the newest that was believed in this epoch.
    pub(super) newest_answer: RequestId,
    pub(super) reading: Option<Reading>,
    pub(super) sign_in: Option<SignIn>,
    pub(super) sign_out: Option<SignOut>,
    pub(super) exchanges: Vec<Exchange>,
    pub(super) reauthenticating: bool,
    /// The newest request at the end of the newest `reauthenticate` that signed nobody in.
    pub(super) not_reauthenticated: RequestId,
    /// Calls that wait for a session read.
    pub(super) refreshers: Vec<CallId>,

    pub(super) visible: bool,
    /// In the back/forward cache, or on the way there or back.
    pub(super) cached: bool,
    pub(super) online: bool,
    pub(super) owed: Owed,
    /// When the newest read began.
    pub(super) last_read: Option<Since>,
    /// Failed reads in a row.
    pub(super) failures: u32,
    /// Monotonic time of the next try after a failure.
    pub(super) retry_at_ms: Option<u64>,
    /// Monotonic time before which the deployment asked not to be read again.
    pub(super) hold_until_ms: u64,
    /// The wake-up asked for, as monotonic time.
    pub(super) wake_at_ms: Option<u64>,

    pub(super) shown: View,
    pub(super) announced: Announced,
}

/// A session read under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Reading {
    pub id: RequestId,
    pub began: Since,
    /// Nobody asked for it.
    pub automatic: bool,
    /// Another tab's word was the cause: a change that it finds is news to nobody.
    pub told: bool,
    /// It went without a bearer after a sign-in: its answer says what the browser kept.
    pub confirms: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct SignIn {
    pub id: RequestId,
    pub call: CallId,
    pub began: Since,
    /// A read was given up for it, and is owed whatever comes of it.
    pub read_owed: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct SignOut {
    pub id: RequestId,
    pub calls: Vec<CallId>,
    /// A sign-in or a read was given up for it: look what the browser really kept.
    pub read_owed: bool,
}

/// While this stands, no automatic read opens a gate for the one who signed out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct SignOutGuard {
    /// Who was signed in; `None`: it was not known, so anyone.
    pub user: Option<i64>,
    /// The sign-out was called here, not in another tab.
    pub own: bool,
}

impl State {
    /// A session that has not begun. Every gate is closed.
    pub fn new(policy: Policy, visible: bool, online: bool) -> Self {
        Self {
            policy,
            closed: false,
            epoch: 0,
            status: Status::Unknown,
            reason: None,
            identity: None,
            company: None,
            roles: None,
            stale: false,
            error: None,
            last_good: None,
            signed_in: None,
            token: None,
            token_carries: false,
            unconfirmed: false,
            refusal_noticed: false,
            signing_out: None,
            last_request: RequestId(0),
            newest_answer: RequestId(0),
            reading: None,
            sign_in: None,
            sign_out: None,
            exchanges: Vec::new(),
            reauthenticating: false,
            not_reauthenticated: RequestId(0),
            refreshers: Vec::new(),
            visible,
            cached: false,
            online,
            owed: Owed::Nothing,
            last_read: None,
            failures: 0,
            retry_at_ms: None,
            hold_until_ms: 0,
            wake_at_ms: None,
            shown: View::unknown(),
            announced: Announced::Nothing,
        }
    }

    /// What is shown.
    pub fn view(&self) -> &View {
        &self.shown
    }

    /// The policy that the session was created with.
    pub fn policy(&self) -> &Policy {
        &self.policy
    }

    pub fn epoch(&self) -> u32 {
        self.epoch
    }

    /// Who is signed in, as far as it is known.
    pub(super) fn user(&self) -> Option<i64> {
        self.identity.as_ref().map(|identity| identity.user.id)
    }

    /// The access token, while one is held.
    pub fn token(&self) -> Option<&Token> {
        self.token.as_ref()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whoever watches a session from outside holds it to this.
    #[test]
    fn a_session_says_what_its_page_chose() {
        let policy = Policy { min_interval_ms: 1, ..Policy::default() };
        assert_eq!(State::new(policy, true, true).policy(), &policy);
    }
}

//! Requests beside the session's own: permissions, roles, the single sign-on configuration and the page's own.

use crate::core::effect::Request;
use crate::core::ids::{CallId, RequestId};

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Exchanges {
    pub list: Vec<Exchange>,
    /// The page's `reauthenticate` is under way.
    pub reauthenticating: bool,
    /// The newest request when a `reauthenticate` last ended in vain. Requests up to it do not call it again.
    pub asked_in_vain: Option<RequestId>,
}

/// One request, and the calls that wait for it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Exchange {
    pub request: Request,
    pub calls: Vec<CallId>,
    pub id: RequestId,
    /// The epoch that it was sent in.
    pub epoch: u32,
    /// Whose it is: who was signed in at the call, or was until the session ended. `None`: nobody was known.
    pub user: Option<i64>,
    /// A bearer token went along.
    pub bearer: bool,
    /// Its answer is handed on, even a 401.
    pub is_last_try: bool,
    pub phase: Phase,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    Sent,
    /// Not sent: somebody else may have signed in. A session read that begins after this request tells who is signed in.
    Held {
        after: RequestId,
    },
    /// Answered, but it is not certain for which user. A session read that begins after this request tells.
    Doubted {
        after: RequestId,
    },
    /// Answered 401: a session read that begins after this request will tell what that means.
    Settling,
    /// Waits for the page to sign its user in again.
    Reauthenticating,
    /// `reauthenticate` has resolved: a session read that begins after this request will tell who is signed in.
    Confirming {
        after: RequestId,
    },
}

impl Exchange {
    /// Whether the session shows its answer as that of the user who is signed in.
    pub fn is_of_the_identity(&self) -> bool {
        matches!(self.request, Request::Permissions | Request::Roles)
    }

    /// The request that a session read must have begun after, to decide what becomes of this one.
    pub fn settled_after(&self) -> Option<RequestId> {
        match self.phase {
            Phase::Settling => Some(self.id),
            Phase::Held { after } | Phase::Doubted { after } | Phase::Confirming { after } => Some(after),
            Phase::Sent | Phase::Reauthenticating => None,
        }
    }
}

impl Exchanges {
    pub fn wait_for_a_read(&self) -> bool {
        self.list.iter().any(|exchange| exchange.settled_after().is_some())
    }

    /// Now it is known who is signed in: requests that were made before, in the same epoch, belong to that user.
    pub fn bind(&mut self, epoch: u32, user: i64) {
        for exchange in &mut self.list {
            if exchange.epoch == epoch {
                exchange.user.get_or_insert(user);
            }
        }
    }

    // Not inlined, so that each is there once: every page loads it.
    #[inline(never)]
    pub fn put(&mut self, exchange: Exchange) {
        self.list.push(exchange);
    }

    #[inline(never)]
    pub fn take(&mut self, which: &dyn Fn(&Exchange) -> bool) -> Vec<Exchange> {
        let mut taken = Vec::new();
        let mut position = 0;
        while let Some(exchange) = self.list.get(position) {
            if which(exchange) {
                taken.push(self.list.swap_remove(position));
            } else {
                position += 1;
            }
        }
        taken
    }
}

//! Requests beside the session's own: permissions, roles, the single sign-on configuration and the page's own.

use crate::core::effect::Request;
use crate::core::ids::{CallId, RequestId};

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Exchanges {
    pub list: Vec<Exchange>,
    /// The page's `reauthenticate` is under way.
    pub reauthenticating: bool,
    /// The newest request at the end of the newest `reauthenticate` that was in vain. Requests up to it do not ask again.
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
    /// Whatever it is answered is handed on.
    pub is_last_try: bool,
    pub phase: Phase,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    Sent,
    /// Not sent: another tab has signed somebody in. A session read that begins after this request tells who that is.
    Held {
        after: RequestId,
    },
    /// Answered, and nobody can tell for whom: a session read that begins after this request will.
    Doubted {
        after: RequestId,
    },
    /// Answered 401: a session read that begins after this request will tell what that means.
    Settling,
    /// Waits for the page to sign its user in again.
    Reauthenticating,
    /// The page says that it did: a session read that begins after this request will tell who is there.
    Confirming {
        after: RequestId,
    },
}

impl Exchange {
    /// Whether its answer says something of the one who is signed in, for the session to show.
    pub fn is_of_the_identity(&self) -> bool {
        matches!(self.request, Request::Permissions | Request::Roles)
    }

    /// The request that a session read must have begun after, to settle this one.
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

    /// The first word on who is there: what was asked for in this epoch before it was known is that user's.
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

//! Ends and restarts requests other than session reads, sign-ins and sign-outs (`state/pending_request.rs`).

use crate::api::{Code, Failure};
use crate::core::effect::{Effect, Outcome, Request};
use crate::core::ids::CallId;
use crate::core::state::{PendingRequest, Phase};
use crate::core::transition::Transition;

impl Transition<'_> {
    /// Removes the request at this place of the list, and ends its calls.
    pub fn settle_request(&mut self, place: usize, outcome: Result<Outcome, Failure>) {
        if place < self.state.pending.list.len() {
            let pending = self.state.pending.list.remove(place);
            self.settle_all(&pending.calls, outcome);
        }
    }

    /// Rejects one call. Its request is aborted, if no other call waits for it.
    pub fn abort_request(&mut self, call: CallId) {
        for pending in &mut self.state.pending.list {
            if let Some(position) = pending.calls.iter().position(|waiting| *waiting == call) {
                pending.calls.remove(position);
                self.settle_failed(call, Code::Aborted);
                break;
            }
        }
        let is_watched = self.state.catalogue.is_watched;
        self.give_up_requests(Code::Aborted, &|pending| {
            pending.calls.is_empty() && !(is_watched && pending.request == Request::Roles)
        });
    }

    /// Aborts every request that `which` selects, and rejects its calls.
    #[inline(never)]
    pub fn give_up_requests(&mut self, code: Code, which: &dyn Fn(&PendingRequest) -> bool) {
        for pending in self.state.pending.take(which) {
            if pending.phase == Phase::Sent {
                self.act(Effect::Cancel { id: pending.id });
            }
            self.settle_all(&pending.calls, Err(Failure::of(code)));
        }
    }

    /// Cancels the requests for permissions and roles that are under way, because they may be answered for another user. They are sent again once
    /// a read is answered. A request without a call ends: the engine begins another when one is due (`rules/catalogue.rs`).
    pub fn restart_identity_requests(&mut self) {
        self.give_up_requests(Code::Aborted, &|pending| pending.calls.is_empty());
        let mut cancelled = Vec::new();
        for pending in &mut self.state.pending.list {
            if pending.belongs_to_identity() && pending.phase == Phase::Sent {
                pending.phase = Phase::Waiting;
                cancelled.push(pending.id);
            }
        }
        for id in cancelled {
            self.act(Effect::Cancel { id });
        }
    }
}

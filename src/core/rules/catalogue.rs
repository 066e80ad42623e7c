//! The role catalogue (`identity-api.md` 4.7), which is read by itself while the page watches what depends on it.

use crate::api::{Code, Failure};
use crate::core::effect::Request;
use crate::core::state::PendingRequest;
use crate::core::transition::Transition;

impl Transition<'_> {
    /// Reads the catalogue, though no call waits for it. So its 401 calls no `reauthenticate`.
    pub fn begin_catalogue_read(&mut self) {
        self.state.catalogue.backoff.begin();
        self.state.pending.list.push(PendingRequest::new(Request::Roles, Vec::new()));
        self.send_waiting();
    }

    /// Takes in that a request for the catalogue failed, or was refused. While the newest session read has failed, it is not known what a 401
    /// means: the catalogue is asked for again.
    pub fn catalogue_failed(&mut self, failure: &Failure) {
        let catalogue = &mut self.state.catalogue;
        match self.state.reads.backoff.failure() {
            Some(read_failure) if failure.code == Code::Unauthenticated => {
                catalogue.backoff.fail(&read_failure, true, self.now);
            }
            _ => catalogue.fail(failure, self.now),
        }
    }

    /// Returns how many milliseconds remain until the catalogue is read by itself, as things stand; `None`: something else must happen first.
    pub fn next_catalogue_read_in_ms(&self) -> Option<u64> {
        let state = &*self.state;
        let catalogue = &state.catalogue;
        let is_lacking = catalogue.is_watched && catalogue.roles.is_none() && catalogue.refusal.is_none();
        let page = &state.page;
        let may_leave = page.visible && !self.requests_wait();
        if !is_lacking || !may_leave || !state.auth_state.is_authenticated() {
            return None;
        }
        if state.pending.list.iter().any(|pending| pending.request == Request::Roles) {
            return None;
        }
        Some(catalogue.backoff.wait_ms(self.now))
    }
}

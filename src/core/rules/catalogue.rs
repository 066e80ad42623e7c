//! The role catalogue (`identity-api.md` 4.7). The engine reads it by itself while the page listens to a value that depends on it.

use crate::api::{Code, Failure};
use crate::core::effect::Request;
use crate::core::state::PendingRequest;
use crate::core::transition::Transition;

impl Transition<'_> {
    /// Reads the catalogue by a request without a call, so that a 401 does not call the page's `reauthenticate`.
    pub fn begin_catalogue_read(&mut self) {
        self.state.catalogue.backoff.begin();
        self.state.pending.list.push(PendingRequest::new(Request::Roles, Vec::new()));
        self.send_waiting();
    }

    /// Takes in that a request for the catalogue failed, or was refused. After a failed session read it is not known what a 401 means, so
    /// the catalogue is read again later.
    pub fn catalogue_failed(&mut self, failure: &Failure) {
        let catalogue = &mut self.state.catalogue;
        match self.state.reads.backoff.failure() {
            Some(read_failure) if failure.code == Code::Unauthenticated => {
                catalogue.backoff.fail(&read_failure, true, self.now);
            }
            _ => catalogue.fail(failure, self.now),
        }
    }

    /// Returns how many milliseconds remain until the catalogue is read by itself; `None`: not before another event.
    pub fn next_catalogue_read_in_ms(&self) -> Option<u64> {
        let state = &*self.state;
        let catalogue = &state.catalogue;
        let is_needed = catalogue.is_watched && catalogue.roles.is_none() && catalogue.refusal.is_none();
        let page = &state.page;
        let may_send = page.visible && !self.requests_wait();
        if !is_needed || !may_send || !state.auth_state.is_authenticated() {
            return None;
        }
        if state.pending.list.iter().any(|pending| pending.request == Request::Roles) {
            return None;
        }
        Some(catalogue.backoff.wait_ms(self.now))
    }
}

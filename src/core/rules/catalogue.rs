//! The role catalogue (`identity-api.md` 4.7), which is read by itself while the page watches what depends on it.

use crate::core::effect::Request;
use crate::core::ids::RequestId;
use crate::core::state::{Exchange, Phase, Traffic};
use crate::core::turn::Turn;

impl Turn<'_> {
    /// Reads the catalogue, though no call waits for it. So its 401 calls no `reauthenticate`.
    pub(in crate::core) fn begin_catalogue_read(&mut self) {
        self.state.catalogue.backoff.begin();
        self.dispatch(Exchange {
            request: Request::Roles,
            calls: Vec::new(),
            id: RequestId::default(),
            epoch: self.state.epoch,
            user: self.state.belief.user_id(),
            bearer: false,
            is_last_try: false,
            phase: Phase::Sent,
        });
    }

    /// In how many milliseconds the catalogue is to be read by itself, as things stand.
    pub(in crate::core) fn next_catalogue_read_in_ms(&self) -> Option<u64> {
        let state = &*self.state;
        let catalogue = &state.catalogue;
        let is_lacking = catalogue.is_watched && catalogue.roles.is_none() && catalogue.refusal.is_none();
        let page = &state.page;
        // During a sign-in it is open whose catalogue it would be.
        let is_settled =
            state.reads.newcomer_after.is_none() && !matches!(state.traffic, Traffic::SigningIn(_));
        let may_leave = page.visible && page.online && !page.away && is_settled;
        if !is_lacking || !may_leave || !state.belief.is_authenticated() {
            return None;
        }
        let asks =
            |exchange: &Exchange| exchange.request == Request::Roles && self.is_of_this_epoch(exchange);
        if state.exchanges.list.iter().any(asks) {
            return None;
        }
        Some(
            catalogue
                .backoff
                .retry_in_ms(self.now)
                .unwrap_or(0)
                .max(catalogue.backoff.retry_after_left_ms(self.now)),
        )
    }
}

//! What a test can look at: the state of a session, and the effects of the test's last action.

use super::{Sent, Session};
use crate::api::{Code, Handle};
use crate::core::tests::answers::listed;
use crate::core::{
    Broadcast, CallId, Effect, Need, Outcome, Publication, Reason, Request, SessionEvent, Status, View,
};
use std::collections::BTreeSet;

/// The state of the session.
impl Session {
    pub fn view(&self) -> &View {
        self.state.view()
    }

    pub fn status(&self) -> Status {
        self.view().status
    }

    pub fn reason(&self) -> Option<Reason> {
        self.view().reason
    }

    pub fn error(&self) -> Option<Code> {
        self.view().error.map(|failure| failure.code)
    }

    /// The id of the user who is shown.
    pub fn user(&self) -> Option<i64> {
        self.view().user.as_ref().map(|user| user.id)
    }

    /// Whether a gate is open.
    pub fn can(&self, feature: &str) -> bool {
        listed(self.view().features).get(feature) == Some(&true)
    }

    pub fn holds_token(&self) -> bool {
        self.state.token().is_some()
    }

    pub fn is_closed(&self) -> bool {
        self.error() == Some(Code::Closed)
    }

    /// The request of this kind that is under way.
    pub fn under_way(&self, request: Request) -> Option<Sent> {
        self.in_flight.iter().find(|sent| sent.request == request).copied()
    }

    pub fn is_reading(&self) -> bool {
        self.under_way(Request::Session).is_some()
    }

    pub fn in_flight(&self) -> &[Sent] {
        &self.in_flight
    }

    /// Requests that the session no longer waits for.
    pub fn given_up(&self) -> &[Sent] {
        &self.given_up
    }

    /// The outcome of a call, once it has ended.
    pub fn outcome(&self, call: CallId) -> Option<Result<Outcome, Code>> {
        self.settled.get(&call.0).map(|outcome| outcome.map_err(|failure| failure.code))
    }
}

/// The effects of the test's last action.
impl Session {
    pub fn effects(&self) -> &[Effect] {
        &self.effects
    }

    pub fn sent(&self) -> Vec<Request> {
        self.each(|effect| match effect {
            Effect::Send { request, .. } => Some(*request),
            _ => None,
        })
    }

    pub fn broadcasts(&self) -> Vec<Broadcast> {
        self.each(|effect| match effect {
            Effect::Broadcast(message) => Some(*message),
            _ => None,
        })
    }

    pub fn calls_reauthenticate(&self) -> bool {
        !self.reauthentication_needs().is_empty()
    }

    /// The arguments with which the page's `reauthenticate` was called.
    pub fn reauthentication_needs(&self) -> Vec<Need> {
        self.each(|effect| match effect {
            Effect::Reauthenticate(need) => Some(need.clone()),
            _ => None,
        })
    }

    pub fn session_events(&self) -> Vec<SessionEvent> {
        self.publications().into_iter().flat_map(|publication| publication.session_events).collect()
    }

    /// Features that changed, with whether they are enabled now; `None` where they are not listed any more.
    pub fn changes(&self) -> &[(String, Option<bool>)] {
        &self.changes
    }

    pub fn publications(&self) -> Vec<Publication> {
        self.each(|effect| match effect {
            Effect::Publish(publication) => Some((**publication).clone()),
            _ => None,
        })
    }

    fn each<T>(&self, pick: impl Fn(&Effect) -> Option<T>) -> Vec<T> {
        self.effects.iter().filter_map(pick).collect()
    }
}

/// Returns the features that differ, with whether they are enabled after the change; `None` if a feature is not listed any more.
pub(super) fn changes(before: Option<Handle>, after: Option<Handle>) -> Vec<(String, Option<bool>)> {
    let (before, after) = (listed(before), listed(after));
    let names: BTreeSet<_> = before.keys().chain(after.keys()).collect();
    let changed = names.into_iter().filter(|name| before.get(*name) != after.get(*name));
    changed.map(|name| (name.clone(), after.get(name).copied())).collect()
}

//! What a witness sees of one step: what happened to the page, and what the page did.

use crate::deployment::{Deployment, SessionId, SessionState};
use crate::page::Page;
use crate::wire::{Exchange, Reply, RequestKind};
use platform_session::api::Failure;
use platform_session::core::{CallId, Command, Effect, Event, Request, RequestId, View};

/// One thing that happened to a page.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Seen {
    pub event: Event,
    /// The request that the event answers, unless it was aborted, and whether the deployment's answer arrived whole.
    pub answered: Option<(Exchange, bool)>,
    /// The user of the option `initial`.
    pub initial: Option<SessionState>,
    /// The newest request before the event.
    pub last_sent: RequestId,
    pub at_ms: u64,
    pub was_online: bool,
    pub was_visible: bool,
    /// Whether a session read was under way.
    pub reading: bool,
}

/// What a witness sees of one step.
pub struct Sight<'a> {
    /// The one thing that happened, or everything that happened before the engine ran.
    pub seen: &'a [Seen],
    pub effects: &'a [Effect],
    pub before: &'a View,
    /// Whether the engine began to run in this step, and replayed the journal.
    pub replayed: bool,
    /// Whether it has adopted the first read, which is under way.
    pub adopts: bool,
    /// Whether the random draw of this step makes every jittered delay almost zero.
    pub at_once: bool,
    pub page: &'a Page,
    pub now_ms: u64,
    pub jar: Option<SessionId>,
    pub deployment: &'a Deployment,
}

impl Sight<'_> {
    pub(super) fn last_sent(&self) -> RequestId {
        self.seen.last().map_or(RequestId(1), |seen| seen.last_sent)
    }

    pub(super) fn is(&self, is: impl Fn(&Event) -> bool) -> bool {
        self.seen.iter().any(|seen| is(&seen.event))
    }

    /// Whether the page aborts the call in this step.
    pub(super) fn aborts(&self, call: CallId) -> bool {
        self.is(|event| *event == Event::Asked { command: Command::Abort, call, within: false })
    }

    /// The answers that arrived whole.
    pub(super) fn replies(&self) -> impl Iterator<Item = (&Exchange, Reply)> {
        self.seen.iter().filter_map(|seen| {
            let (exchange, whole) = seen.answered.as_ref()?;
            let judged = exchange.judged.filter(|_| *whole)?;
            Some((exchange, judged.reply))
        })
    }

    /// The requests that failed in this step, each with its failure.
    pub(super) fn failures(&self) -> impl Iterator<Item = (&RequestKind, Failure)> {
        self.seen.iter().filter_map(|seen| {
            let (exchange, _) = seen.answered.as_ref()?;
            let Event::Answered { answer: Err(failure), .. } = &seen.event else { return None };
            Some((&exchange.kind, *failure))
        })
    }

    /// Whether more calls of the same task may follow: one read for all of them is sent by a timer that is due now.
    pub(super) fn is_soon(&self) -> bool {
        self.is(|event| event.call().is_some())
            && self.effects.contains(&Effect::WakeIn { after_ms: Some(0) })
    }

    /// Whether a sign-in is sent in this step.
    pub(super) fn signs_in(&self) -> bool {
        let signs_in = |effect: &Effect| matches!(effect, Effect::Send { request: Request::Login(_), .. });
        self.effects.iter().any(signs_in)
    }

    pub(super) fn cancels(&self, id: RequestId) -> bool {
        self.effects.contains(&Effect::Cancel { id })
    }
}

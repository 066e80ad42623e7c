//! What a witness sees of one step: what happened to the page, what it did, and what it says.

use crate::deployment::{Deployment, SessionId, Who};
use crate::page::Page;
use crate::wire::{Asks, Exchange, Says};
use platform_session::api::Failure;
use platform_session::core::{CallId, Command, Effect, Event, Request, RequestId, View};

/// One thing that happened to a page.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Seen {
    pub event: Event,
    /// The request that the event answers, unless it had been given up; `false`: without what the deployment said.
    pub answered: Option<(Exchange, bool)>,
    /// The user that the page began with.
    pub initial: Option<Who>,
    /// The newest request before the event.
    pub asked: RequestId,
    pub at_ms: u64,
    pub was_online: bool,
    pub was_visible: bool,
    /// Whether a session read was under way.
    pub reading: bool,
}

/// What a witness sees of one step.
pub struct Sight<'a> {
    /// The one thing that happened, or all that happened before the engine ran.
    pub seen: &'a [Seen],
    pub effects: &'a [Effect],
    pub before: &'a View,
    /// Whether the engine has just begun to run; `adopts`: and waits for the first read, which is under way.
    pub replayed: bool,
    pub adopts: bool,
    /// Whether the draw of jitter makes no wait.
    pub at_once: bool,
    pub page: &'a Page,
    pub now_ms: u64,
    pub jar: Option<SessionId>,
    pub deployment: &'a Deployment,
}

impl Sight<'_> {
    pub(super) fn asked(&self) -> RequestId {
        self.seen.last().map_or(RequestId(1), |seen| seen.asked)
    }

    pub(super) fn is(&self, is: impl Fn(&Event) -> bool) -> bool {
        self.seen.iter().any(|seen| is(&seen.event))
    }

    /// Whether the caller of this call has aborted it in this step.
    pub(super) fn aborts(&self, call: CallId) -> bool {
        self.is(|event| *event == Event::Asked { command: Command::Abort, call, within: false })
    }

    /// The answers of the deployment that came whole.
    pub(super) fn says(&self) -> impl Iterator<Item = (&Exchange, Says)> {
        self.seen.iter().filter_map(|seen| {
            let (exchange, whole) = seen.answered.as_ref()?;
            let judged = exchange.judged.filter(|_| *whole)?;
            Some((exchange, judged.says))
        })
    }

    /// The requests that failed in this step, each with its failure.
    pub(super) fn failures(&self) -> impl Iterator<Item = (&Asks, Failure)> {
        self.seen.iter().filter_map(|seen| {
            let (exchange, _) = seen.answered.as_ref()?;
            let Event::Answered { answer: Err(failure), .. } = &seen.event else { return None };
            Some((&exchange.asks, *failure))
        })
    }

    /// Whether more calls of the page's task may follow: the read for all of them leaves by a timer that is due now.
    pub(super) fn is_soon(&self) -> bool {
        self.is(|event| event.call().is_some())
            && self.effects.contains(&Effect::WakeIn { after_ms: Some(0) })
    }

    /// Whether a sign-in leaves in this step.
    pub(super) fn signs_in(&self) -> bool {
        let signs_in = |effect: &Effect| matches!(effect, Effect::Send { request: Request::Login(_), .. });
        self.effects.iter().any(signs_in)
    }

    pub(super) fn cancels(&self, id: RequestId) -> bool {
        self.effects.contains(&Effect::Cancel { id })
    }
}

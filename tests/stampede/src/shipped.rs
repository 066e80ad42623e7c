//! The shipped session as a client.

use crate::client::{Client, Fault, Happening, Reaction, Wake};
use platform_session::api::{Code, Failure, SessionAnswer, User, UserAndFeatures};
use platform_session::core::{
    Answer, Effect, Event, Now, PageEvent, Policy, Request, RequestId, Stamp, State, step,
};
use std::num::NonZeroU32;

/// A client that runs the real core.
pub struct Shipped {
    state: State,
    reading: RequestId,
    /// The answer to every read. It holds only numbers, so that a million clients fit into memory.
    session: SessionAnswer,
}

impl Shipped {
    /// A visible and online client, with the default options.
    pub fn new(session: &SessionAnswer) -> Self {
        Self {
            state: State::new(Policy::default(), true, true),
            reading: RequestId(0),
            session: session.clone(),
        }
    }

    fn event(&self, happening: Happening) -> Event {
        match happening {
            Happening::Loaded => Event::Started { initial: Some(self.session.clone()) },
            Happening::Focused => Event::Page(PageEvent::Focused),
            Happening::Woken => Event::Page(PageEvent::Woken),
            Happening::Answered(result) => {
                let answer = result.map(|()| Answer::Session(self.session.clone())).map_err(failure);
                Event::Answered { id: self.reading, answer, stamp: Stamp::default() }
            }
        }
    }
}

impl Client for Shipped {
    fn react(&mut self, happening: Happening, now: Now) -> Reaction {
        let event = self.event(happening);
        let mut reaction = Reaction::default();
        for effect in step(&mut self.state, event, now) {
            match effect {
                Effect::Send { id, request: Request::Session, bearer: false } => {
                    assert!(!reaction.read, "two reads at once");
                    self.reading = id;
                    reaction.read = true;
                }
                Effect::WakeIn { after_ms } => {
                    reaction.wake = Some(after_ms.map_or(Wake::Never, Wake::After))
                }
                Effect::Publish(_) => {}
                other => unreachable!("a client that only reads has no other effects: {other:?}"),
            }
        }
        reaction
    }
}

fn failure(fault: Fault) -> Failure {
    match fault {
        Fault::Refused => Failure::of(Code::Network),
        Fault::Timeout => Failure::of(Code::Timeout),
        Fault::Unavailable { retry_after_ms } => Failure { retry_after_ms, ..Failure::of_status(503) },
    }
}

/// The session that the deployment answers with.
pub fn session() -> SessionAnswer {
    let known = NonZeroU32::MIN.into();
    let user = User { id: 1, role: known, content: known };
    SessionAnswer::Authenticated(UserAndFeatures { user, features: known })
}

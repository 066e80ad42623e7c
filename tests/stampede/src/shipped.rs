//! The session that ships.

use crate::client::{Client, Fault, Happening, Wake, Wish};
use platform_session::api::{Code, Failure, SessionAnswer, User, UserAndFeatures};
use platform_session::core::{
    Answer, Effect, Event, Now, PageEvent, Policy, Request, RequestId, Stamp, State, step,
};
use std::num::NonZeroU32;

/// A client of the real core. Nothing of it is written anew here.
pub struct Shipped {
    state: State,
    reading: RequestId,
    /// What every client is answered. Its user and features are shared, so that a million fit into memory.
    session: SessionAnswer,
}

impl Shipped {
    /// Visible and online, with the options that a client has which names none.
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
    fn happens(&mut self, happening: Happening, now: Now) -> Wish {
        let event = self.event(happening);
        let mut wish = Wish::default();
        for effect in step(&mut self.state, event, now) {
            match effect {
                Effect::Send { id, request: Request::Session, bearer: false } => {
                    assert!(!wish.read, "two reads at once");
                    self.reading = id;
                    wish.read = true;
                }
                Effect::WakeIn { after_ms } => wish.wake = Some(after_ms.map_or(Wake::Never, Wake::After)),
                Effect::Publish(_) => {}
                other => unreachable!("a client that only reads asks for nothing else: {other:?}"),
            }
        }
        wish
    }
}

fn failure(fault: Fault) -> Failure {
    match fault {
        Fault::Refused => Failure::of(Code::Network),
        Fault::Timeout => Failure::of(Code::Timeout),
        Fault::Unavailable { retry_after_ms } => Failure { retry_after_ms, ..Failure::of_status(503) },
    }
}

/// A session as a deployment answers it.
pub fn session() -> SessionAnswer {
    let known = NonZeroU32::MIN.into();
    let user = User { id: 1, role: known, details: known };
    SessionAnswer::Authenticated(UserAndFeatures { user, features: known })
}

//! The deployment: who is signed in, in truth, and its record of when it judged what.

use super::clocks::Clocks;
use platform_session::api::{Features, Identity, Kept, SessionAnswer, SignedIn, Token, User};
use platform_session::core::RequestId;
use std::num::NonZeroU32;
use std::sync::Arc;

/// 24 hours (`identity-api.md` 2.5 and 8), said here once more: the machine's own constant may be wrong.
pub const TOKEN_LIFETIME_MS: u64 = 24 * 60 * 60 * 1000;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Person {
    /// Her role may change, and her account may be deactivated.
    Ada,
    Grace,
}

impl Person {
    pub const ALL: [Self; 2] = [Self::Ada, Self::Grace];

    pub fn id(self) -> i64 {
        self as i64 + 1
    }
}

/// The number of the role that may do more.
pub const EXPERT: NonZeroU32 = NonZeroU32::MIN.saturating_add(1);

/// Counts calls of sign-ins and sign-outs, and when they were judged: an order that needs no clock.
pub type Tick = u8;

/// A session at the deployment, and with it a cookie and a token: the place in the order in which they were made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SessionId(pub u8);

/// A sign-out: the place in the order in which they were called, anywhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SignOutId(pub u8);

/// What an answer says of the one who is signed in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Grant {
    pub person: Person,
    pub expert: bool,
    /// Of the features, for both roles.
    pub edition: u8,
    pub session: SessionId,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Who {
    Granted(Grant),
    Nobody,
    Deactivated,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Deployment {
    pub ada_is_expert: bool,
    pub ada_is_active: bool,
    pub edition: u8,
    /// Endpoints marked "bearer token" refuse the cookie.
    pub strict: bool,
    sessions: Vec<Session>,
    sign_outs: Vec<SignOut>,
    tick: Tick,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Session {
    person: Person,
    alive: bool,
    called: Tick,
    by: Option<SignInOf>,
    judged_at: Clocks,
}

/// The sign-in of a page that made a session.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SignInOf {
    pub tab: u8,
    pub request: RequestId,
    /// The sign-outs of other tabs that it was to wait for.
    pub after: Vec<SignOutId>,
    /// The sign-out of the same page that it was to wait for.
    pub waits_for: Option<RequestId>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct SignOut {
    called: Tick,
    judged: Option<Tick>,
    /// Its caller has asked for the truth since, or has signed in.
    given_up: bool,
}

impl Deployment {
    pub fn new(strict: bool) -> Self {
        let (sessions, sign_outs) = (Vec::new(), Vec::new());
        Self { ada_is_expert: false, ada_is_active: true, edition: 0, strict, sessions, sign_outs, tick: 0 }
    }

    /// Every session ends.
    pub fn expire(&mut self) {
        for session in &mut self.sessions {
            session.alive = false;
        }
    }

    pub fn who(&self, session: Option<SessionId>, now: Clocks) -> Who {
        let known = session.and_then(|id| Some((id, self.sessions.get(usize::from(id.0))?)));
        match known {
            Some((id, session)) if session.alive && !session.judged_at.is_over(TOKEN_LIFETIME_MS, now) => {
                if self.is_active(session.person) {
                    Who::Granted(self.grant(session.person, id))
                } else {
                    Who::Deactivated
                }
            }
            _ => Who::Nobody,
        }
    }

    /// `None`: the account is deactivated.
    pub fn sign_in(
        &mut self,
        person: Person,
        called: Tick,
        by: Option<SignInOf>,
        now: Clocks,
    ) -> Option<Grant> {
        if !self.is_active(person) {
            return None;
        }
        let id = SessionId(u8::try_from(self.sessions.len()).unwrap_or(u8::MAX));
        self.sessions.push(Session { person, alive: true, called, by, judged_at: now });
        self.ticks();
        Some(self.grant(person, id))
    }

    /// The sign-out of a page is judged, and with it each that this page called before.
    pub fn sign_out(&mut self, ids: &[SignOutId], carries: Option<SessionId>) {
        if let Some(session) = carries.and_then(|id| self.sessions.get_mut(usize::from(id.0))) {
            session.alive = false;
        }
        let tick = self.ticks();
        for id in ids {
            if let Some(sign_out) = self.sign_outs.get_mut(usize::from(id.0)) {
                sign_out.judged.get_or_insert(tick);
            }
        }
    }

    pub fn calls_sign_out(&mut self) -> SignOutId {
        let called = self.ticks();
        self.sign_outs.push(SignOut { called, judged: None, given_up: false });
        SignOutId(u8::try_from(self.sign_outs.len() - 1).unwrap_or(u8::MAX))
    }

    pub fn gives_up_sign_outs(&mut self, ids: &[SignOutId]) {
        for id in ids {
            if let Some(sign_out) = self.sign_outs.get_mut(usize::from(id.0)) {
                sign_out.given_up = true;
            }
        }
    }

    pub fn is_given_up(&self, id: SignOutId) -> bool {
        self.sign_outs.get(usize::from(id.0)).is_some_and(|sign_out| sign_out.given_up)
    }

    /// When that sign-out was judged, if it was.
    pub fn judged(&self, id: SignOutId) -> Option<Tick> {
        self.sign_outs.get(usize::from(id.0)).and_then(|sign_out| sign_out.judged)
    }

    /// Whether a session was made by a sign-in that was called after that sign-out.
    pub fn is_newer(&self, session: SessionId, id: SignOutId) -> bool {
        let sign_out = self.sign_outs.get(usize::from(id.0)).map(|sign_out| sign_out.called);
        self.sessions.get(usize::from(session.0)).map(|session| session.called) > sign_out
    }

    pub fn person(&self, session: SessionId) -> Option<Person> {
        self.sessions.get(usize::from(session.0)).map(|session| session.person)
    }

    pub fn made_by(&self, session: SessionId) -> Option<&SignInOf> {
        self.sessions.get(usize::from(session.0)).and_then(|session| session.by.as_ref())
    }

    /// Whether this sign-out of that page would end a sign-in of the same person that was to wait for it: where a sign-out ends all
    /// sessions of an account.
    pub fn is_waited_for(&self, tab: u8, sign_out: RequestId, ended: SessionId) -> bool {
        let person = self.person(ended);
        let waits = |by: &SignInOf| by.tab == tab && by.waits_for == Some(sign_out);
        let mut sessions = self.sessions.iter().filter(|session| Some(session.person) == person);
        sessions.any(|session| session.by.as_ref().is_some_and(waits))
    }

    /// When its sign-in was called.
    pub fn called(&self, session: SessionId) -> Option<Tick> {
        self.sessions.get(usize::from(session.0)).map(|session| session.called)
    }

    pub fn judged_at(&self, session: SessionId) -> Option<Clocks> {
        self.sessions.get(usize::from(session.0)).map(|session| session.judged_at)
    }

    pub fn tick(&self) -> Tick {
        self.tick
    }

    pub fn ticks(&mut self) -> Tick {
        self.tick = self.tick.saturating_add(1);
        self.tick
    }

    fn is_active(&self, person: Person) -> bool {
        person != Person::Ada || self.ada_is_active
    }

    fn grant(&self, person: Person, session: SessionId) -> Grant {
        let expert = person == Person::Grace || self.ada_is_expert;
        Grant { person, expert, edition: self.edition, session }
    }
}

impl Who {
    /// As the answer to a session read (`identity-api.md` 4.2).
    pub fn as_session_answer(self) -> SessionAnswer {
        match self {
            Self::Granted(grant) => SessionAnswer::Authenticated(grant.identity()),
            Self::Nobody => SessionAnswer::Unauthenticated,
            Self::Deactivated => SessionAnswer::Deactivated,
        }
    }
}

impl Grant {
    /// By the number that the entry gives its name.
    pub fn role(self) -> Kept {
        let number = if self.expert { EXPERT } else { NonZeroU32::MIN };
        number.into()
    }

    pub fn identity(self) -> Identity {
        let user = User { id: self.person.id(), role: self.role(), details: NonZeroU32::MIN.into() };
        Identity { user: Arc::new(user), features: self.features() }
    }

    /// By the number that the entry gives them: others for each role and edition.
    pub fn features(self) -> Features {
        Features::numbered(1 + 2 * u32::from(self.edition) + u32::from(self.expert))
    }

    /// As the answer to a sign-in (`identity-api.md` 4.1).
    pub fn signed_in(self, keeps_token: bool) -> SignedIn {
        let token = Token::new(&self.session.0.to_string()).filter(|_| keeps_token);
        SignedIn { identity: self.identity(), company: None, token }
    }
}

/// The session that a token belongs to.
pub fn session_of(token: &Token) -> Option<SessionId> {
    token.authorization().rsplit(' ').next()?.parse().ok().map(SessionId)
}

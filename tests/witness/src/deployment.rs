//! The deployment: its accounts and sessions, and when it began each session.

use super::time::is_over;
use platform_session::api::{Handle, SessionAnswer, SignedIn, Token, User, UserAndFeatures};
use platform_session::core::RequestId;
use std::num::NonZeroU32;

/// 24 hours (`identity-api.md` 2.5 and 8). Not the constant of the state machine, which may be wrong.
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

/// The number of the role "expert".
pub const EXPERT: NonZeroU32 = NonZeroU32::MIN.saturating_add(1);

/// A session at the deployment, with its cookie and token: its index in `Deployment::sessions`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SessionId(pub u8);

/// The facts about the signed-in user in one answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Grant {
    pub person: Person,
    pub expert: bool,
    /// The edition of the features: each change to them makes a new one.
    pub edition: u8,
    pub session: SessionId,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SessionState {
    Granted(Grant),
    NoSession,
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
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Session {
    person: Person,
    alive: bool,
    by: Option<SignInOf>,
    judged_ms: u64,
}

/// The sign-in, on a page of this world, that began a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SignInOf {
    pub tab: u8,
    pub request: RequestId,
    /// Whether the sign-in had waited for earlier sign-outs as long as it must.
    pub patient: bool,
}

impl Deployment {
    pub fn new(strict: bool) -> Self {
        Self { ada_is_expert: false, ada_is_active: true, edition: 0, strict, sessions: Vec::new() }
    }

    /// Ends every session.
    pub fn expire(&mut self) {
        for session in &mut self.sessions {
            session.alive = false;
        }
    }

    pub fn session_state(&self, session: Option<SessionId>, now_ms: u64) -> SessionState {
        let known = session.and_then(|id| Some((id, self.sessions.get(usize::from(id.0))?)));
        match known {
            Some((id, session))
                if session.alive && !is_over(session.judged_ms, TOKEN_LIFETIME_MS, now_ms) =>
            {
                if self.is_active(session.person) {
                    SessionState::Granted(self.grant(session.person, id))
                } else {
                    SessionState::Deactivated
                }
            }
            _ => SessionState::NoSession,
        }
    }

    /// Carries out a sign-in. `None`: the account is deactivated.
    pub fn sign_in(&mut self, person: Person, by: Option<SignInOf>, now_ms: u64) -> Option<Grant> {
        if !self.is_active(person) {
            return None;
        }
        let id = SessionId(u8::try_from(self.sessions.len()).unwrap_or(u8::MAX));
        self.sessions.push(Session { person, alive: true, by, judged_ms: now_ms });
        Some(self.grant(person, id))
    }

    /// Carries out a sign-out.
    pub fn sign_out(&mut self, carries: Option<SessionId>) {
        if let Some(session) = carries.and_then(|id| self.sessions.get_mut(usize::from(id.0))) {
            session.alive = false;
        }
    }

    pub fn person(&self, session: SessionId) -> Option<Person> {
        self.sessions.get(usize::from(session.0)).map(|session| session.person)
    }

    pub fn sign_in_of(&self, session: SessionId) -> Option<SignInOf> {
        self.sessions.get(usize::from(session.0)).and_then(|session| session.by)
    }

    pub fn judged_ms(&self, session: SessionId) -> Option<u64> {
        self.sessions.get(usize::from(session.0)).map(|session| session.judged_ms)
    }

    fn is_active(&self, person: Person) -> bool {
        person != Person::Ada || self.ada_is_active
    }

    fn grant(&self, person: Person, session: SessionId) -> Grant {
        let expert = person == Person::Grace || self.ada_is_expert;
        Grant { person, expert, edition: self.edition, session }
    }
}

impl SessionState {
    /// The answer to a session read (`identity-api.md` 4.2).
    pub fn as_session_answer(self) -> SessionAnswer {
        match self {
            Self::Granted(grant) => SessionAnswer::Authenticated(grant.user_and_features()),
            Self::NoSession => SessionAnswer::Unauthenticated,
            Self::Deactivated => SessionAnswer::Deactivated,
        }
    }
}

impl Grant {
    /// The role, by the number that JavaScript gives its name.
    pub fn role(self) -> Handle {
        let number = if self.expert { EXPERT } else { NonZeroU32::MIN };
        number.into()
    }

    pub fn user_and_features(self) -> UserAndFeatures {
        let user = User { id: self.person.id(), role: self.role(), content: NonZeroU32::MIN.into() };
        UserAndFeatures { user, features: self.features() }
    }

    /// The features, by the number that JavaScript gives them: different for each role and edition.
    pub fn features(self) -> Handle {
        NonZeroU32::MIN.saturating_add(2 * u32::from(self.edition) + u32::from(self.expert)).into()
    }

    /// The answer to a sign-in (`identity-api.md` 4.1).
    pub fn signed_in(self, keeps_token: bool) -> SignedIn {
        let token = Token::new(&self.session.0.to_string()).filter(|_| keeps_token);
        SignedIn { user_and_features: self.user_and_features(), company: None, token }
    }
}

/// The session that a token belongs to.
pub fn session_of(token: &Token) -> Option<SessionId> {
    token.authorization().rsplit(' ').next()?.parse().ok().map(SessionId)
}

//! The deployment: who is signed in, in truth.

use platform_session::api::{
    Code, Failure, FeaturePermission, Features, Identity, SessionAnswer, SignedIn, Token, User,
};
use std::sync::Arc;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Person {
    /// Her role may change, and her account may be deactivated.
    Ada,
    Grace,
}

impl Person {
    pub const ALL: [Self; 2] = [Self::Ada, Self::Grace];

    pub fn id(self) -> i64 {
        match self {
            Self::Ada => 1,
            Self::Grace => 2,
        }
    }
}

/// A session at the deployment, and with it a token: the place in the order in which they were made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Issued(pub u8);

/// What an answer says of the one who is signed in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Grant {
    pub person: Person,
    pub expert: bool,
    pub session: Issued,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Deployment {
    ada_is_expert: bool,
    ada_is_active: bool,
    sessions: Vec<Session>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Session {
    person: Person,
    alive: bool,
    /// When its sign-in was called, in the order of all sign-ins and sign-outs.
    called: u8,
}

impl Default for Deployment {
    fn default() -> Self {
        Self { ada_is_expert: false, ada_is_active: true, sessions: Vec::new() }
    }
}

impl Deployment {
    pub fn change_role(&mut self) {
        self.ada_is_expert = !self.ada_is_expert;
    }

    pub fn deactivate(&mut self) {
        self.ada_is_active = false;
    }

    /// Every session ends.
    pub fn expire(&mut self) {
        for session in &mut self.sessions {
            session.alive = false;
        }
    }

    pub fn end(&mut self, session: Option<Issued>) {
        if let Some(session) = session.and_then(|session| self.sessions.get_mut(usize::from(session.0))) {
            session.alive = false;
        }
    }

    /// `None`: the account is deactivated.
    pub fn sign_in(&mut self, person: Person, called: u8) -> Option<Grant> {
        if !self.is_active(person) {
            return None;
        }
        let session = Issued(self.sessions.len() as u8);
        self.sessions.push(Session { person, alive: true, called });
        Some(self.grant(person, session))
    }

    pub fn who(&self, session: Option<Issued>) -> Who {
        let known = session.and_then(|session| Some((session, self.sessions.get(usize::from(session.0))?)));
        match known {
            Some((issued, session)) if session.alive => {
                if self.is_active(session.person) {
                    Who::Granted(self.grant(session.person, issued))
                } else {
                    Who::Deactivated
                }
            }
            _ => Who::Nobody,
        }
    }

    /// When the sign-in that made a session was called.
    pub fn called(&self, session: Issued) -> u8 {
        self.sessions.get(usize::from(session.0)).map_or(0, |session| session.called)
    }

    fn is_active(&self, person: Person) -> bool {
        person != Person::Ada || self.ada_is_active
    }

    fn grant(&self, person: Person, session: Issued) -> Grant {
        Grant { person, expert: person == Person::Grace || self.ada_is_expert, session }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Who {
    Granted(Grant),
    Nobody,
    Deactivated,
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
    pub fn role(self) -> &'static str {
        if self.expert { "expert" } else { "default" }
    }

    pub fn identity(self) -> Identity {
        let user = User {
            id: self.person.id(),
            email: String::new(),
            name: String::new(),
            user_type: self.role().to_owned(),
            auth_source: None,
        };
        Identity { user: Arc::new(user), features: Arc::new(self.features()) }
    }

    /// A feature of the role's own.
    pub fn features(self) -> Features {
        let permission = FeaturePermission { enabled: true, limit: "null".to_owned() };
        Features::new(vec![(self.role().to_owned(), permission)])
    }

    /// As the answer to a sign-in (`identity-api.md` 4.1).
    pub fn signed_in(self) -> SignedIn {
        let token = Token::new(&format!("t{}", self.session.0));
        SignedIn { identity: self.identity(), company: None, token }
    }
}

/// What a deactivated account is answered at sign-in.
pub fn refusal() -> Failure {
    Failure::answered(Code::AccountDeactivated, 403)
}

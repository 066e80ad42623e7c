//! What is under way: requests, answers, and what tabs tell each other.

use super::deployment::{Deployment, Grant, Issued, Person, Who};
use platform_session::core::{RequestId, TabMessage};

/// Which of the two tabs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TabIndex(pub u8);

impl TabIndex {
    pub const BOTH: [Self; 2] = [Self(0), Self(1)];

    pub fn other(self) -> Self {
        Self(1 - self.0)
    }
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Message {
    Exchange(Exchange),
    /// `called`: the place of the newest sign-in or sign-out when it was said.
    Tell {
        to: TabIndex,
        word: Word,
        called: u8,
    },
}

/// A request and, once the deployment has seen it, its answer.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Exchange {
    pub tab: TabIndex,
    pub id: RequestId,
    /// The tab's epoch at the end of the step that sent it.
    pub epoch: u32,
    /// The tab has aborted it.
    pub given_up: bool,
    pub leg: Leg,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Leg {
    /// On its way to the deployment, with the cookie or the bearer token that it left with.
    Out { asks: Asks, carries: Option<Issued> },
    /// On its way back.
    Back { says: Says, cookie: CookieChange },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Asks {
    Session,
    /// Called at that place in the order of all sign-ins and sign-outs.
    Login {
        person: Person,
        called: u8,
    },
    Logout,
    Permissions,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Says {
    Session(Who),
    SignedIn(Grant),
    SignInRefused,
    SignedOut,
    Permissions(Grant),
    /// Signed in is whom this endpoint asks for (`identity-api.md` 7).
    Unauthorized,
}

/// What an answer does to the browser's cookie once its headers have come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CookieChange {
    Keep,
    Set(Issued),
    Clear,
}

impl CookieChange {
    pub fn apply(self, jar: &mut Option<Issued>) {
        match self {
            Self::Keep => {}
            Self::Set(session) => *jar = Some(session),
            Self::Clear => *jar = None,
        }
    }
}

impl Asks {
    /// The deployment takes the request, and answers.
    pub fn put_to(self, deployment: &mut Deployment, carries: Option<Issued>) -> Leg {
        let (says, cookie) = match self {
            Self::Session => {
                let who = deployment.who(carries);
                let cookie = if who == Who::Deactivated { CookieChange::Clear } else { CookieChange::Keep };
                (Says::Session(who), cookie)
            }
            Self::Login { person, called } => match deployment.sign_in(person, called) {
                Some(grant) => (Says::SignedIn(grant), CookieChange::Set(grant.session)),
                None => (Says::SignInRefused, CookieChange::Keep),
            },
            Self::Logout => {
                deployment.end(carries);
                (Says::SignedOut, CookieChange::Clear)
            }
            Self::Permissions => match deployment.who(carries) {
                Who::Granted(grant) => (Says::Permissions(grant), CookieChange::Keep),
                _ => (Says::Unauthorized, CookieChange::Keep),
            },
        };
        Leg::Back { says, cookie }
    }
}

/// A tab message, in an order of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Word {
    SignedIn,
    SignedOut,
    Changed,
    SignOutConfirmed,
}

impl From<TabMessage> for Word {
    fn from(message: TabMessage) -> Self {
        match message {
            TabMessage::SignedIn => Self::SignedIn,
            TabMessage::SignedOut => Self::SignedOut,
            TabMessage::Changed => Self::Changed,
            TabMessage::SignOutConfirmed => Self::SignOutConfirmed,
        }
    }
}

impl From<Word> for TabMessage {
    fn from(word: Word) -> Self {
        match word {
            Word::SignedIn => Self::SignedIn,
            Word::SignedOut => Self::SignedOut,
            Word::Changed => Self::Changed,
            Word::SignOutConfirmed => Self::SignOutConfirmed,
        }
    }
}

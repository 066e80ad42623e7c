//! The wire: requests under way, their answers, and messages between tabs.

use super::deployment::{Deployment, Grant, Person, SessionId, SignInOf, Who};
use platform_session::api::{Code, Failure, PermissionsAnswer};
use platform_session::core::{Answer, Broadcast, RequestId, SignOutId, TabMessage};
use std::num::NonZeroU32;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TabIndex(pub u8);

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Message {
    Exchange(Exchange),
    /// The messages: those of one tab come in order, and none is lost.
    Word {
        from: TabIndex,
        to: TabIndex,
        order: u32,
        word: Word,
    },
}

/// A request and, once the deployment has judged it, its answer.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Exchange {
    pub tab: TabIndex,
    pub id: RequestId,
    pub asks: Asks,
    pub asked_ms: u64,
    pub bearer: bool,
    /// The cookie or token that it left with.
    pub carries: Option<SessionId>,
    /// Whether the page has aborted the request, or does not wait for it.
    pub given_up: bool,
    /// Whether the request goes on without its page, and once the page has aborted it.
    pub keepalive: bool,
    /// Whether the headers of the answer have come, and with them the cookie. The page has not heard of it yet.
    pub landed: bool,
    pub judged: Option<Judged>,
    /// How long before its page began the document had sent it.
    pub preloaded_ms: u64,
    /// Sent by the entry of a session that is over: its sign-out, which all sessions are told is over, as it has ended.
    pub tells_over: Option<u32>,
    /// Whether the answer is one that a service worker kept.
    pub cached: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Asks {
    Session,
    /// A sign-in. `patient`: it has waited for the sign-outs before it for as long as is asked of it.
    Login {
        person: Person,
        called_ms: u64,
        patient: bool,
    },
    Logout,
    Permissions,
    Roles,
    SsoConfig,
    Fetch(u32),
}

/// The answer of the deployment, and when it was made, by the deployment's clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Judged {
    pub says: Says,
    pub date_ms: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Says {
    Session(Who),
    SignedIn(Grant),
    SignInRefused,
    SignedOut,
    Permissions(Grant),
    Roles(Grant),
    /// A request of the page's own is carried out, as this person.
    Done(Person),
    Yes,
    /// Only who is signed in is let in, by a bearer token where the deployment is strict (`identity-api.md` 7).
    Unauthorized,
}

impl Exchange {
    /// The deployment takes the request, and answers.
    pub fn is_judged(&mut self, deployment: &mut Deployment, now_ms: u64) {
        let who = deployment.who(self.carries, now_ms);
        let admitted = (self.bearer || !deployment.strict).then_some(who);
        let says = match self.asks {
            Asks::Session => Says::Session(who),
            Asks::Login { person, patient, .. } => {
                let by = SignInOf { tab: self.tab.0, request: self.id, patient };
                deployment.sign_in(person, Some(by), now_ms).map_or(Says::SignInRefused, Says::SignedIn)
            }
            Asks::Logout => {
                deployment.sign_out(self.carries);
                Says::SignedOut
            }
            Asks::Permissions => match admitted {
                Some(Who::Granted(grant)) => Says::Permissions(grant),
                _ => Says::Unauthorized,
            },
            Asks::Roles => match admitted {
                Some(Who::Granted(grant)) => Says::Roles(grant),
                _ => Says::Unauthorized,
            },
            Asks::Fetch(_) => match admitted {
                Some(Who::Granted(grant)) => Says::Done(grant.person),
                _ => Says::Unauthorized,
            },
            Asks::SsoConfig => Says::Yes,
        };
        // `Date` has whole seconds.
        self.judged = Some(Judged { says, date_ms: now_ms - now_ms % 1_000 });
    }

    /// Whether the browser takes the cookie before the page hears the answer, which it may ask for something in between.
    pub fn lands_first(&self) -> bool {
        !self.landed && !self.given_up && matches!(self.judged, Some(Judged { says: Says::SignedIn(_), .. }))
    }

    /// The browser's cookie, once the headers of the answer have come. A browser that was told in time to give the request
    /// up takes none.
    pub fn changes_cookie(&self, jar: &mut Option<SessionId>) {
        if self.given_up && !self.keepalive && self.asks == Asks::Logout {
            return;
        }
        match self.judged.map(|judged| judged.says) {
            Some(Says::SignedIn(grant)) => *jar = Some(grant.session),
            Some(Says::SignedOut | Says::Session(Who::Deactivated)) => *jar = None,
            _ => {}
        }
    }

    /// The answer as the machine gets it.
    pub fn answer(&self, failure: Option<Failure>, keeps_token: bool) -> Result<Answer, Failure> {
        let failure = failure.or(self.judged.is_none().then_some(Failure::of(Code::Network)));
        let says = self.judged.map(|judged| judged.says);
        let refused = match says {
            Some(Says::SignInRefused) => Some(Failure::answered(Code::AccountDeactivated, 403)),
            Some(Says::Unauthorized) => Some(Failure::of_status(401)),
            _ => None,
        };
        if let Asks::Fetch(_) = self.asks {
            // Any status is an answer, to a request of the page's own.
            return match failure {
                Some(Failure { status: Some(403), .. }) => Ok(Answer::Fetch(403)),
                Some(failure) => Err(failure),
                None => Ok(Answer::Fetch(if refused.is_some() { 401 } else { 200 })),
            };
        }
        if let Some(failure) = failure.or(refused) {
            return Err(failure);
        }
        match (&self.asks, says) {
            (Asks::Session, Some(Says::Session(who))) => Ok(Answer::Session(who.as_session_answer())),
            (Asks::Login { .. }, Some(Says::SignedIn(grant))) => {
                Ok(Answer::Login(grant.signed_in(keeps_token)))
            }
            (Asks::Permissions, Some(Says::Permissions(grant))) => {
                Ok(Answer::Permissions(PermissionsAnswer { role: grant.role(), features: grant.features() }))
            }
            (Asks::Logout, _) => Ok(Answer::Logout),
            (Asks::SsoConfig, _) => Ok(Answer::SsoConfig),
            (Asks::Roles, _) => Ok(Answer::Roles(NonZeroU32::MIN.into())),
            _ => Err(Failure::of(Code::Network)),
        }
    }
}

/// A message between tabs, in an order of its own. A number names a sign-out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Word {
    SignedIn,
    SignedOut(u32),
    Changed,
    SignOutOver(u32),
}

impl From<Broadcast> for Word {
    fn from(message: Broadcast) -> Self {
        match message {
            Broadcast::SignedIn => Self::SignedIn,
            Broadcast::Changed => Self::Changed,
            Broadcast::SignOutOver(id) => Self::SignOutOver(id.0),
        }
    }
}

impl From<Word> for TabMessage {
    fn from(word: Word) -> Self {
        match word {
            Word::SignedIn => Self::SignedIn,
            Word::SignedOut(id) => Self::SignedOut(SignOutId(id)),
            Word::Changed => Self::Changed,
            Word::SignOutOver(id) => Self::SignOutOver(SignOutId(id)),
        }
    }
}

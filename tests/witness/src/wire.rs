//! What is under way: requests, their answers, and messages between tabs.

use super::clocks::Clocks;
use super::deployment::{Deployment, Grant, Person, SessionId, SignInOf, SignOutId, Tick, Who};
use platform_session::api::{Code, Failure, PermissionsAnswer};
use platform_session::core::{Answer, RequestId, TabMessage};
use std::num::NonZeroU32;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TabIndex(pub u8);

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Message {
    Exchange(Exchange),
    /// Words of one tab come in order, and none is lost. `sign_out`: the one that it is about, if it is about one.
    Word {
        from: TabIndex,
        to: TabIndex,
        order: u32,
        word: Word,
        sign_out: Option<SignOutId>,
    },
}

/// A request and, once the deployment has judged it, its answer.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Exchange {
    pub tab: TabIndex,
    pub id: RequestId,
    pub asks: Asks,
    pub asked_at: Clocks,
    pub bearer: bool,
    /// The cookie or token that it left with.
    pub carries: Option<SessionId>,
    /// The page has aborted it.
    pub given_up: bool,
    /// It goes on without its page, and once the page has aborted it.
    pub outlives: bool,
    /// It left a page that was going.
    pub going: bool,
    /// The headers of its answer have come, and with them the cookie. The page has not heard of it yet.
    pub landed: bool,
    pub judged: Option<Judged>,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Asks {
    Session,
    /// `after`: the sign-outs of other tabs that its page had just heard of, and not that they were over. `waits_for`: the newest
    /// sign-out of its page, unless it has waited for that as long as is asked of it.
    Login {
        person: Person,
        called: Tick,
        called_at: Clocks,
        after: Vec<SignOutId>,
        waits_for: Option<RequestId>,
    },
    /// Each sign-out of this page that was called and is not known to have been judged.
    Logout(Vec<SignOutId>),
    Permissions,
    Roles,
    SsoConfig,
    Fetch(u32),
}

/// What the deployment said, and when.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Judged {
    pub says: Says,
    pub at: Tick,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Says {
    Session(Who),
    SignedIn(Grant),
    SignInRefused,
    SignedOut,
    Permissions(Grant),
    Roles(Grant),
    Yes,
    /// Only who is signed in is let in, by a bearer token where the deployment is strict (`identity-api.md` 7).
    Unauthorized,
}

impl Exchange {
    /// The deployment takes the request, and answers.
    pub fn is_judged(&mut self, deployment: &mut Deployment, now: Clocks) {
        let who = deployment.who(self.carries, now);
        let admitted = (self.bearer || !deployment.strict).then_some(who);
        let says = match &self.asks {
            Asks::Session => Says::Session(who),
            Asks::Login { person, called, after, waits_for, .. } => {
                let by = SignInOf {
                    tab: self.tab.0,
                    request: self.id,
                    after: after.clone(),
                    waits_for: *waits_for,
                };
                deployment
                    .sign_in(*person, *called, Some(by), now)
                    .map_or(Says::SignInRefused, Says::SignedIn)
            }
            Asks::Logout(ids) => {
                deployment.sign_out(ids, self.carries);
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
                Some(Who::Granted(_)) => Says::Yes,
                _ => Says::Unauthorized,
            },
            Asks::SsoConfig => Says::Yes,
        };
        self.judged = Some(Judged { says, at: deployment.tick() });
    }

    /// Whether the browser takes the cookie before the page hears the answer, which it may ask for something in between.
    pub fn lands_first(&self) -> bool {
        !self.landed && !self.given_up && matches!(self.judged, Some(Judged { says: Says::SignedIn(_), .. }))
    }

    /// The browser's cookie, once the headers of the answer have come. A browser that was told in time to give the request
    /// up takes none.
    pub fn changes_cookie(&self, jar: &mut Option<SessionId>) {
        if self.given_up && !self.outlives && matches!(self.asks, Asks::Logout(_)) {
            return;
        }
        match self.judged.map(|judged| judged.says) {
            Some(Says::SignedIn(grant)) => *jar = Some(grant.session),
            Some(Says::SignedOut | Says::Session(Who::Deactivated)) => *jar = None,
            _ => {}
        }
    }

    /// As the machine hears it.
    pub fn answer(&self, failure: Option<Failure>, keeps_token: bool) -> Answer {
        let failure = failure.or(self.judged.is_none().then_some(Failure::of(Code::Network)));
        let says = self.judged.map(|judged| judged.says);
        let refused = match says {
            Some(Says::SignInRefused) => Some(Failure::answered(Code::AccountDeactivated, 403)),
            Some(Says::Unauthorized) => Some(Failure::of_status(401)),
            _ => None,
        };
        let failed = failure.or(refused);
        let done = failed.map_or(Ok(()), Err);
        match (&self.asks, says) {
            (Asks::Fetch(_), _) => Answer::Fetch(match failure {
                Some(failure) => Err(failure),
                None => Ok(if refused.is_some() { 401 } else { 200 }),
            }),
            (Asks::Session, Some(Says::Session(who))) => {
                Answer::Session(done.map(|()| who.as_session_answer()))
            }
            (Asks::Login { .. }, Some(Says::SignedIn(grant))) => {
                Answer::Login(done.map(|()| grant.signed_in(keeps_token)))
            }
            (Asks::Permissions, Some(Says::Permissions(grant))) => {
                let role = grant.role();
                let features = grant.features();
                Answer::Permissions(done.map(|()| PermissionsAnswer { role, features }))
            }
            (Asks::Logout(_), _) => Answer::Logout(done),
            (Asks::SsoConfig, _) => Answer::SsoConfig(done),
            (Asks::Roles, _) => Answer::Roles(done.map(|()| NonZeroU32::MIN.into())),
            (Asks::Session, _) => Answer::Session(Err(failed.unwrap_or(Failure::of(Code::Network)))),
            (Asks::Login { .. }, _) => Answer::Login(Err(failed.unwrap_or(Failure::of(Code::Network)))),
            (Asks::Permissions, _) => Answer::Permissions(Err(failed.unwrap_or(Failure::of(Code::Network)))),
        }
    }
}

/// A message between tabs, in an order of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Word {
    SignedIn,
    SignedOut,
    Changed,
    SignOutOver,
}

impl Word {
    pub const ALL: [Self; 4] = [Self::SignedIn, Self::SignedOut, Self::Changed, Self::SignOutOver];
}

impl From<TabMessage> for Word {
    fn from(message: TabMessage) -> Self {
        match message {
            TabMessage::SignedIn => Self::SignedIn,
            TabMessage::SignedOut => Self::SignedOut,
            TabMessage::Changed => Self::Changed,
            TabMessage::SignOutOver => Self::SignOutOver,
        }
    }
}

impl From<Word> for TabMessage {
    fn from(word: Word) -> Self {
        match word {
            Word::SignedIn => Self::SignedIn,
            Word::SignedOut => Self::SignedOut,
            Word::Changed => Self::Changed,
            Word::SignOutOver => Self::SignOutOver,
        }
    }
}

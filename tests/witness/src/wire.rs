//! The wire: requests under way, their answers, and messages between tabs.

use super::deployment::{Deployment, Grant, Person, SessionId, SessionState, SignInOf};
use platform_session::api::{Code, Failure, PermissionsAnswer};
use platform_session::core::{Answer, Broadcast, RequestId, SignOutId, TabMessage};
use std::num::NonZeroU32;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TabIndex(pub u8);

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Message {
    Exchange(Exchange),
    /// A message between tabs. Those of one tab arrive in order, and none is lost.
    Word {
        from: TabIndex,
        to: TabIndex,
        order: u32,
        word: Word,
    },
}

/// A request and, once the deployment has answered it, the answer.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Exchange {
    pub tab: TabIndex,
    pub id: RequestId,
    pub kind: RequestKind,
    pub sent_ms: u64,
    pub bearer: bool,
    /// The cookie or token that was sent with the request.
    pub carries: Option<SessionId>,
    /// Whether the page has aborted the request, or does not wait for it.
    pub given_up: bool,
    /// Whether the request goes on without its page, and once the page has aborted it.
    pub keepalive: bool,
    /// Whether the browser has the headers of the answer, and with them the cookie. The page does not have the answer yet.
    pub landed: bool,
    pub judged: Option<Judged>,
    /// How long before its page began the document sent the request.
    pub preloaded_ms: u64,
    /// For a sign-out that outlives its closed session: its name. The other tabs get the message of its end once it has ended.
    pub tells_over: Option<u32>,
    /// Whether a service worker answered the request from its cache.
    pub cached: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RequestKind {
    Session,
    /// A sign-in. `patient`: it was sent only after the full wait for earlier sign-outs.
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

/// The answer of the deployment, and its `Date`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Judged {
    pub reply: Reply,
    pub date_ms: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Reply {
    Session(SessionState),
    SignedIn(Grant),
    SignInRefused,
    SignedOut,
    Permissions(Grant),
    Roles(Grant),
    /// A `fetch` of the page is carried out for this person.
    Done(Person),
    Yes,
    /// 401: no user is signed in, or the bearer token is missing that a strict deployment needs (`identity-api.md` 7).
    Unauthorized,
}

impl Exchange {
    /// Has the deployment carry out and answer the request.
    pub fn judge(&mut self, deployment: &mut Deployment, now_ms: u64) {
        let state = deployment.session_state(self.carries, now_ms);
        let admitted = (self.bearer || !deployment.strict).then_some(state);
        let reply = match self.kind {
            RequestKind::Session => Reply::Session(state),
            RequestKind::Login { person, patient, .. } => {
                let by = SignInOf { tab: self.tab.0, request: self.id, patient };
                deployment.sign_in(person, Some(by), now_ms).map_or(Reply::SignInRefused, Reply::SignedIn)
            }
            RequestKind::Logout => {
                deployment.sign_out(self.carries);
                Reply::SignedOut
            }
            RequestKind::Permissions => match admitted {
                Some(SessionState::Granted(grant)) => Reply::Permissions(grant),
                _ => Reply::Unauthorized,
            },
            RequestKind::Roles => match admitted {
                Some(SessionState::Granted(grant)) => Reply::Roles(grant),
                _ => Reply::Unauthorized,
            },
            RequestKind::Fetch(_) => match admitted {
                Some(SessionState::Granted(grant)) => Reply::Done(grant.person),
                _ => Reply::Unauthorized,
            },
            RequestKind::SsoConfig => Reply::Yes,
        };
        // `Date` has whole seconds.
        self.judged = Some(Judged { reply, date_ms: now_ms - now_ms % 1_000 });
    }

    /// Whether the browser takes the cookie before the page gets the answer: the page may send requests in between.
    pub fn lands_before_answer(&self) -> bool {
        !self.landed
            && !self.given_up
            && matches!(self.judged, Some(Judged { reply: Reply::SignedIn(_), .. }))
    }

    /// Updates the browser's cookie by the headers of the answer. Of an aborted request without `keepalive` the browser
    /// does not take it.
    pub fn update_jar(&self, jar: &mut Option<SessionId>) {
        if self.given_up && !self.keepalive && self.kind == RequestKind::Logout {
            return;
        }
        match self.judged.map(|judged| judged.reply) {
            Some(Reply::SignedIn(grant)) => *jar = Some(grant.session),
            Some(Reply::SignedOut | Reply::Session(SessionState::Deactivated)) => *jar = None,
            _ => {}
        }
    }

    /// Returns the answer as the state machine gets it.
    pub fn answer(&self, failure: Option<Failure>, keeps_token: bool) -> Result<Answer, Failure> {
        let failure = failure.or(self.judged.is_none().then_some(Failure::of(Code::Network)));
        let reply = self.judged.map(|judged| judged.reply);
        let refused = match reply {
            Some(Reply::SignInRefused) => Some(Failure::answered(Code::AccountDeactivated, 403)),
            Some(Reply::Unauthorized) => Some(Failure::of_status(401)),
            _ => None,
        };
        if let RequestKind::Fetch(_) = self.kind {
            // A `fetch` of the page resolves with any status.
            return match failure {
                Some(Failure { status: Some(403), .. }) => Ok(Answer::Fetch(403)),
                Some(failure) => Err(failure),
                None => Ok(Answer::Fetch(if refused.is_some() { 401 } else { 200 })),
            };
        }
        if let Some(failure) = failure.or(refused) {
            return Err(failure);
        }
        match (&self.kind, reply) {
            (RequestKind::Session, Some(Reply::Session(state))) => {
                Ok(Answer::Session(state.as_session_answer()))
            }
            (RequestKind::Login { .. }, Some(Reply::SignedIn(grant))) => {
                Ok(Answer::Login(grant.signed_in(keeps_token)))
            }
            (RequestKind::Permissions, Some(Reply::Permissions(grant))) => {
                Ok(Answer::Permissions(PermissionsAnswer { role: grant.role(), features: grant.features() }))
            }
            (RequestKind::Logout, _) => Ok(Answer::Logout),
            (RequestKind::SsoConfig, _) => Ok(Answer::SsoConfig),
            (RequestKind::Roles, _) => Ok(Answer::Roles(NonZeroU32::MIN.into())),
            _ => Err(Failure::of(Code::Network)),
        }
    }
}

/// A message between tabs. The number is the name of a sign-out.
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

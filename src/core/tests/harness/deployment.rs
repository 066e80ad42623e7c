//! What the deployment answers to the request under way.

use super::{Sent, Session};
use crate::api::{Failure, Handle, PermissionsAnswer, SessionAnswer, SignedIn};
use crate::core::{Answer, CallId, Event, Request, RequestId, Stamp};

impl Session {
    pub fn reads(&mut self, answer: SessionAnswer) {
        self.is_answered(Request::Session, Ok(Answer::Session(answer)));
    }

    pub fn fails_to_read(&mut self, failure: Failure) {
        self.is_answered(Request::Session, Err(failure));
    }

    pub fn signs_in(&mut self, answer: SignedIn) {
        let login = self.sent_login();
        self.is_answered(login, Ok(Answer::Login(answer)));
    }

    pub fn fails_to_sign_in(&mut self, failure: Failure) {
        let login = self.sent_login();
        self.is_answered(login, Err(failure));
    }

    pub fn signs_out(&mut self) {
        self.is_answered(Request::Logout, Ok(Answer::Logout));
    }

    pub fn fails_to_sign_out(&mut self, failure: Failure) {
        self.is_answered(Request::Logout, Err(failure));
    }

    pub fn gets_permissions(&mut self, answer: Result<PermissionsAnswer, Failure>) {
        self.is_answered(Request::Permissions, answer.map(Answer::Permissions));
    }

    pub fn gets_roles(&mut self, answer: Result<Handle, Failure>) {
        self.is_answered(Request::Roles, answer.map(Answer::Roles));
    }

    pub fn gets_response(&mut self, call: CallId, status: u16) {
        self.is_answered(Request::Fetch(call), Ok(Answer::Fetch(status)));
    }

    pub fn is_answered(&mut self, request: Request, answer: Result<Answer, Failure>) {
        let id = self.under_way(request).unwrap_or_else(|| panic!("no {request:?} is under way")).id;
        self.is_answered_late(id, answer);
    }

    /// To this very request, under way or not.
    pub fn is_answered_late(&mut self, id: RequestId, answer: Result<Answer, Failure>) {
        self.happens(Event::Answered { id, answer, stamp: Stamp::default() });
    }

    /// By an answer of that age.
    pub fn is_answered_of(&mut self, request: Request, answer: Result<Answer, Failure>, stamp: Stamp) {
        let id = self.under_way(request).unwrap_or_else(|| panic!("no {request:?} is under way")).id;
        self.happens(Event::Answered { id, answer, stamp });
    }

    fn sent_login(&self) -> Request {
        let is_login = |sent: &&Sent| matches!(sent.request, Request::Login(_));
        self.in_flight.iter().find(is_login).expect("no sign-in is under way").request
    }
}

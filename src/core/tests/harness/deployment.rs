//! The deployment's answers: each function answers the request of its kind that is under way.

use super::{Sent, Session};
use crate::api::{Failure, Handle, PermissionsAnswer, SessionAnswer, SignedIn};
use crate::core::{Answer, CallId, Event, Request, RequestId, Stamp};

impl Session {
    pub fn answer_read(&mut self, answer: SessionAnswer) {
        self.answer(Request::Session, Ok(Answer::Session(answer)));
    }

    pub fn fail_read(&mut self, failure: Failure) {
        self.answer(Request::Session, Err(failure));
    }

    pub fn answer_sign_in(&mut self, answer: SignedIn) {
        let login = self.sent_login();
        self.answer(login, Ok(Answer::Login(answer)));
    }

    pub fn fail_sign_in(&mut self, failure: Failure) {
        let login = self.sent_login();
        self.answer(login, Err(failure));
    }

    pub fn confirm_sign_out(&mut self) {
        self.answer(Request::Logout, Ok(Answer::Logout));
    }

    pub fn fail_sign_out(&mut self, failure: Failure) {
        self.answer(Request::Logout, Err(failure));
    }

    pub fn answer_permissions(&mut self, answer: Result<PermissionsAnswer, Failure>) {
        self.answer(Request::Permissions, answer.map(Answer::Permissions));
    }

    pub fn answer_roles(&mut self, answer: Result<Handle, Failure>) {
        self.answer(Request::Roles, answer.map(Answer::Roles));
    }

    pub fn answer_fetch(&mut self, call: CallId, status: u16) {
        self.answer(Request::Fetch(call), Ok(Answer::Fetch(status)));
    }

    pub fn answer(&mut self, request: Request, answer: Result<Answer, Failure>) {
        let id = self.under_way(request).unwrap_or_else(|| panic!("no {request:?} is under way")).id;
        self.answer_to(id, answer);
    }

    /// Answers the request with this number, even if it is not under way.
    pub fn answer_to(&mut self, id: RequestId, answer: Result<Answer, Failure>) {
        self.handle(Event::Answered { id, answer, stamp: Stamp::default() });
    }

    /// Answers the request of this kind by an answer of that age.
    pub fn answer_with_stamp(&mut self, request: Request, answer: Result<Answer, Failure>, stamp: Stamp) {
        let id = self.under_way(request).unwrap_or_else(|| panic!("no {request:?} is under way")).id;
        self.handle(Event::Answered { id, answer, stamp });
    }

    fn sent_login(&self) -> Request {
        let is_login = |sent: &&Sent| matches!(sent.request, Request::Login(_));
        self.in_flight.iter().find(is_login).expect("no sign-in is under way").request
    }
}

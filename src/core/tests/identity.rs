//! The current identity: what ends it, and that its requests end with it.

use super::answers::{ADA, GRACE, NO_SESSION, session_of, sign_in_of};
use super::harness::{ELSEWHERE, Session};
use crate::api::Code;
use crate::core::{Answer, Outcome, Policy, Request, TabMessage};

/// The name of a case, and what it does to the session.
type Case = (&'static str, fn(&mut Session));

const SUPERSEDED: Option<Result<Outcome, Code>> = Some(Err(Code::Superseded));

fn sign_in(session: &mut Session, person: super::answers::Person<'_>) {
    session.login();
    session.answer_sign_in(sign_in_of(person));
    session.answer_read(session_of(person));
}

/// Events that end the identity.
const ENDS: [Case; 5] = [
    ("a sign-out", |session| _ = session.logout()),
    ("another tab's sign-out", |session| session.receive(TabMessage::SignedOut(ELSEWHERE))),
    ("another user's sign-in", |session| sign_in(session, GRACE)),
    ("another user, found by a read", |session| {
        session.refresh();
        session.answer_read(session_of(GRACE));
    }),
    ("another user, after the session had ended", |session| {
        session.refresh();
        session.answer_read(NO_SESSION);
        sign_in(session, GRACE);
    }),
];

#[test]
fn a_sign_out_or_another_user_ends_the_identity_and_its_requests() {
    for (case, ends) in ENDS {
        let mut session = Session::signed_in();
        let before = session.view().identity;
        let fetch = session.fetch();
        let request = session.under_way(Request::Fetch(fetch)).unwrap();
        ends(&mut session);
        assert_ne!(session.view().identity, before, "after {case}");
        assert_eq!(session.outcome(fetch), SUPERSEDED, "after {case}");
        assert!(session.given_up().contains(&request), "after {case}");
        session.answer_to(request.id, Ok(Answer::Fetch(200)));
    }
}

#[test]
fn a_sign_out_ends_a_reauthenticate_under_way() {
    let mut session =
        Session::after_read_with(Policy { reauthenticates: true, ..Policy::default() }, session_of(ADA));
    let fetch = session.fetch();
    session.answer_with_stamp(Request::Fetch(fetch), Ok(Answer::Fetch(401)), Default::default());
    session.answer_read(NO_SESSION);
    assert!(session.view().reauthenticating);
    session.logout();
    assert!(!session.view().reauthenticating);
}

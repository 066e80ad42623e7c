//! The current identity: where one begins and ends, and that its requests end with it.

use super::answers::{ADA, GRACE, NO_SESSION, session_of, sign_in_of};
use super::harness::{ELSEWHERE, Session};
use crate::api::Code;
use crate::core::{Answer, Outcome, Policy, Request, TabMessage};

/// What happens, in words and in deed.
type Way = (&'static str, fn(&mut Session));

const SUPERSEDED: Option<Result<Outcome, Code>> = Some(Err(Code::Superseded));

fn signs_in(session: &mut Session, person: super::answers::Person<'_>) {
    session.login();
    session.signs_in(sign_in_of(person));
    session.reads(session_of(person));
}

const ENDS: [Way; 5] = [
    ("a sign-out", |session| _ = session.logout()),
    ("another tab's sign-out", |session| session.receives(TabMessage::SignedOut(ELSEWHERE))),
    ("another user's sign-in", |session| signs_in(session, GRACE)),
    ("another user, found by a read", |session| {
        session.refresh();
        session.reads(session_of(GRACE));
    }),
    ("another user, after the session had ended", |session| {
        session.refresh();
        session.reads(NO_SESSION);
        signs_in(session, GRACE);
    }),
];

#[test]
fn it_ends_at_a_sign_out_and_at_another_user_and_its_requests_with_it() {
    for (way, ends) in ENDS {
        let mut session = Session::signed_in();
        let before = session.view().identity;
        let fetch = session.fetch();
        let request = session.under_way(Request::Fetch(fetch)).unwrap();
        ends(&mut session);
        assert_ne!(session.view().identity, before, "after {way}");
        assert_eq!(session.outcome(fetch), SUPERSEDED, "after {way}");
        assert!(session.given_up().contains(&request), "after {way}");
        session.is_answered_late(request.id, Ok(Answer::Fetch(200)));
    }
}

#[test]
fn a_reauthenticate_does_not_outlive_it() {
    let mut session =
        Session::with_that_read(Policy { reauthenticates: true, ..Policy::default() }, session_of(ADA));
    let fetch = session.fetch();
    session.is_answered_of(Request::Fetch(fetch), Ok(Answer::Fetch(401)), Default::default());
    session.reads(NO_SESSION);
    assert!(session.view().reauthenticating);
    session.logout();
    assert!(!session.view().reauthenticating);
}

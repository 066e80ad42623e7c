//! Sign-in with email and password: sent once, after earlier sign-outs, shown at once, and confirmed by a read.

use super::answers::{ADA, NO_SESSION, network, session_of, sign_in_of, status, timeout};
use super::harness::{ELSEWHERE, HOUR, SECOND, Session};
use crate::api::{Code, Failure};
use crate::core::{Answer, Broadcast, CallId, Outcome, Request, SessionEvent, TabMessage};

const PUBLISHED: Option<Result<Outcome, Code>> = Some(Ok(Outcome::Done));
const SUPERSEDED: Option<Result<Outcome, Code>> = Some(Err(Code::Superseded));

#[test]
fn the_answer_is_shown_at_once_and_confirmed_in_the_background() {
    let mut session = Session::after_read(NO_SESSION);
    let login = session.login();
    assert_eq!(session.sent(), [Request::Login(login)]);
    session.answer_sign_in(sign_in_of(ADA));
    assert_eq!(session.outcome(login), PUBLISHED);
    assert!(session.can("chat-history") && session.holds_token());
    assert!(session.view().company.is_some());
    assert_eq!(session.session_events(), [SessionEvent::SignedIn]);
    assert_eq!(session.broadcasts(), [Broadcast::SignedIn]);
    assert!(!session.under_way(Request::Session).unwrap().bearer, "the read is to confirm the cookie");
    session.answer_read(session_of(ADA));
    assert!(session.holds_token() && session.view().company.is_some());
}

#[test]
fn empty_credentials_are_not_sent_and_disturb_no_sign_in_under_way() {
    let mut session = Session::after_read(NO_SESSION);
    let login = session.login();
    let empty = session.login_with_empty_password();
    assert_eq!((session.outcome(empty), session.sent()), (Some(Err(Code::MissingCredentials)), vec![]));
    session.answer_sign_in(sign_in_of(ADA));
    assert_eq!(session.outcome(login), PUBLISHED);
}

#[test]
fn a_refusal_changes_nothing_and_is_not_repeated() {
    for (status, code) in [
        (400, Code::MissingCredentials),
        (401, Code::InvalidCredentials),
        (403, Code::AccountDeactivated),
        (429, Code::RateLimited),
    ] {
        let mut session = Session::after_read(session_of(ADA));
        let login = session.login();
        assert_eq!(session.user(), Some(1), "a form stays while its sign-in waits");
        session.fail_sign_in(Failure::answered(code, status));
        assert_eq!(session.outcome(login), Some(Err(code)));
        assert_eq!((session.user(), session.error()), (Some(1), None));
        session.pass_time(HOUR);
        assert_eq!(session.in_flight(), []);
    }
}

/// The deployment may have signed the user in: a read tells.
#[test]
fn an_ambiguous_failure_is_followed_by_a_read_and_no_second_try() {
    for failure in [network(), timeout(), status(500), status(503), Failure::invalid(200), status(302)] {
        let mut session = Session::after_read(NO_SESSION);
        let login = session.login();
        session.fail_sign_in(failure);
        assert_eq!(session.outcome(login), Some(Err(failure.code)));
        assert_eq!(session.sent(), [Request::Session], "{failure:?}");
        session.answer_read(session_of(ADA));
        assert_eq!(session.user(), Some(1));
        session.pass_time(HOUR);
        assert_eq!(session.in_flight(), []);
    }
}

/// A session in which Ada has signed out, here or in another tab, and a user signs in at once.
fn right_after_a_sign_out(is_elsewhere: bool) -> (Session, CallId) {
    let mut session = Session::signed_in();
    if is_elsewhere {
        session.receive(TabMessage::SignedOut(ELSEWHERE));
    } else {
        let logout = session.logout();
        session.login();
        assert_eq!(session.outcome(logout), SUPERSEDED, "its caller is not kept waiting");
    }
    let login = session.login();
    assert_eq!((session.sent(), session.outcome(login)), (vec![], None));
    (session, login)
}

#[test]
fn a_sign_in_is_sent_after_three_seconds_even_if_the_sign_out_has_not_ended() {
    for is_elsewhere in [false, true] {
        let (mut session, login) = right_after_a_sign_out(is_elsewhere);
        session.pass_time(3 * SECOND - 1);
        assert!(session.under_way(Request::Login(login)).is_none());
        session.pass_time(1);
        assert_eq!(session.sent(), [Request::Login(login)]);
        session.answer_sign_in(sign_in_of(ADA));
        if let Some(sign_out) = session.given_up().first().copied() {
            session.answer_to(sign_out.id, Ok(Answer::Logout));
        }
        assert_eq!(session.user(), Some(1), "the sign-out's answer is ignored");
    }
}

//! Sign-in with email and password: once, after the sign-outs before it, shown at once, confirmed by a read.

use super::answers::{
    ADA, DEACTIVATED, GRACE, NOBODY, network, session_of, sign_in_of, status, timeout, tokenless_sign_in_of,
};
use super::harness::{ELSEWHERE, HOUR, SECOND, Session};
use crate::api::{Code, Failure};
use crate::core::{Answer, CallId, Event, Outcome, Reason, Request, SessionEvent, TabMessage};

/// What ends a sign-in, and how.
type End = (fn(&mut Session, CallId), Code);

const PUBLISHED: Option<Result<Outcome, Code>> = Some(Ok(Outcome::Published));
const SUPERSEDED: Option<Result<Outcome, Code>> = Some(Err(Code::Superseded));

#[test]
fn the_answer_is_shown_at_once_and_confirmed_in_the_background() {
    let mut session = Session::that_read(NOBODY);
    let login = session.login();
    assert_eq!(session.sent(), [Request::Login(login)]);
    session.signs_in(sign_in_of(ADA));
    assert_eq!(session.outcome(login), PUBLISHED);
    assert!(session.can("chat-history") && session.holds_token());
    assert!(session.view().company.is_some());
    assert_eq!(session.session_events(), [SessionEvent::SignedIn]);
    assert_eq!(session.tells(), [TabMessage::SignedIn]);
    assert!(!session.under_way(Request::Session).unwrap().bearer, "the cookie is what it looks for");
    session.reads(session_of(ADA));
    assert!(session.holds_token() && session.view().company.is_some());
}

#[test]
fn a_token_that_the_page_discards_is_not_held() {
    let mut session = Session::that_read(NOBODY);
    session.login();
    session.signs_in(tokenless_sign_in_of(ADA));
    assert!(!session.holds_token());
}

#[test]
fn empty_credentials_are_not_sent_and_disturb_no_sign_in_under_way() {
    let mut session = Session::that_read(NOBODY);
    let login = session.login();
    let empty = session.calls(|call| Event::LoginCalled { call, complete: false });
    assert_eq!((session.outcome(empty), session.sent()), (Some(Err(Code::MissingCredentials)), vec![]));
    session.signs_in(sign_in_of(ADA));
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
        let mut session = Session::that_read(session_of(ADA));
        let login = session.login();
        assert_eq!(session.user(), Some(1), "a form stays while its sign-in waits");
        session.fails_to_sign_in(Failure::answered(code, status));
        assert_eq!(session.outcome(login), Some(Err(code)));
        assert_eq!((session.user(), session.error()), (Some(1), None));
        session.passes(HOUR);
        assert_eq!(session.in_flight(), []);
    }
}

/// The user may be signed in all the same: the read tells what the browser kept.
#[test]
fn an_ambiguous_failure_is_followed_by_a_read_and_no_second_try() {
    for failure in [network(), timeout(), status(500), status(503), Failure::invalid(200), status(302)] {
        let mut session = Session::that_read(NOBODY);
        let login = session.login();
        session.fails_to_sign_in(failure);
        assert_eq!(session.outcome(login), Some(Err(failure.code)));
        assert_eq!(session.sent(), [Request::Session], "{failure:?}");
        session.reads(session_of(ADA));
        assert_eq!(session.user(), Some(1));
        session.passes(HOUR);
        assert_eq!(session.in_flight(), []);
    }
}

/// The browser may have kept the cookie of one that was given up; and a message of ours must not end another tab's sign-out.
#[test]
fn one_that_is_given_up_is_followed_by_a_read_and_told_as_a_change() {
    let ways: [End; 3] = [
        (|session, login| session.aborts(login), Code::Aborted),
        (|session, _| session.happens(Event::Unloading), Code::Superseded),
        (|session, _| session.closes(), Code::Closed),
    ];
    for (gives_up, code) in ways {
        let mut session = Session::that_read(NOBODY);
        let login = session.login();
        gives_up(&mut session, login);
        assert_eq!((session.outcome(login), session.tells()), (Some(Err(code)), vec![TabMessage::Changed]));
        assert_eq!(session.is_reading(), code != Code::Closed);
    }
}

#[test]
fn another_answer_at_the_confirmation_is_what_is_shown_and_the_token_goes() {
    for (answer, user, reason) in
        [(session_of(GRACE), Some(2), None), (DEACTIVATED, None, Some(Reason::Deactivated))]
    {
        let mut session = Session::that_read(NOBODY);
        session.login();
        session.signs_in(sign_in_of(ADA));
        session.reads(answer);
        assert_eq!((session.user(), session.reason(), session.holds_token()), (user, reason, false));
        assert_eq!(session.view().company, None, "it is Ada's");
    }
}

/// Ada signs out, here or in another tab, and at once somebody signs in here.
fn right_after_a_sign_out(is_elsewhere: bool) -> (Session, CallId) {
    let mut session = Session::signed_in();
    if is_elsewhere {
        session.hears(TabMessage::SignedOut(ELSEWHERE));
    } else {
        let logout = session.logout();
        session.login();
        assert_eq!(session.outcome(logout), SUPERSEDED, "its caller is not kept waiting");
    }
    let login = session.login();
    assert_eq!((session.sent(), session.outcome(login)), (vec![], None));
    (session, login)
}

/// Time asleep does not count: the sign-out has not run on either.
#[test]
fn it_leaves_after_three_seconds_whatever_becomes_of_the_sign_out() {
    for is_elsewhere in [false, true] {
        let (mut session, login) = right_after_a_sign_out(is_elsewhere);
        session.sleeps(HOUR);
        session.gets_focus();
        session.passes(3 * SECOND - 1);
        assert!(session.under_way(Request::Login(login)).is_none());
        session.passes(1);
        assert_eq!(session.sent(), [Request::Login(login)]);
        session.signs_in(sign_in_of(ADA));
        if let Some(sign_out) = session.given_up().first().copied() {
            session.is_answered_late(sign_out.id, Answer::Logout(Ok(())));
        }
        assert_eq!(session.user(), Some(1), "nobody listens to the sign-out any more");
    }
}

#[test]
fn while_it_waits_it_may_be_aborted_superseded_and_closed() {
    let ends: [End; 5] = [
        (|session, login| session.aborts(login), Code::Aborted),
        (|session, _| _ = session.login(), Code::Superseded),
        (|session, _| _ = session.logout(), Code::Superseded),
        (|session, _| session.is_cached(), Code::Superseded),
        (|session, _| session.closes(), Code::Closed),
    ];
    for (ends, code) in ends {
        for is_elsewhere in [false, true] {
            let (mut session, login) = right_after_a_sign_out(is_elsewhere);
            ends(&mut session, login);
            assert_eq!(session.outcome(login), Some(Err(code)));
            session.passes(HOUR);
            assert!(session.under_way(Request::Login(login)).is_none());
        }
    }
}

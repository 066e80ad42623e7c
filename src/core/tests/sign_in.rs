//! Sign-in with email and password: once, after the sign-outs before it, shown at once, confirmed by a read.

use super::answers::{
    ADA, DEACTIVATED, GRACE, NO_SESSION, network, session_of, sign_in_of, status, timeout,
    tokenless_sign_in_of,
};
use super::harness::{ELSEWHERE, HOUR, MINUTE, SECOND, Session};
use crate::api::{Code, Failure};
use crate::core::{Answer, Broadcast, CallId, Event, Outcome, Reason, Request, SessionEvent, TabMessage};

/// What ends a sign-in, and how.
type End = (fn(&mut Session, CallId), Code);

const PUBLISHED: Option<Result<Outcome, Code>> = Some(Ok(Outcome::Done));
const SUPERSEDED: Option<Result<Outcome, Code>> = Some(Err(Code::Superseded));

#[test]
fn the_answer_is_shown_at_once_and_confirmed_in_the_background() {
    let mut session = Session::that_read(NO_SESSION);
    let login = session.login();
    assert_eq!(session.sent(), [Request::Login(login)]);
    session.signs_in(sign_in_of(ADA));
    assert_eq!(session.outcome(login), PUBLISHED);
    assert!(session.can("chat-history") && session.holds_token());
    assert!(session.view().company.is_some());
    assert_eq!(session.session_events(), [SessionEvent::SignedIn]);
    assert_eq!(session.broadcasts(), [Broadcast::SignedIn]);
    assert!(!session.under_way(Request::Session).unwrap().bearer, "the cookie is what it looks for");
    session.reads(session_of(ADA));
    assert!(session.holds_token() && session.view().company.is_some());
}

#[test]
fn a_token_that_the_page_discards_is_not_held() {
    let mut session = Session::that_read(NO_SESSION);
    session.login();
    session.signs_in(tokenless_sign_in_of(ADA));
    assert!(!session.holds_token());
}

#[test]
fn empty_credentials_are_not_sent_and_disturb_no_sign_in_under_way() {
    let mut session = Session::that_read(NO_SESSION);
    let login = session.login();
    let empty = session.login_with_empty_password();
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
        let mut session = Session::that_read(NO_SESSION);
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

#[test]
fn a_newer_sign_in_or_a_sign_out_supersedes_one_under_way() {
    let newer: [fn(&mut Session) -> CallId; 2] = [Session::login, Session::logout];
    for newer in newer {
        let mut session = Session::that_read(NO_SESSION);
        let older = session.login();
        let request = session.under_way(Request::Login(older)).unwrap();
        newer(&mut session);
        assert_eq!((session.outcome(older), session.given_up()), (SUPERSEDED, &[request][..]));
        assert_eq!(session.in_flight().len(), 1, "the newer one leaves at once");
        session.is_answered_late(request.id, Ok(Answer::Login(sign_in_of(ADA))));
        assert_eq!(session.user(), None, "the older one's answer is ignored");
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
        let mut session = Session::that_read(NO_SESSION);
        let login = session.login();
        gives_up(&mut session, login);
        assert_eq!(
            (session.outcome(login), session.broadcasts()),
            (Some(Err(code)), vec![Broadcast::Changed])
        );
        assert_eq!(session.is_reading(), code != Code::Closed);
    }
}

#[test]
fn no_read_is_under_way_beside_it() {
    let mut session = Session::that_read(NO_SESSION);
    let refresh = session.refresh();
    let read = session.under_way(Request::Session).unwrap();
    session.login();
    assert_eq!(session.given_up(), [read]);
    session.passes(MINUTE);
    session.gets_focus();
    session.receives(TabMessage::Changed);
    assert!(!session.is_reading());
    session.fails_to_sign_in(status(401));
    session.reads(NO_SESSION);
    assert_eq!(session.outcome(refresh), PUBLISHED);
}

#[test]
fn another_answer_at_the_confirmation_is_what_is_shown_and_the_token_goes() {
    for (answer, user, reason) in
        [(session_of(GRACE), Some(2), None), (DEACTIVATED, None, Some(Reason::Deactivated))]
    {
        let mut session = Session::that_read(NO_SESSION);
        session.login();
        session.signs_in(sign_in_of(ADA));
        session.reads(answer);
        assert_eq!((session.user(), session.reason(), session.holds_token()), (user, reason, false));
        assert_eq!(session.view().company, None, "it is Ada's");
    }
}

#[test]
fn nothing_of_the_user_before_is_shown_after_it() {
    let mut session = Session::signed_in();
    session.login();
    session.signs_in(sign_in_of(GRACE));
    assert_eq!(session.user(), Some(2));
    assert_eq!(session.changes(), [("report-analysis".to_owned(), Some(true))]);
}

#[test]
fn each_is_an_event() {
    let mut session = Session::signed_in();
    session.login();
    session.signs_in(sign_in_of(ADA));
    assert_eq!(session.session_events(), [SessionEvent::SignedIn]);
    assert_eq!(session.changes(), []);
}

/// Ada signs out, here or in another tab, and at once a user signs in here.
fn right_after_a_sign_out(is_elsewhere: bool) -> (Session, CallId) {
    let mut session = Session::signed_in();
    if is_elsewhere {
        session.receives(TabMessage::SignedOut(ELSEWHERE));
    } else {
        let logout = session.logout();
        session.login();
        assert_eq!(session.outcome(logout), SUPERSEDED, "its caller is not kept waiting");
    }
    let login = session.login();
    assert_eq!((session.sent(), session.outcome(login)), (vec![], None));
    (session, login)
}

/// It may be on its way, and would end what the sign-in begins.
#[test]
fn it_leaves_once_the_sign_out_before_it_has_ended() {
    type End = (bool, fn(&mut Session));
    let ends: [End; 3] = [
        (false, Session::signs_out),
        (false, |session| session.fails_to_sign_out(network())),
        (true, |session| session.receives(TabMessage::SignOutOver(ELSEWHERE))),
    ];
    for (is_elsewhere, ends) in ends {
        let (mut session, login) = right_after_a_sign_out(is_elsewhere);
        session.passes(SECOND);
        ends(&mut session);
        assert_eq!(session.sent(), [Request::Login(login)]);
        session.signs_in(sign_in_of(ADA));
        session.reads(session_of(ADA));
        session.passes(HOUR);
        assert_eq!((session.user(), session.in_flight()), (Some(1), &[][..]), "no sign-out follows it");
    }
}

#[test]
fn it_leaves_after_three_seconds_whatever_becomes_of_the_sign_out() {
    for is_elsewhere in [false, true] {
        let (mut session, login) = right_after_a_sign_out(is_elsewhere);
        session.passes(3 * SECOND - 1);
        assert!(session.under_way(Request::Login(login)).is_none());
        session.passes(1);
        assert_eq!(session.sent(), [Request::Login(login)]);
        session.signs_in(sign_in_of(ADA));
        if let Some(sign_out) = session.given_up().first().copied() {
            session.is_answered_late(sign_out.id, Ok(Answer::Logout));
        }
        assert_eq!(session.user(), Some(1), "the sign-out's answer is ignored");
    }
}

#[test]
fn the_three_seconds_of_each_begin_with_it() {
    let (mut session, older) = right_after_a_sign_out(false);
    session.passes(2 * SECOND);
    let newer = session.login();
    assert_eq!(session.outcome(older), SUPERSEDED);
    session.passes(3 * SECOND - 1);
    assert!(session.under_way(Request::Logout).is_some());
    session.passes(1);
    assert!(session.under_way(Request::Login(newer)).is_some());
}

/// The sign-out that it gave up has failed, and is sent again as such.
#[test]
fn a_sign_out_before_one_that_is_refused_is_sent_again() {
    let (mut session, _) = right_after_a_sign_out(false);
    session.passes(3 * SECOND);
    session.fails_to_sign_in(status(401));
    session.passes(SECOND);
    assert_eq!(session.sent(), [Request::Logout]);
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
            // Its time is over, but no timer has fired yet.
            session.lags(3 * SECOND);
            ends(&mut session, login);
            assert_eq!(session.outcome(login), Some(Err(code)));
            session.passes(MINUTE);
            assert!(session.under_way(Request::Login(login)).is_none());
        }
    }
}

//! A sign-in does not overtake the sign-out before it: that one may be on its way, and would end what the sign-in
//! begins.

use super::answers::{ADA, ADA_AS_EXPERT, GRACE, network, session_of, sign_in_of, status};
use super::harness::{MINUTE, SECOND, Session};
use crate::api::{Code, Failure};
use crate::core::{Answer, CallId, Event, Outcome, Request, Status, TabMessage};

const SUPERSEDED: Option<Result<Outcome, Code>> = Some(Err(Code::Superseded));

/// Ada signs out, and at once somebody signs in.
fn at_once() -> (Session, CallId) {
    let mut session = Session::that_read(session_of(ADA));
    let logout = session.logout();
    let login = session.login();
    assert_eq!(session.outcome(logout), SUPERSEDED, "its caller is not kept waiting");
    assert_eq!((session.sent(), session.given_up()), (vec![], &[][..]));
    (session, login)
}

#[test]
fn it_leaves_once_the_sign_out_is_confirmed() {
    let (mut session, login) = at_once();
    session.passes(SECOND);
    session.signs_out();
    assert_eq!(
        (session.tells(), session.sent()),
        (vec![TabMessage::SignOutOver], vec![Request::Login(login)])
    );
    session.signs_in(sign_in_of(ADA));
    session.reads(session_of(ADA));
    assert_eq!((session.outcome(login), session.user()), (Some(Ok(Outcome::Published)), Some(1)));
    assert!(!session.view().sign_out_pending);
}

#[test]
fn it_leaves_once_the_sign_out_has_failed() {
    for failure in [network(), status(404)] {
        let (mut session, login) = at_once();
        session.fails_to_sign_out(failure);
        assert_eq!((session.status(), session.sent()), (Status::Unknown, vec![Request::Login(login)]));
        session.signs_in(sign_in_of(ADA));
        session.reads(session_of(ADA_AS_EXPERT));
        assert!(session.can("report-analysis"), "a sign-out that failed hides nothing any more");
        session.passes(MINUTE);
        assert_eq!(session.in_flight(), [], "and is not told again");
    }
}

#[test]
fn it_leaves_after_three_seconds_whatever_becomes_of_the_sign_out() {
    let (mut session, login) = at_once();
    let request = session.under_way(Request::Logout).unwrap();
    session.passes(3 * SECOND - 1);
    assert_eq!(session.in_flight(), [request]);
    session.passes(1);
    assert_eq!((session.sent(), session.given_up()), (vec![Request::Login(login)], &[request][..]));
    session.signs_in(sign_in_of(ADA));
    session.reads(session_of(ADA));
    for answer in [Ok(()), Err(network())] {
        session.is_answered_late(request.id, Answer::Logout(answer));
        assert_eq!(session.user(), Some(1), "nobody listens to it any more");
    }
}

/// Timers stand still while a computer sleeps; the next thing that happens lets it leave.
#[test]
fn whatever_happens_after_three_seconds_lets_it_leave() {
    let (mut session, login) = at_once();
    session.passes(3 * SECOND - 1);
    session.draws(0);
    session.passes(1);
    assert!(session.under_way(Request::Login(login)).is_some());
}

#[test]
fn the_patience_of_each_sign_in_begins_with_it() {
    let (mut session, older) = at_once();
    session.passes(2 * SECOND);
    let newer = session.login();
    assert_eq!(session.outcome(older), SUPERSEDED);
    session.passes(3 * SECOND - 1);
    assert!(session.under_way(Request::Logout).is_some());
    session.passes(1);
    assert!(session.under_way(Request::Login(newer)).is_some());
}

#[test]
fn a_call_to_refresh_does_not_push_it_aside() {
    let (mut session, login) = at_once();
    let refresh = session.refresh();
    session.fails_to_sign_out(network());
    assert_eq!(session.sent(), [Request::Login(login)]);
    session.signs_in(sign_in_of(ADA));
    session.reads(session_of(ADA));
    for call in [login, refresh] {
        assert_eq!(session.outcome(call), Some(Ok(Outcome::Published)));
    }
}

#[test]
fn a_newer_sign_out_supersedes_the_sign_in_that_waits() {
    let (mut session, login) = at_once();
    let logout = session.logout();
    assert_eq!(session.outcome(login), SUPERSEDED);
    assert_eq!(session.in_flight().len(), 1, "the sign-out under way is the one it waits for");
    session.passes(MINUTE);
    session.signs_out();
    assert_eq!(session.outcome(logout), Some(Ok(Outcome::Published)));
    assert_eq!(session.in_flight(), []);
}

#[test]
fn one_that_is_aborted_while_it_waits_never_leaves() {
    let (mut session, login) = at_once();
    session.aborts(login);
    assert_eq!(session.outcome(login), Some(Err(Code::Aborted)));
    session.passes(MINUTE);
    assert!(session.under_way(Request::Logout).is_some(), "the sign-out goes on");
    session.signs_out();
    assert_eq!(session.in_flight(), []);
}

#[test]
fn a_sign_out_before_one_that_is_refused_is_told_again() {
    let (mut session, _) = at_once();
    session.passes(3 * SECOND);
    session.fails_to_sign_in(Failure::answered(Code::InvalidCredentials, 401));
    assert_eq!(session.sent(), [Request::Logout], "nobody knows whether it was told");
    session.fails_to_sign_out(network());
    session.read();
    session.reads(session_of(ADA));
    assert_eq!((session.user(), session.status()), (None, Status::Unknown));
}

#[test]
fn it_waits_for_a_sign_out_that_is_told_again_too() {
    let mut session = Session::that_read(session_of(ADA));
    session.logout();
    session.fails_to_sign_out(network());
    session.passes(SECOND);
    let login = session.login();
    assert_eq!(session.sent(), []);
    session.signs_out();
    assert_eq!(session.sent(), [Request::Login(login)]);
}

#[test]
fn a_sign_in_after_a_sign_in_that_hangs_leaves_at_once() {
    let mut session = Session::that_read(session_of(ADA));
    session.login();
    let newer = session.login();
    assert_eq!(session.sent(), [Request::Login(newer)]);
}

#[test]
fn a_read_that_the_sign_out_gave_up_is_made_up_for_after_a_refusal() {
    let mut session = Session::that_read(session_of(ADA));
    session.gets_focus();
    session.logout();
    session.login();
    session.signs_out();
    session.fails_to_sign_in(Failure::answered(Code::InvalidCredentials, 401));
    assert_eq!(session.sent(), [Request::Session]);
    session.reads(session_of(GRACE));
    assert_eq!(session.user(), Some(2));
}

/// `refresh()` was called meanwhile: a sign-in that is refused changes nothing about that.
#[test]
fn a_sign_out_that_was_given_up_before_it_is_not_told_again() {
    let ways: [fn(&mut Session); 2] = [
        |session| {
            session.refresh();
            session.login();
        },
        |session| {
            session.login();
            session.refresh();
        },
    ];
    for way in ways {
        let mut session = Session::that_failed_to_sign_out();
        session.passes(10 * MINUTE);
        assert!(session.under_way(Request::Logout).is_some());
        way(&mut session);
        session.fails_to_sign_out(network());
        assert_eq!(session.tells(), [TabMessage::SignOutOver]);
        session.fails_to_sign_in(status(401));
        session.reads(session_of(ADA));
        assert_eq!(session.user(), Some(1));
        session.passes(MINUTE);
        assert!(session.under_way(Request::Logout).is_none());
    }
}

#[test]
fn a_sign_in_that_waits_is_superseded_by_another_tabs_sign_out() {
    let mut session = Session::that_read(session_of(ADA));
    session.logout();
    let login = session.login();
    session.hears(TabMessage::SignedOut);
    assert_eq!(session.outcome(login), Some(Err(Code::Superseded)));
}

/// Ada signs out in another tab, and at once somebody signs in here.
fn after_another_tabs() -> (Session, CallId) {
    let mut session = Session::that_read(session_of(ADA));
    session.hears(TabMessage::SignedOut);
    session.passes(SECOND);
    let login = session.login();
    assert_eq!(session.sent(), []);
    (session, login)
}

#[test]
fn it_waits_for_the_end_of_another_tabs_sign_out() {
    let (mut session, login) = after_another_tabs();
    session.hears(TabMessage::SignOutOver);
    assert!(session.under_way(Request::Login(login)).is_some());
}

/// A tab that goes away never says that its sign-out is over.
#[test]
fn it_waits_for_another_tabs_sign_out_until_three_seconds_after_it() {
    let (mut session, login) = after_another_tabs();
    session.passes(2 * SECOND - 1);
    assert!(session.under_way(Request::Login(login)).is_none());
    session.passes(1);
    assert!(session.under_way(Request::Login(login)).is_some());
    session.signs_in(sign_in_of(GRACE));
    session.reads(session_of(GRACE));
    assert_eq!(session.user(), Some(2));
}

#[test]
fn while_it_waits_for_another_tabs_sign_out_it_may_be_aborted_superseded_and_closed() {
    type Ends = fn(&mut Session, CallId);
    let ends: [(Ends, Code); 5] = [
        (|session, login| session.aborts(login), Code::Aborted),
        (|session, _| _ = session.login(), Code::Superseded),
        (|session, _| _ = session.logout(), Code::Superseded),
        (|session, _| session.is_cached(), Code::Superseded),
        (|session, _| session.closes(), Code::Closed),
    ];
    for (ends, code) in ends {
        let (mut session, login) = after_another_tabs();
        ends(&mut session, login);
        assert_eq!(session.outcome(login), Some(Err(code)));
        session.passes(MINUTE);
        assert!(session.under_way(Request::Login(login)).is_none());
    }
}

/// It would only make the sign-in wait longer, which gives it up.
#[test]
fn no_sign_out_is_told_again_while_a_sign_in_waits() {
    let mut session = Session::that_read(session_of(ADA));
    session.logout();
    session.fails_to_sign_out(network());
    session.hears(TabMessage::SignedOut);
    let login = session.login();
    session.passes(3 * SECOND - 1);
    assert!(session.under_way(Request::Logout).is_none());
    session.passes(1);
    assert!(session.under_way(Request::Login(login)).is_some());
}

/// Its time is over, but no timer has fired yet.
#[test]
fn it_does_not_take_the_place_of_a_sign_out_as_its_page_goes() {
    let (mut session, login) = at_once();
    session.lags(3 * SECOND);
    session.happens(Event::Unloading);
    assert_eq!(session.outcome(login), SUPERSEDED);
    assert!(session.under_way(Request::Logout).is_some());
}

/// Browsers take the cookie from the answer to one that was sent to outlive the page, though the page gives it up: as it would
/// when it hears of somebody who has signed in meanwhile.
#[test]
fn it_waits_for_the_end_of_one_that_was_sent_as_the_page_left() {
    for (is_called_again, hears_of_a_sign_in) in [(false, false), (false, true), (true, true)] {
        let mut session = Session::that_read(session_of(ADA));
        session.logout();
        session.is_cached();
        session.is_restored();
        let again = is_called_again.then(|| session.logout());
        session.passes(3 * SECOND);
        session.tells();
        if hears_of_a_sign_in {
            session.hears(TabMessage::SignedIn);
        }
        assert_eq!(session.tells(), []);
        if let Some(again) = again {
            assert_eq!(session.outcome(again), SUPERSEDED, "it will not be sent for this call");
        }
        let login = session.login();
        session.passes(3 * SECOND);
        assert!(session.under_way(Request::Login(login)).is_none());
        session.signs_out();
        assert_eq!(session.under_way(Request::Logout), None, "it could end the session that began since");
        assert!(session.under_way(Request::Login(login)).is_some());
    }
}

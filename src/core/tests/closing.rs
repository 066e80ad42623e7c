//! A closed session: every call ended, nothing under way, nothing begun.

use super::answers::{ADA, NOBODY, network, session_of, sign_in_of};
use super::harness::{HOUR, Session};
use crate::api::{Code, Failure};
use crate::core::{Answer, CallId, Effect, Event, Policy, Request, TabMessage, View};

const CLOSED: Option<Result<crate::core::Outcome, Code>> = Some(Err(Code::Closed));

#[test]
fn every_call_under_way_is_rejected_and_its_request_aborted() {
    let mut session = Session::signed_in();
    let calls = [
        session.refresh(),
        session.refresh_permissions(),
        session.roles(),
        session.sso_config(),
        session.fetch(),
    ];
    session.closes();
    for call in calls {
        assert_eq!(session.outcome(call), CLOSED);
    }
    assert_eq!((session.in_flight().len(), session.given_up().len()), (0, 5));
    assert!(session.is_closed());
}

#[test]
fn a_sign_in_under_way_is_rejected_and_aborted() {
    let mut session = Session::that_read(NOBODY);
    let login = session.login();
    session.closes();
    assert_eq!(session.outcome(login), CLOSED);
    assert_eq!(session.in_flight(), []);
    let request = session.given_up()[0];
    session.is_answered_late(request.id, Answer::Login(Ok(sign_in_of(ADA))));
    assert!(!session.holds_token());
    assert_eq!(session.user(), None);
}

#[test]
fn the_deployment_is_told_of_a_sign_out_all_the_same() {
    let mut session = Session::signed_in();
    let logout = session.logout();
    session.closes();
    assert_eq!(session.outcome(logout), CLOSED);
    assert!(session.under_way(Request::Logout).is_some());
    session.signs_out();
    assert_eq!(session.effects(), []);
}

#[test]
fn a_sign_in_that_waits_for_a_sign_out_is_rejected_and_never_leaves() {
    let mut session = Session::signed_in();
    session.logout();
    let login = session.login();
    session.closes();
    assert_eq!(session.outcome(login), CLOSED);
    session.signs_out();
    session.passes(HOUR);
    assert_eq!((session.effects(), session.in_flight()), (&[] as &[Effect], &[][..]));
}

#[test]
fn calls_that_wait_for_no_request_are_rejected_too() {
    let mut session =
        Session::with_that_read(Policy { reauthenticates: true, ..Policy::default() }, session_of(ADA));
    let reauthenticating = session.fetch();
    session.gets_response(reauthenticating, 401);
    session.reads(NOBODY);
    session.login();
    let waiting = session.refresh();
    session.closes();
    for call in [reauthenticating, waiting] {
        assert_eq!(session.outcome(call), CLOSED);
    }
    session.reauthenticates(true);
    assert_eq!(session.effects(), []);
}

#[test]
fn a_closed_session_knows_nothing_and_its_gates_are_closed() {
    let waiting = Policy { reauthenticates: true, ..Policy::default() };
    let mut asked = Session::with_that_read(waiting, session_of(ADA));
    let fetch = asked.fetch();
    asked.gets_response(fetch, 401);
    asked.reads(NOBODY);
    assert!(asked.view().reauthenticating);
    for mut session in [Session::signed_in(), Session::that_failed_to_sign_out(), asked] {
        session.closes();
        let closed = View { error: Some(Failure::of(Code::Closed)), ..View::unknown() };
        assert_eq!(session.view(), &closed);
        assert_eq!(session.publications().len(), 1, "it says so once");
        assert_eq!(session.session_events(), [], "nobody has signed in or out");
        assert!(!session.holds_token());
        session.logout();
        assert_eq!((session.view(), session.publications()), (&closed, vec![]));
    }
}

#[test]
fn nothing_begins_any_more() {
    let mut session = Session::signed_in();
    session.closes();
    session.passes(30 * HOUR);
    session.wakes();
    session.gets_focus();
    session.hides();
    session.shows();
    session.goes_offline();
    session.comes_online();
    session.is_restored();
    session.reauthenticates(true);
    session.aborts(CallId(0));
    for message in TabMessage::ALL {
        session.hears(message);
    }
    assert_eq!((session.effects(), session.wakes_in_ms()), (&[] as &[Effect], None));
}

#[test]
fn every_later_call_is_refused() {
    let mut session = Session::started();
    session.fails_to_read(network());
    session.closes();
    let calls = [
        session.login(),
        session.login_with_empty_password(),
        session.logout(),
        session.refresh(),
        session.refresh_permissions(),
        session.roles(),
        session.sso_config(),
        session.fetch(),
        session.fetch_once(),
    ];
    for call in calls {
        assert_eq!(session.outcome(call), CLOSED);
    }
    assert_eq!(session.in_flight(), []);
}

#[test]
fn closing_again_does_nothing() {
    let mut session = Session::signed_in();
    session.closes();
    session.closes();
    assert_eq!(session.effects(), []);
}

/// What is sent by a page that goes may end with it, unless it was sent to outlive it.
#[test]
fn a_sign_out_under_way_is_sent_once_more_to_outlive_its_page() {
    let goes: [fn(&mut Session); 3] = [
        Session::closes,
        |session| session.happens(Event::Unloading),
        |session| {
            session.happens(Event::Leaving);
        },
    ];
    for goes in goes {
        let mut session = Session::signed_in();
        session.logout();
        let plain = session.under_way(Request::Logout).unwrap();
        assert!(!session.sign_out_outlives(), "its late answer would take the cookie of a newcomer");
        goes(&mut session);
        assert_eq!((session.sent(), session.given_up()), (vec![Request::Logout], &[plain][..]));
        assert!(session.sign_out_outlives());
        session.signs_out();
        assert_eq!(session.in_flight(), []);
    }
}

#[test]
fn a_sign_out_is_sent_to_outlive_a_page_that_is_on_its_way_out_and_not_one_that_is_back() {
    let mut session = Session::signed_in();
    session.happens(Event::Unloading);
    assert_eq!(session.effects(), []);
    session.logout();
    assert!(session.sign_out_outlives());
    let mut session = Session::signed_in();
    session.is_cached();
    session.is_restored();
    assert!(!session.sign_out_outlives());
}

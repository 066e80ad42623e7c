//! A closed session: every call ended, nothing under way, nothing begun.

use super::answers::{ADA, NOBODY, network, session_of, sign_in_of};
use super::harness::{HOUR, MESSAGES, Session};
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

/// The entry sends it once more, where no engine is left to do it.
#[test]
fn a_sign_out_under_way_is_rejected_and_aborted() {
    let mut session = Session::signed_in();
    let logout = session.logout();
    session.closes();
    assert_eq!((session.outcome(logout), session.in_flight()), (CLOSED, &[][..]));
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
    for mut session in [Session::signed_in(), asked] {
        session.closes();
        let (error, identity) = (Some(Failure::of(Code::Closed)), session.view().identity);
        let closed = View { error, identity, ..View::unknown() };
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
    for message in MESSAGES {
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

//! A closed session: every call ended, nothing under way, nothing begun.

use super::answers::{ADA, NO_SESSION, session_of};
use super::harness::{HOUR, MESSAGES, Session};
use super::unauthorized::that_can_reauthenticate;
use crate::api::{Code, Failure};
use crate::core::{CallId, Effect, Outcome, View};

const CLOSED: Option<Result<Outcome, Code>> = Some(Err(Code::Closed));

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
    assert_eq!(calls.map(|call| session.outcome(call)), [CLOSED; 5]);
    assert_eq!((session.in_flight().len(), session.given_up().len()), (0, 5));
    assert!(session.is_closed());
}

/// The entry sends a sign-out that is not confirmed once more, where no engine is left to do it.
#[test]
fn a_sign_in_and_a_sign_out_under_way_are_rejected_and_aborted() {
    for calls in [Session::login, Session::logout] {
        let mut session = Session::signed_in();
        let call = calls(&mut session);
        session.closes();
        assert_eq!((session.outcome(call), session.in_flight()), (CLOSED, &[][..]));
    }
}

#[test]
fn a_closed_session_knows_nothing_and_its_gates_are_closed() {
    let mut signing_out = Session::signed_in();
    signing_out.logout();
    let mut asked = Session::with_that_read(that_can_reauthenticate(), session_of(ADA));
    let fetch = asked.fetch();
    asked.gets_response(fetch, 401);
    asked.reads(NO_SESSION);
    for mut session in [Session::signed_in(), signing_out, asked] {
        session.closes();
        let (error, identity) = (Some(Failure::of(Code::Closed)), session.view().identity);
        let closed = View { error, identity, ..View::default() };
        assert_eq!(session.view(), &closed);
        assert_eq!(session.publications().len(), 1, "it says so once");
        assert_eq!(session.session_events(), [], "no user has signed in or out");
        assert!(!session.holds_token());
        session.logout();
        assert_eq!((session.view(), session.publications()), (&closed, vec![]));
    }
}

#[test]
fn nothing_begins_any_more_and_every_call_is_refused() {
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
        session.receives(message);
    }
    session.closes();
    assert_eq!((session.effects(), session.wakes_in_ms()), (&[] as &[Effect], None));
    let calls = [
        session.login(),
        session.login_with_empty_password(),
        session.logout(),
        session.refresh(),
        session.read(),
        session.refresh_permissions(),
        session.roles(),
        session.sso_config(),
        session.fetch(),
        session.fetch_once(),
    ];
    assert!(calls.into_iter().all(|call| session.outcome(call) == CLOSED));
    assert_eq!(session.in_flight(), []);
}

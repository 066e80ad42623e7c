//! A closed session: all its calls have ended, no request is under way, and none begins.

use super::answers::{ADA, NO_SESSION, session_of};
use super::harness::{HOUR, MESSAGES, Session};
use super::unauthorized::policy_with_reauthenticate;
use crate::api::{Code, Failure};
use crate::core::{CallId, Effect, Outcome, View};

const CLOSED: Option<Result<Outcome, Code>> = Some(Err(Code::Closed));

#[test]
fn close_rejects_every_call_and_aborts_its_request() {
    let mut session = Session::signed_in();
    let calls = [
        session.refresh(),
        session.refresh_permissions(),
        session.roles(),
        session.sso_config(),
        session.fetch(),
    ];
    session.close();
    assert_eq!(calls.map(|call| session.outcome(call)), [CLOSED; 5]);
    assert_eq!((session.in_flight().len(), session.given_up().len()), (0, 5));
    assert!(session.is_closed());
}

/// The entry, and not the engine, sends an unconfirmed sign-out once more.
#[test]
fn close_rejects_and_aborts_a_sign_in_or_a_sign_out() {
    for calls in [Session::login, Session::logout] {
        let mut session = Session::signed_in();
        let call = calls(&mut session);
        session.close();
        assert_eq!((session.outcome(call), session.in_flight()), (CLOSED, &[][..]));
    }
}

#[test]
fn a_closed_session_shows_nothing_and_keeps_no_token() {
    let mut signing_out = Session::signed_in();
    signing_out.logout();
    let mut asked = Session::after_read_with(policy_with_reauthenticate(), session_of(ADA));
    let fetch = asked.fetch();
    asked.answer_fetch(fetch, 401);
    asked.answer_read(NO_SESSION);
    for mut session in [Session::signed_in(), signing_out, asked] {
        session.close();
        let (error, identity) = (Some(Failure::of(Code::Closed)), session.view().identity);
        let closed = View { error, identity, ..View::default() };
        assert_eq!(session.view(), &closed);
        assert_eq!(session.publications().len(), 1, "the end is published once");
        assert_eq!(session.session_events(), [], "no user has signed in or out");
        assert!(!session.holds_token());
        session.logout();
        assert_eq!((session.view(), session.publications()), (&closed, vec![]));
    }
}

#[test]
fn a_closed_session_sends_nothing_and_refuses_every_call() {
    let mut session = Session::signed_in();
    session.close();
    session.pass_time(30 * HOUR);
    session.fire_timer();
    session.focus();
    session.hide();
    session.show();
    session.go_offline();
    session.come_online();
    session.return_from_cache();
    session.end_reauthenticate(true);
    session.abort(CallId(0));
    for message in MESSAGES {
        session.receive(message);
    }
    session.close();
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

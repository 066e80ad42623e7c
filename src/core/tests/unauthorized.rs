//! A 401 to a request beside the session's own: settled by one shared session read (`identity-api.md` 5.5, 7).

use super::answers::{
    ADA, NOBODY, Person, busy_for, network, permissions_of, session_of, sign_in_of, status,
};
use super::harness::{MINUTE, SECOND, Session};
use crate::api::Code;
use crate::core::{Answer, CallId, Outcome, Policy, Reason, Request};

pub const RESPONSE: Option<Result<Outcome, Code>> = Some(Ok(Outcome::Response));

pub fn that_can_reauthenticate() -> Policy {
    Policy { reauthenticates: true, ..Policy::default() }
}

/// A page that can sign its user in again, and a fetch that found the session ended.
pub fn reauthenticating() -> (Session, CallId) {
    let mut session = Session::with_that_read(that_can_reauthenticate(), session_of(ADA));
    let fetch = session.fetch();
    session.gets_response(fetch, 401);
    session.reads(NOBODY);
    assert!(session.asks_to_reauthenticate());
    (session, fetch)
}

/// The page that was asked to signs in by a call, and a read finds who that was.
pub fn signs_in_again(session: &mut Session, person: Person<'_>) {
    session.login();
    session.signs_in(sign_in_of(person));
    session.reads(session_of(person));
    session.reauthenticates(true);
    session.reads(session_of(person));
}

#[test]
fn a_request_carries_the_token_that_is_held() {
    let mut session = Session::signed_in();
    let fetch = session.fetch();
    session.refresh_permissions();
    session.roles();
    session.sso_config();
    for request in [Request::Fetch(fetch), Request::Permissions, Request::Roles] {
        assert!(session.under_way(request).unwrap().bearer, "{request:?}");
    }
    assert!(!session.under_way(Request::SsoConfig).unwrap().bearer, "it asks for none");

    let mut session = Session::that_read(session_of(ADA));
    let fetch = session.fetch();
    assert!(!session.under_way(Request::Fetch(fetch)).unwrap().bearer, "none is held");
}

#[test]
fn still_signed_in_with_a_bearer_sent_it_is_dropped_and_the_cookie_tried_once() {
    let mut session = Session::signed_in();
    let fetch = session.fetch();
    session.gets_response(fetch, 401);
    assert_eq!((session.outcome(fetch), session.sent()), (None, vec![Request::Session]));
    session.reads(session_of(ADA));
    assert!(!session.holds_token());
    assert!(!session.under_way(Request::Fetch(fetch)).unwrap().bearer);
    session.gets_response(fetch, 200);
    assert_eq!(session.outcome(fetch), RESPONSE);
    assert_eq!(session.user(), Some(1), "nobody is signed out");
}

#[test]
fn a_second_401_is_handed_on() {
    let mut session = Session::signed_in();
    let fetch = session.fetch();
    session.gets_response(fetch, 401);
    session.reads(session_of(ADA));
    session.gets_response(fetch, 401);
    assert_eq!(session.outcome(fetch), RESPONSE);
    assert_eq!((session.sent(), session.user()), (vec![], Some(1)));
}

#[test]
fn signed_out_on_a_page_that_cannot_reauthenticate_it_is_handed_on() {
    let mut session = Session::signed_in();
    let fetch = session.fetch();
    session.gets_response(fetch, 401);
    session.reads(NOBODY);
    assert_eq!(session.outcome(fetch), RESPONSE);
    assert_eq!(session.reason(), Some(Reason::Ended));
}

#[test]
fn where_the_read_fails_it_is_handed_on() {
    let mut session = Session::signed_in_with(that_can_reauthenticate());
    let (fetch, roles) = (session.fetch(), session.roles());
    session.gets_response(fetch, 401);
    session.gets_roles(Err(status(401)));
    session.fails_to_read(network());
    assert_eq!(session.outcome(fetch), RESPONSE);
    assert_eq!(session.outcome(roles), Some(Err(Code::Unauthenticated)));
    assert!(!session.asks_to_reauthenticate(), "nobody knows that the session ended");
    assert!(session.holds_token());
}

/// A page that polls must not make the deployment answer twice each time.
#[test]
fn where_nobody_is_signed_in_and_nobody_can_be_it_is_handed_on_at_once() {
    let mut session = Session::that_read(NOBODY);
    session.refresh();
    session.reads(NOBODY);
    for _ in 0..4 {
        let fetch = session.fetch();
        session.gets_response(fetch, 401);
        assert_eq!((session.outcome(fetch), session.sent()), (RESPONSE, vec![]));
        session.passes(SECOND);
    }
    session.passes(SECOND);
    assert!(session.is_reading(), "somebody may have signed in elsewhere: reads keep their distance");
}

/// A read that began before it was sent says nothing of it, and no later one may begin.
#[test]
fn where_a_read_that_is_older_than_the_request_fails_for_a_time_it_is_handed_on() {
    let mut session = Session::that_read(session_of(ADA));
    session.read();
    let fetch = session.fetch();
    session.gets_response(fetch, 401);
    session.fails_to_read(busy_for(300_000));
    assert_eq!(session.outcome(fetch), Some(Ok(Outcome::Response)));
    assert!(!session.is_reading());
}

#[test]
fn while_the_deployment_asks_not_to_be_read_it_is_handed_on_at_once() {
    let mut session = Session::signed_in_with(that_can_reauthenticate());
    session.passes(MINUTE);
    session.gets_focus();
    session.fails_to_read(busy_for(600_000));
    let fetch = session.fetch();
    session.gets_response(fetch, 401);
    assert_eq!((session.outcome(fetch), session.sent()), (RESPONSE, vec![]));
    session.passes(20 * MINUTE);
    assert!(session.is_reading());
}

/// It may have been signed in elsewhere in the meantime.
#[test]
fn a_401_to_what_was_sent_after_the_end_is_settled_by_a_read() {
    let mut session = Session::with_that_read(that_can_reauthenticate(), NOBODY);
    let fetch = session.fetch();
    session.gets_response(fetch, 401);
    assert_eq!((session.outcome(fetch), session.sent()), (None, vec![Request::Session]));
}

#[test]
fn a_request_that_cannot_be_sent_again_is_not() {
    let mut session = Session::signed_in();
    let fetch = session.fetch_once();
    session.gets_response(fetch, 401);
    assert_eq!(session.outcome(fetch), RESPONSE);
}

#[test]
fn a_token_that_carries_the_session_is_not_dropped() {
    let mut session = Session::that_read(NOBODY);
    session.login();
    session.signs_in(sign_in_of(ADA));
    session.reads(NOBODY);
    session.reads(session_of(ADA));
    let fetch = session.fetch();
    session.gets_response(fetch, 401);
    session.reads(session_of(ADA));
    assert!(session.holds_token());
    assert_eq!(session.outcome(fetch), RESPONSE);
}

#[test]
fn a_401_that_the_held_token_did_not_meet_does_not_drop_it() {
    let met_no_token = Session::that_read(session_of(ADA));
    let met_an_older_token = Session::signed_in();
    for mut session in [met_no_token, met_an_older_token] {
        let fetch = session.fetch();
        session.login();
        session.signs_in(sign_in_of(ADA));
        session.gets_response(fetch, 401);
        session.reads(session_of(ADA));
        assert!(session.holds_token());
        session.gets_response(fetch, 401);
        assert_eq!((session.outcome(fetch), session.holds_token()), (RESPONSE, true), "one retry");
    }
}

#[test]
fn a_request_that_is_not_answered_yet_does_not_drop_the_token() {
    let mut session = Session::signed_in();
    session.fetch();
    session.refresh();
    session.reads(session_of(ADA));
    assert!(session.holds_token());
}

#[test]
fn a_read_that_began_before_the_request_settles_nothing() {
    let mut session = Session::signed_in();
    session.gets_focus();
    let fetch = session.fetch();
    session.gets_response(fetch, 401);
    session.reads(session_of(ADA));
    assert_eq!(session.outcome(fetch), None);
    assert_eq!(session.sent(), [Request::Session]);
    session.reads(NOBODY);
    assert_eq!(session.outcome(fetch), RESPONSE);
}

#[test]
fn a_read_settles_it_though_permissions_were_answered_in_between() {
    let mut session = Session::signed_in();
    let fetch = session.fetch();
    session.gets_response(fetch, 401);
    session.refresh_permissions();
    session.gets_permissions(Ok(permissions_of(ADA)));
    session.reads(session_of(ADA));
    assert!(!session.holds_token());
    assert_eq!(session.sent(), [Request::Fetch(fetch)]);
}

#[test]
fn a_read_is_made_even_where_reads_wait() {
    let mut session = Session::signed_in();
    session.hides();
    let fetch = session.fetch();
    session.gets_response(fetch, 401);
    assert!(session.is_reading());
}

#[test]
fn an_aborted_call_waits_for_nothing_more() {
    let mut session = Session::signed_in();
    let sent = session.fetch();
    let request = session.under_way(Request::Fetch(sent)).unwrap();
    session.aborts(sent);
    assert_eq!(session.outcome(sent), Some(Err(Code::Aborted)));
    assert_eq!(session.given_up(), [request]);
    session.is_answered_late(request.id, Answer::Fetch(Ok(200)));

    let settling = session.fetch();
    session.gets_response(settling, 401);
    session.aborts(settling);
    assert_eq!(session.outcome(settling), Some(Err(Code::Aborted)));
    session.reads(session_of(ADA));
    assert_eq!(session.sent(), []);

    let (mut session, waiting) = reauthenticating();
    session.aborts(waiting);
    assert_eq!(session.outcome(waiting), Some(Err(Code::Aborted)));
    session.reauthenticates(true);
    assert_eq!(session.sent(), [Request::Session], "who has signed in there");
    session.reads(session_of(ADA));
    assert_eq!(session.sent(), []);
}

#[test]
fn a_failure_without_an_answer_is_the_callers() {
    let mut session = Session::that_read(session_of(ADA));
    let fetch = session.fetch();
    session.is_answered(Request::Fetch(fetch), Answer::Fetch(Err(network())));
    assert_eq!(session.outcome(fetch), Some(Err(Code::Network)));
    session.passes(MINUTE);
    assert_eq!((session.sent(), session.error()), (vec![], None));
}

#[test]
fn the_single_sign_on_configuration_is_for_everybody() {
    let mut session = Session::that_read(NOBODY);
    let calls = [session.sso_config(), session.sso_config()];
    assert_eq!(session.in_flight().len(), 1);
    session.is_answered(Request::SsoConfig, Answer::SsoConfig(Ok(())));
    for call in calls {
        assert_eq!(session.outcome(call), Some(Ok(Outcome::SsoConfig)));
    }
    let refused = session.sso_config();
    session.is_answered(Request::SsoConfig, Answer::SsoConfig(Err(status(401))));
    assert_eq!(session.outcome(refused), Some(Err(Code::Unauthenticated)));
    assert_eq!(session.sent(), []);
}

#[test]
fn a_401_to_what_cannot_be_sent_twice_is_handed_on_and_the_session_read() {
    let mut session = Session::that_read(session_of(ADA));
    session.passes(MINUTE);
    let call = session.fetch_once();
    session.is_answered(Request::Fetch(call), Answer::Fetch(Ok(401)));
    assert!(session.outcome(call).is_some_and(|outcome| outcome.is_ok()), "the page gets its 401");
    assert!(session.under_way(Request::Session).is_some());
}

#[test]
fn still_signed_in_without_a_bearer_on_a_page_that_cannot_reauthenticate_it_is_handed_on() {
    let mut session = Session::that_read(session_of(ADA));
    let (fetch, roles, permissions) = (session.fetch(), session.roles(), session.refresh_permissions());
    session.gets_response(fetch, 401);
    session.gets_roles(Err(status(401)));
    session.gets_permissions(Err(status(401)));
    session.reads(session_of(ADA));
    assert_eq!(session.outcome(fetch), RESPONSE);
    for call in [roles, permissions] {
        assert_eq!(session.outcome(call), Some(Err(Code::Unauthenticated)));
    }
    assert_eq!((session.user(), session.in_flight()), (Some(1), &[][..]), "nobody is signed out");
}

/// Sent in an older epoch, it has met an end that was mended meanwhile.
#[test]
fn a_late_401_of_an_older_epoch_is_retried_without_another_read() {
    let mut session = Session::signed_in();
    let fetch = session.fetch();
    session.login();
    session.signs_in(sign_in_of(ADA));
    session.reads(session_of(ADA));
    session.gets_response(fetch, 401);
    assert_eq!(session.sent(), [Request::Fetch(fetch)]);
    session.gets_response(fetch, 401);
    assert_eq!((session.outcome(fetch), session.sent()), (RESPONSE, vec![]), "one retry");
}

//! A 401 to a request beside the session's own: settled by one shared session read (`identity-api.md` 5.5, 7).

use super::answers::{ADA, NO_SESSION, busy_for, network, session_of, sign_in_of, status};
use super::harness::{MINUTE, SECOND, Session};
use crate::api::Code;
use crate::core::{Answer, CallId, Outcome, Policy, Reason, Request};

pub const RESPONSE: Option<Result<Outcome, Code>> = Some(Ok(Outcome::Response));

pub fn that_can_reauthenticate() -> Policy {
    Policy { reauthenticates: true, ..Policy::default() }
}

/// A fetch that was answered 401.
fn refused(session: &mut Session) -> CallId {
    let fetch = session.fetch();
    session.gets_response(fetch, 401);
    fetch
}

#[test]
fn still_signed_in_with_a_bearer_sent_it_is_dropped_and_the_cookie_tried_once() {
    for answer in [200, 401] {
        let mut session = Session::signed_in();
        let fetch = refused(&mut session);
        assert_eq!((session.outcome(fetch), session.sent()), (None, vec![Request::Session]));
        session.reads(session_of(ADA));
        assert!(!session.holds_token());
        assert!(!session.under_way(Request::Fetch(fetch)).unwrap().bearer);
        session.gets_response(fetch, answer);
        assert_eq!((session.outcome(fetch), session.sent()), (RESPONSE, vec![]), "even a second 401");
        assert_eq!(session.user(), Some(1), "the user stays signed in");
    }
}

/// An older autosave must not land after the newer one.
#[test]
fn what_is_sent_again_leaves_in_the_order_of_the_calls() {
    let mut session = Session::signed_in();
    let fetches: Vec<CallId> = (0..5).map(|_| session.fetch()).collect();
    for fetch in fetches.iter().rev() {
        session.gets_response(*fetch, 401);
    }
    session.reads(session_of(ADA));
    let sent: Vec<Request> = fetches.into_iter().map(Request::Fetch).collect();
    assert_eq!(session.sent(), sent);
}

#[test]
fn it_is_handed_on_where_no_read_can_help() {
    // Signed out, on a page that cannot reauthenticate.
    let mut ended = Session::signed_in();
    let call = refused(&mut ended);
    ended.reads(NO_SESSION);
    assert_eq!((ended.outcome(call), ended.reason()), (RESPONSE, Some(Reason::Ended)));
    // The token carries the session.
    let mut carried = Session::that_read(NO_SESSION);
    carried.login();
    carried.signs_in(sign_in_of(ADA));
    carried.reads(NO_SESSION);
    carried.reads(session_of(ADA));
    let call = refused(&mut carried);
    carried.reads(session_of(ADA));
    assert_eq!((carried.outcome(call), carried.holds_token()), (RESPONSE, true));
    // It cannot be sent again.
    let mut once = Session::signed_in();
    let call = once.fetch_once();
    once.gets_response(call, 401);
    assert_eq!((once.outcome(call), once.is_reading()), (RESPONSE, true), "the session may have ended");
}

/// It is an answer, and nothing says that the session ended.
#[test]
fn where_the_read_fails_it_is_handed_on() {
    let mut session = Session::signed_in_with(that_can_reauthenticate());
    let (fetch, roles) = (refused(&mut session), session.roles());
    session.gets_roles(Err(status(401)));
    session.fails_to_read(network());
    session.fails_to_read(network());
    assert_eq!(
        (session.outcome(fetch), session.outcome(roles)),
        (RESPONSE, Some(Err(Code::Unauthenticated)))
    );
    assert!(!session.asks_to_reauthenticate() && session.holds_token());
}

/// A page that asks again and again must not make the deployment answer twice each time.
#[test]
fn fifty_of_a_page_that_cannot_reauthenticate_cost_one_read() {
    for answer in [session_of(ADA), NO_SESSION] {
        let mut session = Session::that_read(answer.clone());
        let mut reads = 0;
        for _ in 0..50 {
            let fetch = refused(&mut session);
            if session.is_reading() {
                reads += 1;
                session.reads(answer.clone());
            }
            assert_eq!(session.outcome(fetch), RESPONSE);
            session.passes(50);
        }
        assert_eq!(reads, 1);
        session.passes(3 * SECOND);
        assert!(session.is_reading(), "reads keep their distance");
    }
}

#[test]
fn while_the_deployment_asks_not_to_be_read_it_is_handed_on_at_once() {
    let mut session = Session::signed_in_with(that_can_reauthenticate());
    session.gets_focus();
    let early = refused(&mut session);
    session.fails_to_read(busy_for(600_000));
    let late = refused(&mut session);
    assert_eq!((session.outcome(early), session.outcome(late)), (RESPONSE, RESPONSE));
    assert!(!session.is_reading());
    session.passes(20 * MINUTE);
    assert!(session.is_reading());
}

#[test]
fn a_read_is_made_for_it_even_on_a_hidden_page() {
    let mut session = Session::signed_in();
    session.hides();
    refused(&mut session);
    assert!(session.is_reading());
}

#[test]
fn the_single_sign_on_configuration_is_shared_and_its_401_is_a_failure() {
    for (answer, outcome) in
        [(Ok(Answer::SsoConfig), Ok(Outcome::Done)), (Err(status(401)), Err(Code::Unauthenticated))]
    {
        let mut session = Session::that_read(NO_SESSION);
        let calls = [session.sso_config(), session.sso_config()];
        assert_eq!(session.in_flight().len(), 1);
        session.is_answered(Request::SsoConfig, answer);
        assert_eq!(calls.map(|call| session.outcome(call)), [Some(outcome); 2]);
        assert_eq!(session.sent(), []);
    }
}

/// A page that polls would have a deployment that is down read by every request.
#[test]
fn while_reads_fail_it_is_handed_on_and_the_next_read_keeps_its_time() {
    for answer in [session_of(ADA), NO_SESSION] {
        let mut session = Session::that_read(answer);
        session.draws(u32::MAX);
        session.passes(MINUTE);
        session.gets_focus();
        for wait_s in [1, 2, 4, 8, 16] {
            session.fails_to_read(status(503));
            for _ in 0..4 {
                let fetch = refused(&mut session);
                assert_eq!((session.outcome(fetch), session.is_reading()), (RESPONSE, false));
                session.passes(wait_s * SECOND / 5);
            }
            session.passes(wait_s * SECOND / 5);
            assert!(session.is_reading());
        }
    }
}

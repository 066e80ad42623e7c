//! The page's `reauthenticate`: it is called once for all requests that wait, and each request is retried once.

use super::answers::{ADA, NO_SESSION, permissions_of, session_of, sign_in_of, status};
use super::harness::Session;
use super::unauthorized::{RESPONSE, policy_with_reauthenticate};
use crate::api::Code;
use crate::core::{CallId, Command, Event, Need, NeedReason, Outcome, Request};

/// A session in which a fetch was answered 401, and `reauthenticate` was called because no user is signed in.
fn reauthenticating() -> (Session, CallId) {
    let mut session = Session::after_read_with(policy_with_reauthenticate(), session_of(ADA));
    let fetch = session.fetch();
    session.answer_fetch(fetch, 401);
    session.answer_read(NO_SESSION);
    assert!(session.calls_reauthenticate());
    (session, fetch)
}

/// A session with two fetches: for the first, which was answered 401, `reauthenticate` was called; the second has no answer yet.
fn with_two_fetches() -> (Session, [CallId; 2]) {
    let mut session = Session::after_read_with(policy_with_reauthenticate(), session_of(ADA));
    let fetches = [session.fetch(), session.fetch()];
    session.answer_fetch(fetches[0], 401);
    session.answer_read(NO_SESSION);
    (session, fetches)
}

#[test]
fn fifty_calls_are_settled_by_one_read_one_reauthentication_and_one_retry_each() {
    let mut session = Session::after_read_with(policy_with_reauthenticate(), session_of(ADA));
    let fetches: Vec<CallId> = (0..50).map(|_| session.fetch()).collect();
    let mut reads = 0;
    for fetch in fetches.iter().rev() {
        session.answer_fetch(*fetch, 401);
        reads += session.sent().len();
    }
    assert_eq!(reads, 1);
    session.answer_read(NO_SESSION);
    assert_eq!(session.reauthentication_needs().len(), 1);
    session.login();
    session.answer_sign_in(sign_in_of(ADA));
    session.answer_read(session_of(ADA));
    assert_eq!(session.sent(), [], "the fetches wait for the end of `reauthenticate`");
    session.end_reauthenticate(true);
    assert_eq!(session.sent(), [Request::Session], "and for a read of the user who is signed in then");
    session.answer_read(session_of(ADA));
    let again: Vec<Request> = fetches.iter().map(|fetch| Request::Fetch(*fetch)).collect();
    assert_eq!(session.sent(), again, "in the order of the calls");
    for fetch in &fetches {
        assert!(session.under_way(Request::Fetch(*fetch)).unwrap().bearer);
        session.answer_fetch(*fetch, 401);
        assert_eq!(session.outcome(*fetch), RESPONSE, "one retry each");
    }
    assert_eq!(session.in_flight(), []);
}

/// The second fetch was sent with the first, and is answered later.
#[test]
fn a_401_during_a_reauthenticate_waits_for_it_without_a_read() {
    for resolved_first in [false, true] {
        let (mut session, [early, late]) = with_two_fetches();
        if resolved_first {
            session.end_reauthenticate(true);
            session.answer_fetch(late, 401);
        } else {
            session.answer_fetch(late, 401);
            assert_eq!((session.sent(), session.calls_reauthenticate()), (vec![], false), "one at a time");
            session.end_reauthenticate(true);
        }
        session.answer_read(session_of(ADA));
        assert_eq!(session.sent(), [Request::Fetch(early), Request::Fetch(late)]);
    }
}

#[test]
fn after_a_vain_reauthenticate_only_a_later_request_calls_it_again() {
    let vain_ends: [fn(&mut Session); 2] = [
        |session| session.end_reauthenticate(false),
        |session| {
            session.end_reauthenticate(true);
            session.answer_read(NO_SESSION);
        },
    ];
    for end_in_vain in vain_ends {
        let (mut session, [_, late]) = with_two_fetches();
        end_in_vain(&mut session);
        session.answer_fetch(late, 401);
        assert_eq!((session.calls_reauthenticate(), session.outcome(late)), (false, RESPONSE));
        let later = session.fetch();
        session.answer_fetch(later, 401);
        session.answer_read(NO_SESSION);
        assert!(session.calls_reauthenticate());
    }
}

#[test]
fn reauthenticating_is_shown_until_the_reauthenticate_ends() {
    for resolved in [false, true] {
        let (mut session, fetch) = reauthenticating();
        session.abort(fetch);
        assert!(session.view().reauthenticating, "`reauthenticate` goes on");
        session.end_reauthenticate(resolved);
        assert!(!session.view().reauthenticating);
    }
}

/// The user is signed in by the cookie, and the deployment demands a bearer token, which this page does not have.
#[test]
fn requests_that_lack_a_bearer_token_share_one_reauthenticate() {
    let mut session = Session::after_read_with(policy_with_reauthenticate(), session_of(ADA));
    let (fetch, roles, permissions) = (session.fetch(), session.roles(), session.refresh_permissions());
    session.answer_fetch(fetch, 401);
    session.answer_roles(Err(status(401)));
    session.answer_permissions(Err(status(401)));
    session.answer_read(session_of(ADA));
    assert_eq!(session.reauthentication_needs(), [Need { reason: NeedReason::Bearer, user: Some(ADA.id) }]);
    assert_eq!((session.user(), session.sent()), (Some(1), vec![]), "the user stays signed in");
    session.login();
    session.answer_sign_in(sign_in_of(ADA));
    session.answer_read(session_of(ADA));
    session.end_reauthenticate(true);
    session.answer_read(session_of(ADA));
    for request in [Request::Fetch(fetch), Request::Roles, Request::Permissions] {
        assert!(session.under_way(request).unwrap().bearer, "{request:?}");
    }
    session.answer_permissions(Ok(permissions_of(ADA)));
    session.answer_roles(Err(status(401)));
    assert_eq!(session.outcome(permissions), Some(Ok(Outcome::Done)));
    assert_eq!(session.outcome(roles), Some(Err(Code::Unauthenticated)), "one retry each");
}

#[test]
fn a_reauthenticate_that_brings_no_token_delivers_the_401() {
    for resolved in [false, true] {
        let mut session = Session::after_read_with(policy_with_reauthenticate(), session_of(ADA));
        let fetch = session.fetch();
        session.answer_fetch(fetch, 401);
        session.answer_read(session_of(ADA));
        session.end_reauthenticate(resolved);
        if resolved {
            session.answer_read(session_of(ADA));
            session.answer_fetch(fetch, 401);
        }
        assert_eq!((session.outcome(fetch), session.user()), (RESPONSE, Some(1)));
        assert_eq!(session.in_flight(), []);
    }
}

/// Such a call is made through the session that `reauthenticate` was given. If it waited, `reauthenticate` would wait for itself.
#[test]
fn a_call_inside_the_reauthenticate_gets_its_401_and_does_not_wait() {
    let (mut session, _) = reauthenticating();
    let outside = session.roles();
    session.answer_roles(Err(status(401)));
    let fetch = session.fetch_within();
    session.answer_fetch(fetch, 401);
    let roles = session.call(|call| Event::Asked { command: Command::Roles, call, within: true });
    session.answer_roles(Err(status(401)));
    let permissions =
        session.call(|call| Event::Asked { command: Command::RefreshPermissions, call, within: true });
    session.answer_permissions(Err(status(401)));
    assert_eq!(session.outcome(fetch), RESPONSE);
    assert_eq!([roles, permissions].map(|call| session.outcome(call)), [Some(Err(Code::Unauthenticated)); 2]);
    assert_eq!(session.outcome(outside), None);
}

//! A page that can sign its user in again: it is asked once for all who wait, and each is tried again once, for its own user.

use super::answers::{ADA, NO_SESSION, permissions_of, session_of, sign_in_of, status};
use super::harness::Session;
use super::unauthorized::{RESPONSE, that_can_reauthenticate};
use crate::api::Code;
use crate::core::{CallId, Command, Event, Need, NeedReason, Outcome, Request};

/// A fetch that found the session ended.
fn reauthenticating() -> (Session, CallId) {
    let mut session = Session::with_that_read(that_can_reauthenticate(), session_of(ADA));
    let fetch = session.fetch();
    session.gets_response(fetch, 401);
    session.reads(NO_SESSION);
    assert!(session.asks_to_reauthenticate());
    (session, fetch)
}

/// Two fetches of Ada's; the first found the session ended.
fn with_a_late_one() -> (Session, [CallId; 2]) {
    let mut session = Session::with_that_read(that_can_reauthenticate(), session_of(ADA));
    let fetches = [session.fetch(), session.fetch()];
    session.gets_response(fetches[0], 401);
    session.reads(NO_SESSION);
    (session, fetches)
}

#[test]
fn fifty_calls_are_settled_by_one_read_one_reauthentication_and_one_retry_each() {
    let mut session = Session::with_that_read(that_can_reauthenticate(), session_of(ADA));
    let fetches: Vec<CallId> = (0..50).map(|_| session.fetch()).collect();
    let mut reads = 0;
    for fetch in fetches.iter().rev() {
        session.gets_response(*fetch, 401);
        reads += session.sent().len();
    }
    assert_eq!(reads, 1);
    session.reads(NO_SESSION);
    assert_eq!(session.needs().len(), 1);
    session.login();
    session.signs_in(sign_in_of(ADA));
    session.reads(session_of(ADA));
    assert_eq!(session.sent(), [], "they wait for the page's own word");
    session.reauthenticates(true);
    assert_eq!(session.sent(), [Request::Session], "and for the user who is signed in then");
    session.reads(session_of(ADA));
    let again: Vec<Request> = fetches.iter().map(|fetch| Request::Fetch(*fetch)).collect();
    assert_eq!(session.sent(), again, "in the order of the calls");
    for fetch in &fetches {
        assert!(session.under_way(Request::Fetch(*fetch)).unwrap().bearer);
        session.gets_response(*fetch, 401);
        assert_eq!(session.outcome(*fetch), RESPONSE, "one retry each");
    }
    assert_eq!(session.in_flight(), []);
}

/// Sent beside others, and answered later than they.
#[test]
fn a_401_that_comes_later_waits_with_the_others_and_asks_for_no_read() {
    for resolved_first in [false, true] {
        let (mut session, [early, late]) = with_a_late_one();
        if resolved_first {
            session.reauthenticates(true);
            session.gets_response(late, 401);
        } else {
            session.gets_response(late, 401);
            assert_eq!((session.sent(), session.asks_to_reauthenticate()), (vec![], false), "once at a time");
            session.reauthenticates(true);
        }
        session.reads(session_of(ADA));
        assert_eq!(session.sent(), [Request::Fetch(early), Request::Fetch(late)]);
    }
}

#[test]
fn a_401_that_comes_after_one_in_vain_does_not_ask_again_but_a_later_request_does() {
    let in_vain: [fn(&mut Session); 2] = [
        |session| session.reauthenticates(false),
        |session| {
            session.reauthenticates(true);
            session.reads(NO_SESSION);
        },
    ];
    for is_over in in_vain {
        let (mut session, [_, late]) = with_a_late_one();
        is_over(&mut session);
        session.gets_response(late, 401);
        assert_eq!((session.asks_to_reauthenticate(), session.outcome(late)), (false, RESPONSE));
        let later = session.fetch();
        session.gets_response(later, 401);
        session.reads(NO_SESSION);
        assert!(session.asks_to_reauthenticate());
    }
}

#[test]
fn it_is_shown_while_it_is_under_way() {
    for resolved in [false, true] {
        let (mut session, fetch) = reauthenticating();
        session.aborts(fetch);
        assert!(session.view().reauthenticating, "the page is still at it");
        session.reauthenticates(resolved);
        assert!(!session.view().reauthenticating);
    }
}

/// Signed in by the cookie, and the deployment wants a bearer token that this page does not hold.
#[test]
fn a_page_without_a_token_is_asked_for_one_once_for_all() {
    let mut session = Session::with_that_read(that_can_reauthenticate(), session_of(ADA));
    let (fetch, roles, permissions) = (session.fetch(), session.roles(), session.refresh_permissions());
    session.gets_response(fetch, 401);
    session.gets_roles(Err(status(401)));
    session.gets_permissions(Err(status(401)));
    session.reads(session_of(ADA));
    assert_eq!(session.needs(), [Need { reason: NeedReason::Bearer, user: Some(ADA.id) }]);
    assert_eq!((session.user(), session.sent()), (Some(1), vec![]), "the user stays signed in");
    session.login();
    session.signs_in(sign_in_of(ADA));
    session.reads(session_of(ADA));
    session.reauthenticates(true);
    session.reads(session_of(ADA));
    for request in [Request::Fetch(fetch), Request::Roles, Request::Permissions] {
        assert!(session.under_way(request).unwrap().bearer, "{request:?}");
    }
    session.gets_permissions(Ok(permissions_of(ADA)));
    session.gets_roles(Err(status(401)));
    assert_eq!(session.outcome(permissions), Some(Ok(Outcome::Done)));
    assert_eq!(session.outcome(roles), Some(Err(Code::Unauthenticated)), "one retry each");
}

#[test]
fn a_page_that_brings_no_token_is_handed_its_401() {
    for resolved in [false, true] {
        let mut session = Session::with_that_read(that_can_reauthenticate(), session_of(ADA));
        let fetch = session.fetch();
        session.gets_response(fetch, 401);
        session.reads(session_of(ADA));
        session.reauthenticates(resolved);
        if resolved {
            session.reads(session_of(ADA));
            session.gets_response(fetch, 401);
        }
        assert_eq!((session.outcome(fetch), session.user()), (RESPONSE, Some(1)));
        assert_eq!(session.in_flight(), []);
    }
}

/// Made through the session that `reauthenticate` was given: it would wait for itself.
#[test]
fn a_call_within_is_handed_its_401_and_joins_none_that_waits() {
    let (mut session, _) = reauthenticating();
    let outside = session.roles();
    session.gets_roles(Err(status(401)));
    let fetch = session.fetch_within();
    session.gets_response(fetch, 401);
    let roles = session.calls(|call| Event::Asked { command: Command::Roles, call, within: true });
    session.gets_roles(Err(status(401)));
    let permissions =
        session.calls(|call| Event::Asked { command: Command::RefreshPermissions, call, within: true });
    session.gets_permissions(Err(status(401)));
    assert_eq!(session.outcome(fetch), RESPONSE);
    assert_eq!([roles, permissions].map(|call| session.outcome(call)), [Some(Err(Code::Unauthenticated)); 2]);
    assert_eq!(session.outcome(outside), None);
}

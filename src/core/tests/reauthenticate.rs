//! A page that can sign its user in again: it is asked once for all who wait, and each is tried again once.

use super::answers::{
    ADA, GRACE, NOBODY, network, permissions_of, session_of, sign_in_of, status, tokenless_sign_in_of,
};
use super::harness::Session;
use super::unauthorized::{RESPONSE, reauthenticating, that_can_reauthenticate};
use crate::api::Code;
use crate::core::{CallId, Need, NeedReason, Outcome, Request};

#[test]
fn fifty_calls_are_settled_by_one_read_one_reauthentication_and_one_retry_each() {
    let mut session = Session::with_that_read(that_can_reauthenticate(), session_of(ADA));
    let fetches: Vec<CallId> = (0..50).map(|_| session.fetch()).collect();
    let mut reads = 0;
    for fetch in &fetches {
        session.gets_response(*fetch, 401);
        reads += session.sent().len();
    }
    assert_eq!(reads, 1);
    session.reads(NOBODY);
    let asked =
        session.effects().iter().filter(|effect| matches!(effect, crate::core::Effect::Reauthenticate(_)));
    assert_eq!(asked.count(), 1);
    session.login();
    session.signs_in(sign_in_of(ADA));
    session.reads(session_of(ADA));
    assert_eq!(session.sent(), [], "they wait for the page's own word");
    session.reauthenticates(true);
    assert_eq!(session.sent(), [Request::Session], "and for who is there then");
    session.reads(session_of(ADA));
    assert_eq!(session.sent().len(), 50);
    for fetch in &fetches {
        assert!(session.under_way(Request::Fetch(*fetch)).unwrap().bearer);
        session.gets_response(*fetch, 401);
        assert_eq!(session.outcome(*fetch), RESPONSE, "one retry each");
    }
    assert_eq!(session.in_flight(), []);
}

#[test]
fn a_reauthentication_that_fails_hands_it_on() {
    let (mut session, fetch) = reauthenticating();
    session.reauthenticates(false);
    assert_eq!((session.outcome(fetch), session.sent()), (RESPONSE, vec![]));
}

#[test]
fn a_reauthentication_by_other_means_is_found_by_a_read() {
    let (mut session, fetch) = reauthenticating();
    session.reauthenticates(true);
    assert_eq!(session.sent(), [Request::Session]);
    session.reads(session_of(ADA));
    assert_eq!(session.sent(), [Request::Fetch(fetch)]);
    session.gets_response(fetch, 200);
    assert_eq!(session.outcome(fetch), RESPONSE);
}

/// What it says may be how things were before the user signed in again.
#[test]
fn a_read_that_began_before_the_reauthentication_was_over_does_not_settle_it() {
    let (mut session, fetch) = reauthenticating();
    session.refresh();
    session.reauthenticates(true);
    assert_eq!((session.given_up().len(), session.sent()), (1, vec![Request::Session]));
    session.reads(session_of(ADA));
    assert_eq!(session.sent(), [Request::Fetch(fetch)]);
}

#[test]
fn a_reauthentication_that_signed_nobody_in_hands_it_on() {
    let (mut session, fetch) = reauthenticating();
    session.reauthenticates(true);
    session.reads(NOBODY);
    assert_eq!(session.outcome(fetch), RESPONSE);
    assert!(!session.asks_to_reauthenticate());
}

/// Sent before the end, and answered once the page has been asked about that very end.
#[test]
fn a_401_that_comes_after_a_reauthentication_in_vain_does_not_ask_again() {
    let in_vain: [fn(&mut Session); 2] = [
        |session| session.reauthenticates(false),
        |session| {
            session.reauthenticates(true);
            session.reads(NOBODY);
        },
    ];
    for is_over in in_vain {
        let mut session = Session::with_that_read(that_can_reauthenticate(), session_of(ADA));
        let (early, late) = (session.fetch(), session.fetch());
        session.gets_response(early, 401);
        session.reads(NOBODY);
        is_over(&mut session);
        session.gets_response(late, 401);
        assert!(!session.asks_to_reauthenticate());
        assert_eq!(session.outcome(late), RESPONSE);
    }
}

#[test]
fn a_request_made_after_a_reauthentication_in_vain_asks_anew() {
    let (mut session, _) = reauthenticating();
    session.reauthenticates(false);
    let later = session.fetch();
    session.gets_response(later, 401);
    session.reads(NOBODY);
    assert!(session.asks_to_reauthenticate());
}

#[test]
fn a_401_to_what_met_a_known_end_asks_for_no_second_read() {
    let mut session = Session::with_that_read(that_can_reauthenticate(), session_of(ADA));
    let (early, late) = (session.fetch(), session.fetch());
    session.gets_response(early, 401);
    session.reads(NOBODY);
    session.gets_response(late, 401);
    assert_eq!(session.sent(), []);
    session.login();
    session.signs_in(sign_in_of(ADA));
    session.reads(session_of(ADA));
    session.reauthenticates(true);
    session.reads(session_of(ADA));
    assert_eq!(session.sent().len(), 2, "both are retried");
}

#[test]
fn the_next_end_of_a_session_is_reauthenticated_anew() {
    let (mut session, _) = reauthenticating();
    session.reauthenticates(true);
    session.reads(session_of(ADA));
    let later = session.fetch();
    session.gets_response(later, 401);
    session.reads(NOBODY);
    assert!(session.asks_to_reauthenticate());
}

/// Sent beside others, and answered later than they: it has met the very end that was mended meanwhile.
#[test]
fn a_401_that_comes_once_the_user_has_signed_in_again_is_retried() {
    for resolved_first in [false, true] {
        let mut session = Session::with_that_read(that_can_reauthenticate(), session_of(ADA));
        let (early, late) = (session.fetch(), session.fetch());
        session.gets_response(early, 401);
        session.reads(NOBODY);
        session.login();
        session.signs_in(sign_in_of(ADA));
        if resolved_first {
            session.reauthenticates(true);
            session.gets_response(late, 401);
        } else {
            session.gets_response(late, 401);
            session.reauthenticates(true);
        }
        session.reads(session_of(ADA));
        for fetch in [early, late] {
            session.gets_response(fetch, 200);
            assert_eq!(session.outcome(fetch), RESPONSE, "resolved first: {resolved_first}");
        }
    }
}

#[test]
fn the_page_is_told_what_for_and_who_was_signed_in() {
    let mut session = Session::with_that_read(that_can_reauthenticate(), session_of(ADA));
    let fetch = session.fetch();
    session.gets_response(fetch, 401);
    session.reads(NOBODY);
    assert_eq!(session.needs(), [Need { reason: NeedReason::Ended, user: Some(ADA.id) }]);

    let mut session = Session::with_that_read(that_can_reauthenticate(), NOBODY);
    let fetch = session.fetch();
    session.gets_response(fetch, 401);
    session.reads(NOBODY);
    assert_eq!(session.needs(), [Need { reason: NeedReason::Ended, user: None }], "nobody was known");
}

#[test]
fn it_is_shown_while_it_is_under_way() {
    for resolved in [false, true] {
        let (mut session, _) = reauthenticating();
        assert!(session.view().reauthenticating);
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
    assert_eq!((session.user(), session.sent()), (Some(1), vec![]), "nobody is signed out");
    session.login();
    session.signs_in(sign_in_of(ADA));
    session.reads(session_of(ADA));
    session.reauthenticates(true);
    session.reads(session_of(ADA));
    for request in [Request::Fetch(fetch), Request::Roles, Request::Permissions] {
        assert!(session.under_way(request).unwrap().bearer, "{request:?}");
    }
    session.gets_response(fetch, 200);
    session.gets_permissions(Ok(permissions_of(ADA)));
    session.gets_roles(Err(status(401)));
    assert_eq!(session.outcome(fetch), RESPONSE);
    assert_eq!(session.outcome(permissions), Some(Ok(Outcome::Published)));
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

#[test]
fn a_token_that_is_not_taken_is_dropped_before_the_page_is_asked() {
    let mut session = Session::signed_in_with(that_can_reauthenticate());
    let fetch = session.fetch();
    session.gets_response(fetch, 401);
    session.reads(session_of(ADA));
    assert_eq!((session.sent(), session.needs()), (vec![Request::Fetch(fetch)], vec![]));
    session.gets_response(fetch, 401);
    assert_eq!(session.outcome(fetch), RESPONSE);
}

#[test]
fn a_sign_in_without_a_token_is_a_sign_in_too() {
    let (mut session, fetch) = reauthenticating();
    session.login();
    session.signs_in(tokenless_sign_in_of(ADA));
    session.reads(session_of(ADA));
    session.reauthenticates(true);
    session.reads(session_of(ADA));
    assert!(!session.under_way(Request::Fetch(fetch)).unwrap().bearer);
}

/// Where the read that confirms the sign-in has failed, another one tells who is there.
#[test]
fn a_sign_in_in_doubt_is_confirmed_before_anything_is_sent_again() {
    let (mut session, fetch) = reauthenticating();
    session.login();
    session.signs_in(sign_in_of(ADA));
    session.fails_to_read(network());
    session.reauthenticates(true);
    assert_eq!(session.sent(), [Request::Session]);
    session.reads(session_of(ADA));
    assert_eq!(session.sent(), [Request::Fetch(fetch)]);
}

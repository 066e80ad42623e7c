//! What other calls meet while the page signs its user in again: all but its own wait.

use super::answers::{ADA, GRACE, NOBODY, network, session_of, sign_in_of, status, tokenless_sign_in_of};
use super::harness::{HOUR, MESSAGES, Session};
use super::unauthorized::{RESPONSE, reauthenticating, that_can_reauthenticate};
use crate::api::Code;
use crate::core::{Event, Reason, Request, TabMessage};

#[test]
fn requests_that_hear_of_the_end_later_wait_for_the_reauthentication_under_way() {
    let mut session = Session::with_that_read(that_can_reauthenticate(), session_of(ADA));
    let (first, second) = (session.fetch(), session.fetch());
    session.gets_response(first, 401);
    session.reads(NOBODY);
    session.gets_response(second, 401);
    assert_eq!(session.sent(), [], "that end is known");
    assert!(!session.asks_to_reauthenticate(), "once at a time");
    session.reauthenticates(true);
    session.reads(session_of(ADA));
    for fetch in [first, second] {
        session.gets_response(fetch, 200);
        assert_eq!(session.outcome(fetch), RESPONSE);
    }
}

/// A sign-in dialog is open: pollers wait for it.
#[test]
fn a_call_that_meets_a_401_meanwhile_waits_and_asks_for_no_read() {
    let (mut session, first) = reauthenticating();
    let (fetch, roles) = (session.fetch(), session.roles());
    session.gets_response(fetch, 401);
    session.gets_roles(Err(status(401)));
    assert_eq!((session.sent(), session.outcome(fetch), session.outcome(roles)), (vec![], None, None));
    session.login();
    session.signs_in(sign_in_of(ADA));
    session.reads(session_of(ADA));
    session.reauthenticates(true);
    session.reads(session_of(ADA));
    assert_eq!(session.sent().len(), 3);
    for fetch in [first, fetch] {
        session.gets_response(fetch, 200);
        assert_eq!(session.outcome(fetch), RESPONSE);
    }
}

#[test]
fn a_call_that_waits_is_handed_its_401_where_it_fails() {
    let (mut session, first) = reauthenticating();
    let second = session.fetch();
    session.gets_response(second, 401);
    session.reauthenticates(false);
    for fetch in [first, second] {
        assert_eq!(session.outcome(fetch), RESPONSE);
    }
    assert_eq!(session.in_flight(), []);
}

/// Made through the session that `reauthenticate` was given: it would wait for itself.
#[test]
fn a_call_within_is_handed_its_401() {
    let (mut session, first) = reauthenticating();
    let within = session.fetch_within();
    session.gets_response(within, 401);
    assert_eq!(session.outcome(within), RESPONSE);
    let roles = session.calls(|call| Event::RolesCalled { call, within: true });
    session.gets_roles(Err(status(401)));
    assert_eq!(session.outcome(roles), Some(Err(Code::Unauthenticated)));
    let permissions = session.calls(|call| Event::PermissionsCalled { call, within: true });
    session.gets_permissions(Err(status(401)));
    assert_eq!(session.outcome(permissions), Some(Err(Code::Unauthenticated)));
    session.reauthenticates(true);
    session.reads(session_of(ADA));
    session.gets_response(first, 200);
    assert_eq!(session.outcome(first), RESPONSE);
}

#[test]
fn a_call_within_does_not_join_one_that_waits() {
    let mut session = Session::with_that_read(that_can_reauthenticate(), session_of(ADA));
    session.roles();
    session.gets_roles(Err(status(401)));
    session.reads(NOBODY);
    let (outside, joins) = (session.roles(), session.roles());
    assert_eq!(session.sent(), []);
    let within = session.calls(|call| Event::RolesCalled { call, within: true });
    assert_eq!(session.sent(), [Request::Roles]);
    session.gets_roles(Err(status(401)));
    assert_eq!(session.outcome(within), Some(Err(Code::Unauthenticated)));
    assert_eq!((session.outcome(outside), session.outcome(joins)), (None, None));
}

#[test]
fn a_page_that_signed_out_meanwhile_is_not_asked_again() {
    let (mut session, fetch) = reauthenticating();
    session.logout();
    session.signs_out();
    let late = session.fetch();
    session.gets_response(late, 401);
    session.reauthenticates(true);
    session.reads(NOBODY);
    assert_eq!((session.outcome(fetch), session.outcome(late)), (Some(Err(Code::Superseded)), RESPONSE));
    assert_eq!(session.reason(), Some(Reason::SignedOut));
    assert!(!session.asks_to_reauthenticate());
}

#[test]
fn all_who_wait_may_go() {
    let (mut session, fetch) = reauthenticating();
    session.aborts(fetch);
    assert!(session.view().reauthenticating, "the page is still at it");
    let later = session.fetch();
    session.gets_response(later, 401);
    assert_eq!((session.outcome(later), session.sent()), (None, vec![]));
    session.reauthenticates(true);
    session.reads(session_of(GRACE));
    assert_eq!(session.outcome(later), Some(Err(Code::Superseded)));
}

#[test]
fn words_of_other_tabs_do_not_end_the_wait() {
    let (mut session, fetch) = reauthenticating();
    for message in MESSAGES.into_iter().filter(|message| !matches!(message, TabMessage::SignedOut(_))) {
        session.hears(message);
        session.passes(HOUR);
        while session.is_reading() {
            session.reads(NOBODY);
        }
        assert_eq!(session.outcome(fetch), None, "{message:?}");
    }
    session.reauthenticates(false);
    assert_eq!(session.outcome(fetch), RESPONSE);
}

/// The user may have signed in by other means, and only the read tells.
#[test]
fn a_401_that_comes_while_a_read_looks_for_the_new_sign_in_waits_for_it() {
    for (answer, retried) in [(session_of(ADA), 2), (NOBODY, 0)] {
        let mut session = Session::with_that_read(that_can_reauthenticate(), session_of(ADA));
        let (early, late) = (session.fetch(), session.fetch());
        session.gets_response(early, 401);
        session.reads(NOBODY);
        session.reauthenticates(true);
        session.gets_response(late, 401);
        assert_eq!(session.outcome(late), None);
        session.reads(answer);
        assert_eq!(session.sent().len(), retried);
        assert!(!session.asks_to_reauthenticate());
        assert_eq!(session.outcome(late), RESPONSE.filter(|_| retried == 0));
    }
}

/// A read that fails settles nothing, and the dialog is still open.
#[test]
fn a_call_whose_401_no_read_could_settle_waits_too() {
    let mut session = Session::with_that_read(that_can_reauthenticate(), session_of(ADA));
    let (first, second) = (session.fetch(), session.fetch());
    session.gets_response(first, 401);
    let third = session.fetch();
    session.gets_response(third, 401);
    session.reads(NOBODY);
    assert!(session.asks_to_reauthenticate());
    session.fails_to_read(network());
    session.gets_response(second, 401);
    for fetch in [first, second, third] {
        assert_eq!(session.outcome(fetch), None);
    }
    session.reauthenticates(true);
    session.reads(session_of(ADA));
    for fetch in [first, second, third] {
        session.gets_response(fetch, 200);
        assert_eq!(session.outcome(fetch), RESPONSE);
    }
}

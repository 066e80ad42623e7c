//! The role catalogue while the page watches a gate that asks for a role: it is read by itself, and again.

use super::answers::{ADA, ADA_AS_EXPERT, GRACE, NOBODY, catalogue, network, session_of, sign_in_of, status};
use super::harness::{MINUTE, Session};
use crate::api::{Code, Failure};
use crate::core::{Event, Policy, Request, TabMessage};

fn watched() -> Session {
    let mut session = Session::that_read(session_of(ADA));
    session.happens(Event::CatalogueWatched(true));
    session
}

fn asks(session: &Session) -> bool {
    session.under_way(Request::Roles).is_some()
}

#[test]
fn it_is_read_once_while_it_is_watched() {
    let mut session = watched();
    assert!(asks(&session));
    session.happens(Event::CatalogueWatched(false));
    session.happens(Event::CatalogueWatched(true));
    assert_eq!(session.in_flight().len(), 1);
    session.gets_roles(Ok(catalogue()));
    assert!(session.view().roles.is_some() && !asks(&session));
}

#[test]
fn nobody_who_is_not_signed_in_is_asked_about() {
    let mut session = Session::started();
    session.happens(Event::CatalogueWatched(true));
    assert!(!asks(&session));
    session.reads(NOBODY);
    assert!(!asks(&session));
    session.login();
    session.signs_in(sign_in_of(ADA));
    assert!(asks(&session));
}

#[test]
fn another_user_has_another_catalogue() {
    let mut session = watched();
    session.gets_roles(Ok(catalogue()));
    session.refresh();
    session.reads(session_of(GRACE));
    assert!(asks(&session) && session.view().roles.is_none());
}

#[test]
fn a_page_that_is_hidden_or_offline_does_not_read_it() {
    let ways: [[fn(&mut Session); 2]; 2] =
        [[Session::hides, Session::shows], [Session::goes_offline, Session::comes_online]];
    for [stops, goes_on] in ways {
        let mut session = Session::that_read(session_of(ADA));
        stops(&mut session);
        session.happens(Event::CatalogueWatched(true));
        assert!(!asks(&session));
        goes_on(&mut session);
        assert!(asks(&session));
    }
}

#[test]
fn one_that_failed_is_read_again_later() {
    for failure in [network(), status(503), Failure::of(Code::InvalidResponse)] {
        let mut session = watched();
        session.gets_roles(Err(failure));
        assert!(!asks(&session));
        assert_eq!(session.view().roles_refusal, None);
        session.passes(MINUTE);
        assert!(asks(&session));
        session.gets_roles(Ok(catalogue()));
        assert!(session.view().roles.is_some());
    }
}

#[test]
fn one_that_failed_is_not_read_again_before_the_time_that_the_deployment_names() {
    let mut session = watched();
    session.gets_roles(Err(Failure { retry_after_ms: Some(120_000), ..status(503) }));
    session.passes(2 * MINUTE - 1);
    assert!(!asks(&session));
    session.passes(MINUTE);
    assert!(asks(&session));
}

#[test]
fn one_that_is_refused_is_not_read_again_until_somebody_else_is_there() {
    for code in [Code::Forbidden, Code::NotFound] {
        let mut session = watched();
        session.gets_roles(Err(Failure::of(code)));
        session.passes(10 * MINUTE);
        assert_eq!((asks(&session), session.view().roles_refusal), (false, Some(code)));
        session.refresh();
        session.reads(session_of(ADA));
        assert_eq!((asks(&session), session.view().roles_refusal), (false, Some(code)));
        session.refresh();
        session.reads(session_of(GRACE));
        assert_eq!((asks(&session), session.view().roles_refusal), (true, None));
    }
}

/// Somebody with another role may be shown it: the very user, once promoted.
#[test]
fn one_that_is_refused_is_read_again_for_another_role() {
    let mut session = watched();
    session.gets_roles(Err(Failure::of(Code::Forbidden)));
    session.refresh();
    session.reads(session_of(ADA_AS_EXPERT));
    assert_eq!((asks(&session), session.view().roles_refusal), (true, None));
}

#[test]
fn its_401_is_settled_by_a_read_and_asks_nobody_to_sign_in() {
    let mut session =
        Session::with_that_read(Policy { reauthenticates: true, ..Policy::default() }, session_of(ADA));
    session.happens(Event::CatalogueWatched(true));
    session.gets_roles(Err(status(401)));
    session.reads(session_of(ADA));
    assert!(!session.asks_to_reauthenticate() && !asks(&session));
    assert_eq!(session.view().roles_refusal, Some(Code::Unauthenticated));
}

#[test]
fn its_401_is_no_refusal_where_nobody_can_tell_what_it_means() {
    let mut session = watched();
    session.gets_roles(Err(status(401)));
    session.fails_to_read(network());
    assert_eq!(session.view().roles_refusal, None);
    assert!(!asks(&session), "not at once");
    session.passes(MINUTE);
    session.reads(session_of(ADA));
    session.passes(MINUTE);
    assert!(asks(&session));
}

#[test]
fn a_call_shares_it_and_another_calls_abort_leaves_it_alone() {
    let mut session = watched();
    let (call, refresh) = (session.roles(), session.refresh_permissions());
    session.aborts(refresh);
    assert!(asks(&session));
    session.aborts(call);
    assert!(asks(&session) && session.given_up().iter().all(|sent| sent.request != Request::Roles));
}

#[test]
fn a_catalogue_asked_for_by_ada_and_answered_after_graces_sign_in_is_not_adas() {
    let mut session = Session::that_read(session_of(ADA));
    session.happens(Event::CatalogueWatched(true));
    session.hears(TabMessage::SignedIn);
    session.gets_roles(Ok(catalogue()));
    assert!(session.view().roles.is_none());
}

#[test]
fn a_catalogue_refused_while_another_tab_signs_ada_in_again_is_read_again() {
    let mut session = Session::that_read(session_of(ADA));
    session.happens(Event::CatalogueWatched(true));
    // Judged in the gap between two sessions of Ada's.
    session.gets_roles(Err(status(401)));
    session.hears(TabMessage::SignedIn);
    session.reads(session_of(ADA));
    session.passes(10 * MINUTE);
    assert_eq!(session.view().roles_refusal, None);
}

#[test]
fn a_catalogue_refused_before_it_is_known_who_has_signed_in_elsewhere_is_read_again() {
    let mut session = watched();
    session.hears(TabMessage::SignedIn);
    session.gets_roles(Err(status(403)));
    session.reads(session_of(ADA));
    session.passes(MINUTE);
    assert_eq!((asks(&session), session.view().roles_refusal), (true, None));
}

/// It may have been sent with Ada's cookie or the newcomer's.
#[test]
fn a_catalogue_refused_to_what_was_sent_just_before_another_tabs_word_is_read_again() {
    let mut session = watched();
    session.hears(TabMessage::SignedIn);
    session.gets_roles(Err(status(401)));
    session.reads(session_of(ADA));
    assert_eq!(session.view().roles_refusal, None);
}

/// It was judged before the sign-in, which the deployment took, though nobody heard so.
#[test]
fn a_catalogue_refused_to_what_left_before_a_sign_in_that_nobody_answered_is_read_again() {
    let ends: [fn(&mut Session); 2] = [
        |session| session.fails_to_sign_in(network()),
        |session| {
            session.login();
            session.fails_to_sign_in(status(401));
        },
    ];
    for ends in ends {
        let mut session = Session::started();
        session.happens(Event::CatalogueWatched(true));
        session.roles();
        session.login();
        ends(&mut session);
        session.gets_roles(Err(status(401)));
        session.reads(session_of(ADA));
        assert_eq!(session.view().roles_refusal, None);
    }
}

/// Nobody was signed in then, or not the one who is now.
#[test]
fn a_catalogue_refused_before_it_was_known_who_is_there_is_read_again() {
    for code in [401, 403, 404] {
        let mut session = Session::started();
        session.happens(Event::CatalogueWatched(true));
        session.roles();
        session.gets_roles(Err(status(code)));
        session.fails_to_read(network());
        session.refresh();
        session.reads(session_of(ADA));
        session.passes(10 * MINUTE);
        assert_eq!((session.view().roles_refusal, asks(&session)), (None, true), "{code}");
    }
}

#[test]
fn a_401_to_a_request_of_the_page_refuses_no_catalogue() {
    let mut session = Session::that_read(session_of(ADA));
    let fetch = session.fetch();
    session.gets_response(fetch, 401);
    session.reads(session_of(ADA));
    assert!(session.outcome(fetch).is_some());
    assert_eq!(session.view().roles_refusal, None);
}

/// Not only the 401 of one that is settled by a read.
#[test]
fn a_catalogue_forbidden_to_what_was_sent_before_another_tab_spoke_is_read_again() {
    let mut session = watched();
    session.hears(TabMessage::Changed);
    session.gets_roles(Err(status(403)));
    session.reads(session_of(ADA));
    session.passes(MINUTE);
    assert!(asks(&session));
}

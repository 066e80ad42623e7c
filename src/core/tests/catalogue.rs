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
fn a_call_shares_it_and_another_calls_abort_leaves_it_alone() {
    let mut session = watched();
    let (call, refresh) = (session.roles(), session.refresh_permissions());
    session.aborts(refresh);
    assert!(asks(&session));
    session.aborts(call);
    assert!(asks(&session) && session.given_up().iter().all(|sent| sent.request != Request::Roles));
}

/// It may have been refused to somebody else.
#[test]
fn a_refusal_before_another_tab_spoke_does_not_count() {
    let refused: [fn(&mut Session); 3] = [
        |session| session.gets_roles(Err(status(403))),
        |session| session.gets_roles(Err(status(401))),
        |_| {},
    ];
    for refused in refused {
        let mut session = watched();
        refused(&mut session);
        session.hears(TabMessage::SignedIn);
        assert!(!asks(&session), "it waits for the read");
        session.reads(session_of(ADA));
        assert_eq!((asks(&session), session.view().roles_refusal), (true, None));
    }
}

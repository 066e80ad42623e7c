//! The role catalogue: kept for as long as the user stays the same, and read by itself while the page watches what depends on it.

use super::answers::{
    ADA, ADA_AS_EXPERT, GRACE, NO_SESSION, busy_for, catalogue, network, session_of, sign_in_of, status,
};
use super::harness::{MINUTE, SECOND, Session};
use super::unauthorized::that_can_reauthenticate;
use crate::api::{Code, Failure};
use crate::core::{Event, Outcome, PageEvent, Request, TabMessage};

const PUBLISHED: Option<Result<Outcome, Code>> = Some(Ok(Outcome::Done));

fn watched() -> Session {
    let mut session = Session::that_read(session_of(ADA));
    session.happens(Event::Page(PageEvent::CatalogueWatched));
    session
}

fn asks(session: &Session) -> bool {
    session.under_way(Request::Roles).is_some()
}

#[test]
fn it_is_read_once_for_all_calls_and_kept() {
    let mut session = Session::that_read(session_of(ADA));
    let calls = [session.roles(), session.roles()];
    assert_eq!(session.in_flight().len(), 1);
    session.gets_roles(Ok(catalogue()));
    assert_eq!(calls.map(|call| session.outcome(call)), [PUBLISHED; 2]);
    assert!(session.publications()[0].roles_changed);
    assert_eq!(session.view().roles, Some(catalogue()));
    let later = session.roles();
    assert_eq!((session.outcome(later), session.sent()), (PUBLISHED, vec![]));
}

#[test]
fn it_is_read_by_itself_while_it_is_watched_and_a_user_is_signed_in() {
    let mut session = watched();
    assert!(asks(&session));
    session.happens(Event::Page(PageEvent::CatalogueUnwatched));
    session.happens(Event::Page(PageEvent::CatalogueWatched));
    assert_eq!(session.in_flight().len(), 1);
    session.gets_roles(Ok(catalogue()));
    assert!(!asks(&session));
    session.refresh();
    session.reads(NO_SESSION);
    assert!(!asks(&session));
    session.login();
    session.signs_in(sign_in_of(GRACE));
    assert!(asks(&session));
}

#[test]
fn a_page_that_is_hidden_does_not_read_it_and_one_that_is_called_offline_does() {
    let mut session = Session::that_read(session_of(ADA));
    session.goes_offline();
    session.hides();
    session.happens(Event::Page(PageEvent::CatalogueWatched));
    assert!(!asks(&session));
    session.shows();
    assert!(asks(&session));
}

#[test]
fn one_that_failed_is_read_again_later_and_not_before_the_time_that_is_named() {
    for (failure, held_ms) in
        [(network(), 0), (status(503), 0), (Failure::invalid(200), 0), (busy_for(120_000), 2 * MINUTE)]
    {
        let mut session = watched();
        session.gets_roles(Err(failure));
        session.passes(held_ms.saturating_sub(1));
        assert_eq!((asks(&session), session.view().roles_refusal), (false, None));
        session.passes(MINUTE);
        assert!(asks(&session));
    }
}

/// Another role may be allowed to see it: another user's, or the same user's after a promotion.
#[test]
fn one_that_is_refused_is_not_read_again_until_another_role_is_there() {
    for code in [Code::Forbidden, Code::NotSupported] {
        for promoted in [ADA_AS_EXPERT, GRACE] {
            let mut session = watched();
            session.gets_roles(Err(Failure::of(code)));
            session.passes(10 * MINUTE);
            session.refresh();
            session.reads(session_of(ADA));
            assert_eq!((asks(&session), session.view().roles_refusal), (false, Some(code)));
            session.refresh();
            session.reads(session_of(promoted));
            assert_eq!((asks(&session), session.view().roles_refusal), (true, None));
        }
    }
}

/// It may have been refused to another user. A message that names no sign-in leaves it.
#[test]
fn a_refusal_before_a_sign_in_in_another_tab_does_not_count() {
    let mut session = watched();
    session.gets_roles(Err(status(403)));
    session.receives(TabMessage::Changed);
    session.reads(session_of(ADA));
    assert_eq!((asks(&session), session.view().roles_refusal), (false, Some(Code::Forbidden)));

    let refused: [fn(&mut Session); 3] = [
        |session| session.gets_roles(Err(status(403))),
        |session| session.gets_roles(Err(status(401))),
        |_| {},
    ];
    for refused in refused {
        let mut session = watched();
        refused(&mut session);
        session.receives(TabMessage::SignedIn);
        assert!(!asks(&session), "it waits for the read");
        session.reads(session_of(ADA));
        assert_eq!((asks(&session), session.view().roles_refusal), (true, None));
    }
}

/// What it means only a read that is answered can tell. The page is not asked to reauthenticate for it.
#[test]
fn its_401_is_a_refusal_where_the_read_finds_the_user_and_none_where_that_fails() {
    for is_answered in [true, false] {
        let mut session = Session::with_that_read(that_can_reauthenticate(), session_of(ADA));
        session.happens(Event::Page(PageEvent::CatalogueWatched));
        session.gets_roles(Err(status(401)));
        if is_answered {
            session.reads(session_of(ADA));
        } else {
            session.fails_to_read(status(503));
        }
        let refusal = is_answered.then_some(Code::Unauthenticated);
        assert_eq!((session.view().roles_refusal, asks(&session)), (refusal, false));
        assert!(!session.asks_to_reauthenticate());
        if !is_answered {
            session.passes(SECOND);
            session.reads(session_of(ADA));
            assert!(asks(&session));
        }
    }
}

#[test]
fn a_call_shares_it_and_an_abort_leaves_it_alone() {
    let mut session = watched();
    let (call, refresh) = (session.roles(), session.refresh_permissions());
    session.aborts(refresh);
    session.aborts(call);
    assert!(asks(&session) && session.given_up().iter().all(|sent| sent.request != Request::Roles));
}

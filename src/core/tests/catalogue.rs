//! The role catalogue: kept while the user stays the same, and read by itself while the page listens to a value that depends on it.

use super::answers::{
    ADA, ADA_AS_EXPERT, GRACE, NO_SESSION, busy_for, catalogue, network, session_of, sign_in_of, status,
};
use super::harness::{MINUTE, SECOND, Session};
use super::unauthorized::policy_with_reauthenticate;
use crate::api::{Code, Failure};
use crate::core::{Event, Outcome, PageEvent, Request, TabMessage};

const PUBLISHED: Option<Result<Outcome, Code>> = Some(Ok(Outcome::Done));

/// Ada's page, which watches the catalogue.
fn watched() -> Session {
    let mut session = Session::after_read(session_of(ADA));
    session.handle(Event::Page(PageEvent::CatalogueWatched));
    session
}

fn is_reading_roles(session: &Session) -> bool {
    session.under_way(Request::Roles).is_some()
}

#[test]
fn calls_share_one_read_of_the_catalogue_which_is_kept() {
    let mut session = Session::after_read(session_of(ADA));
    let calls = [session.roles(), session.roles()];
    assert_eq!(session.in_flight().len(), 1);
    session.answer_roles(Ok(catalogue()));
    assert_eq!(calls.map(|call| session.outcome(call)), [PUBLISHED; 2]);
    assert!(session.publications()[0].roles_changed);
    assert_eq!(session.view().roles, Some(catalogue()));
    let later = session.roles();
    assert_eq!((session.outcome(later), session.sent()), (PUBLISHED, vec![]));
}

#[test]
fn a_watched_catalogue_is_read_by_itself_while_a_user_is_signed_in() {
    let mut session = watched();
    assert!(is_reading_roles(&session));
    session.handle(Event::Page(PageEvent::CatalogueUnwatched));
    session.handle(Event::Page(PageEvent::CatalogueWatched));
    assert_eq!(session.in_flight().len(), 1);
    session.answer_roles(Ok(catalogue()));
    assert!(!is_reading_roles(&session));
    session.refresh();
    session.answer_read(NO_SESSION);
    assert!(!is_reading_roles(&session));
    session.login();
    session.answer_sign_in(sign_in_of(GRACE));
    assert!(is_reading_roles(&session));
}

#[test]
fn a_watched_catalogue_is_read_offline_but_not_on_a_hidden_page() {
    let mut session = Session::after_read(session_of(ADA));
    session.go_offline();
    session.hide();
    session.handle(Event::Page(PageEvent::CatalogueWatched));
    assert!(!is_reading_roles(&session));
    session.show();
    assert!(is_reading_roles(&session));
}

#[test]
fn a_failed_read_of_the_catalogue_is_tried_again_and_not_before_retry_after() {
    for (failure, held_ms) in
        [(network(), 0), (status(503), 0), (Failure::invalid(200), 0), (busy_for(120_000), 2 * MINUTE)]
    {
        let mut session = watched();
        session.answer_roles(Err(failure));
        session.pass_time(held_ms.saturating_sub(1));
        assert_eq!((is_reading_roles(&session), session.view().roles_refusal), (false, None));
        session.pass_time(MINUTE);
        assert!(is_reading_roles(&session));
    }
}

/// Another role may be allowed to see the catalogue: of another user, or of the same user after a promotion.
#[test]
fn a_refused_catalogue_is_read_again_only_for_another_role() {
    for code in [Code::Forbidden, Code::NotSupported] {
        for promoted in [ADA_AS_EXPERT, GRACE] {
            let mut session = watched();
            session.answer_roles(Err(Failure::of(code)));
            session.pass_time(10 * MINUTE);
            session.refresh();
            session.answer_read(session_of(ADA));
            assert_eq!((is_reading_roles(&session), session.view().roles_refusal), (false, Some(code)));
            session.refresh();
            session.answer_read(session_of(promoted));
            assert_eq!((is_reading_roles(&session), session.view().roles_refusal), (true, None));
        }
    }
}

/// The catalogue may have been refused to another user. The message `Changed` does not lift the refusal.
#[test]
fn a_sign_in_in_another_tab_lifts_the_refusal_of_the_catalogue() {
    let mut session = watched();
    session.answer_roles(Err(status(403)));
    session.receive(TabMessage::Changed);
    session.answer_read(session_of(ADA));
    assert_eq!((is_reading_roles(&session), session.view().roles_refusal), (false, Some(Code::Forbidden)));

    let refused: [fn(&mut Session); 3] = [
        |session| session.answer_roles(Err(status(403))),
        |session| session.answer_roles(Err(status(401))),
        |_| {},
    ];
    for refused in refused {
        let mut session = watched();
        refused(&mut session);
        session.receive(TabMessage::SignedIn);
        assert!(!is_reading_roles(&session), "the catalogue waits for the session read");
        session.answer_read(session_of(ADA));
        assert_eq!((is_reading_roles(&session), session.view().roles_refusal), (true, None));
    }
}

/// Only an answered session read tells what the 401 means. The page's `reauthenticate` is not called.
#[test]
fn a_401_to_the_catalogue_is_a_refusal_only_if_the_session_read_finds_the_user() {
    for is_answered in [true, false] {
        let mut session = Session::after_read_with(policy_with_reauthenticate(), session_of(ADA));
        session.handle(Event::Page(PageEvent::CatalogueWatched));
        session.answer_roles(Err(status(401)));
        if is_answered {
            session.answer_read(session_of(ADA));
        } else {
            session.fail_read(status(503));
        }
        let refusal = is_answered.then_some(Code::Unauthenticated);
        assert_eq!((session.view().roles_refusal, is_reading_roles(&session)), (refusal, false));
        assert!(!session.calls_reauthenticate());
        if !is_answered {
            session.pass_time(SECOND);
            session.answer_read(session_of(ADA));
            assert!(is_reading_roles(&session));
        }
    }
}

#[test]
fn aborting_a_roles_call_keeps_the_watched_read() {
    let mut session = watched();
    let (call, refresh) = (session.roles(), session.refresh_permissions());
    session.abort(refresh);
    session.abort(call);
    assert!(
        is_reading_roles(&session) && session.given_up().iter().all(|sent| sent.request != Request::Roles)
    );
}

//! The role catalogue: kept for as long as the user stays the same.

use super::answers::{ADA, ADA_AS_EXPERT, GRACE, NOBODY, catalogue, network, session_of, sign_in_of, status};
use super::harness::{ELSEWHERE, Session};
use crate::api::Code;
use crate::core::{Outcome, Policy, Request, TabMessage};

const PUBLISHED: Option<Result<Outcome, Code>> = Some(Ok(Outcome::Published));

/// Ada is signed in, and the catalogue was read.
fn with_roles() -> Session {
    let mut session = Session::that_read(session_of(ADA));
    session.roles();
    session.gets_roles(Ok(catalogue()));
    session
}

#[test]
fn the_catalogue_is_read_once_and_published() {
    let mut session = Session::that_read(session_of(ADA));
    let calls = [session.roles(), session.roles()];
    assert_eq!(session.in_flight().len(), 1);
    session.gets_roles(Ok(catalogue()));
    for call in calls {
        assert_eq!(session.outcome(call), PUBLISHED);
    }
    assert!(session.publications()[0].roles_changed);
    assert_eq!(session.view().roles, Some(catalogue()));
}

#[test]
fn a_catalogue_that_is_known_is_not_asked_for() {
    let mut session = with_roles();
    let call = session.roles();
    assert_eq!((session.outcome(call), session.sent()), (PUBLISHED, vec![]));
}

#[test]
fn it_stays_while_the_user_does() {
    let mut session = with_roles();
    session.refresh();
    session.reads(session_of(ADA_AS_EXPERT));
    session.is_restored();
    session.reads(session_of(ADA));
    assert!(session.view().roles.is_some());
}

#[test]
fn it_goes_with_the_user() {
    let ways: [fn(&mut Session); 4] = [
        |session| {
            session.refresh();
            session.reads(session_of(GRACE));
        },
        |session| {
            session.refresh();
            session.reads(NOBODY);
        },
        |session| {
            session.logout();
        },
        |session| {
            session.login();
            session.signs_in(sign_in_of(GRACE));
        },
    ];
    for goes in ways {
        let mut session = with_roles();
        goes(&mut session);
        assert_eq!(session.view().roles, None);
        assert!(session.publications()[0].roles_changed);
    }
}

#[test]
fn a_failure_is_the_callers_and_the_next_call_asks_again() {
    let mut session = Session::that_read(session_of(ADA));
    let call = session.roles();
    session.gets_roles(Err(network()));
    assert_eq!(session.outcome(call), Some(Err(Code::Network)));
    session.roles();
    assert_eq!(session.sent(), [Request::Roles]);
}

/// Only sign-ins, sign-outs and changes of user begin an epoch (promise 2): to learn who is there is none of them.
#[test]
fn a_catalogue_asked_for_before_anything_is_known_is_kept() {
    let mut session = Session::started();
    let call = session.roles();
    session.reads(session_of(ADA));
    session.gets_roles(Ok(catalogue()));
    assert_eq!(session.outcome(call), PUBLISHED, "answered after the session");
    assert!(session.view().roles.is_some());

    let mut session = Session::started();
    session.roles();
    session.gets_roles(Ok(catalogue()));
    session.reads(session_of(ADA));
    assert!(session.view().roles.is_some(), "answered before the session");
}

//! A refresh of the permissions alone: shown where they are certainly those of the user who is shown.

use super::answers::{ADA, ADA_AS_EXPERT, GRACE, NO_SESSION, Person, network, permissions_of, session_of};
use super::harness::Session;
use crate::api::Code;
use crate::core::{Answer, CallId, Outcome, Request};

const PUBLISHED: Option<Result<Outcome, Code>> = Some(Ok(Outcome::Done));

/// Ada's role, with the analysis switched on.
const ADA_WITH_ANALYSIS: Person = Person { features: GRACE.features, ..ADA };

/// Ada's page, which asks for them.
fn asking() -> (Session, CallId) {
    let mut session = Session::that_read(session_of(ADA));
    let call = session.refresh_permissions();
    assert_eq!(session.sent(), [Request::Permissions]);
    (session, call)
}

#[test]
fn the_answer_is_shown_like_a_reads() {
    let (mut session, call) = asking();
    session.gets_permissions(Ok(permissions_of(ADA_WITH_ANALYSIS)));
    assert_eq!((session.outcome(call), session.user()), (PUBLISHED, Some(1)));
    assert_eq!(session.changes(), [("report-analysis".to_owned(), Some(true))]);
}

#[test]
fn calls_share_one_request_until_all_are_gone() {
    let (mut session, first) = asking();
    let second = session.refresh_permissions();
    assert_eq!(session.in_flight().len(), 1);
    session.aborts(first);
    assert_eq!((session.in_flight().len(), session.outcome(first)), (1, Some(Err(Code::Aborted))));
    session.aborts(second);
    assert_eq!((session.in_flight().len(), session.given_up().len()), (0, 1));
}

#[test]
fn a_failure_changes_nothing_that_is_shown() {
    let (mut session, call) = asking();
    session.gets_permissions(Err(network()));
    assert_eq!((session.outcome(call), session.publications()), (Some(Err(Code::Network)), vec![]));
}

#[test]
fn a_later_reads_answer_is_not_overwritten() {
    let (mut session, call) = asking();
    session.refresh();
    let older = session.under_way(Request::Permissions).unwrap();
    session.reads(session_of(ADA_WITH_ANALYSIS));
    session.is_answered_late(older.id, Ok(Answer::Permissions(permissions_of(ADA))));
    assert_eq!(session.outcome(call), PUBLISHED);
    assert!(session.can("report-analysis"));
}

#[test]
fn they_never_sign_a_user_in() {
    let mut session = Session::that_read(NO_SESSION);
    let call = session.refresh_permissions();
    session.gets_permissions(Ok(permissions_of(ADA)));
    assert!(!session.can("chat-history"));
    session.reads(NO_SESSION);
    let refused = Some(Err(Code::Unauthenticated));
    assert_eq!((session.outcome(call), session.can("chat-history")), (refused, false));
}

/// No answer overwrites one to a later request.
#[test]
fn a_read_that_was_asked_for_before_is_made_again() {
    let mut session = Session::that_read(session_of(ADA));
    let refresh = session.refresh();
    let call = session.refresh_permissions();
    let older = session.under_way(Request::Session).unwrap().id;
    session.gets_permissions(Ok(permissions_of(ADA_WITH_ANALYSIS)));
    assert_eq!(session.outcome(call), PUBLISHED);
    session.is_answered_late(older, Ok(Answer::Session(session_of(ADA_AS_EXPERT))));
    assert_eq!((session.outcome(refresh), session.view().user.as_ref().unwrap().role.number()), (None, 1));
    session.reads(session_of(ADA_WITH_ANALYSIS));
    assert_eq!(session.outcome(refresh), PUBLISHED);
}

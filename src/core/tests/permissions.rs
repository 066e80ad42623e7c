//! A refresh of the permissions alone: they are shown only if they have the role of the shown user.

use super::answers::{ADA, ADA_AS_EXPERT, GRACE, NO_SESSION, Person, network, permissions_of, session_of};
use super::harness::Session;
use crate::api::Code;
use crate::core::{Answer, CallId, Outcome, Request};

const PUBLISHED: Option<Result<Outcome, Code>> = Some(Ok(Outcome::Done));

/// Ada's role, with the analysis switched on.
const ADA_WITH_ANALYSIS: Person = Person { features: GRACE.features, ..ADA };

/// Ada's page, with a request for the permissions under way.
fn refreshing_permissions() -> (Session, CallId) {
    let mut session = Session::after_read(session_of(ADA));
    let call = session.refresh_permissions();
    assert_eq!(session.sent(), [Request::Permissions]);
    (session, call)
}

#[test]
fn the_answer_to_a_refresh_of_the_permissions_is_shown() {
    let (mut session, call) = refreshing_permissions();
    session.answer_permissions(Ok(permissions_of(ADA_WITH_ANALYSIS)));
    assert_eq!((session.outcome(call), session.user()), (PUBLISHED, Some(1)));
    assert_eq!(session.changes(), [("report-analysis".to_owned(), Some(true))]);
}

#[test]
fn calls_share_one_request_which_ends_with_the_last_abort() {
    let (mut session, first) = refreshing_permissions();
    let second = session.refresh_permissions();
    assert_eq!(session.in_flight().len(), 1);
    session.abort(first);
    assert_eq!((session.in_flight().len(), session.outcome(first)), (1, Some(Err(Code::Aborted))));
    session.abort(second);
    assert_eq!((session.in_flight().len(), session.given_up().len()), (0, 1));
}

#[test]
fn a_failed_refresh_of_the_permissions_changes_nothing_shown() {
    let (mut session, call) = refreshing_permissions();
    session.answer_permissions(Err(network()));
    assert_eq!((session.outcome(call), session.publications()), (Some(Err(Code::Network)), vec![]));
}

#[test]
fn permissions_do_not_overwrite_the_answer_to_a_later_read() {
    let (mut session, call) = refreshing_permissions();
    session.refresh();
    let older = session.under_way(Request::Permissions).unwrap();
    session.answer_read(session_of(ADA_WITH_ANALYSIS));
    session.answer_to(older.id, Ok(Answer::Permissions(permissions_of(ADA))));
    assert_eq!(session.outcome(call), PUBLISHED);
    assert!(session.can("report-analysis"));
}

#[test]
fn permissions_never_sign_a_user_in() {
    let mut session = Session::after_read(NO_SESSION);
    let call = session.refresh_permissions();
    session.answer_permissions(Ok(permissions_of(ADA)));
    assert!(!session.can("chat-history"));
    session.answer_read(NO_SESSION);
    let refused = Some(Err(Code::Unauthenticated));
    assert_eq!((session.outcome(call), session.can("chat-history")), (refused, false));
}

/// The answer to a read never overwrites the answer to a later request.
#[test]
fn a_read_sent_before_newer_permissions_is_sent_again() {
    let mut session = Session::after_read(session_of(ADA));
    let refresh = session.refresh();
    let call = session.refresh_permissions();
    let older = session.under_way(Request::Session).unwrap().id;
    session.answer_permissions(Ok(permissions_of(ADA_WITH_ANALYSIS)));
    assert_eq!(session.outcome(call), PUBLISHED);
    session.answer_to(older, Ok(Answer::Session(session_of(ADA_AS_EXPERT))));
    assert_eq!((session.outcome(refresh), session.view().user.as_ref().unwrap().role.number()), (None, 1));
    session.answer_read(session_of(ADA_WITH_ANALYSIS));
    assert_eq!(session.outcome(refresh), PUBLISHED);
}

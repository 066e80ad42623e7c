//! A refresh of the permissions alone: shown where they are certainly those of the one who is shown.

use super::answers::{
    ADA, ADA_AS_EXPERT, GRACE, NOBODY, Person, busy_for, network, permissions_of, session_of, sign_in_of,
};
use super::harness::{SECOND, Session};
use crate::api::Code;
use crate::core::{Answer, Outcome, Request};

const PUBLISHED: Option<Result<Outcome, Code>> = Some(Ok(Outcome::Published));

/// Ada's role, with the analysis switched on.
const ADA_WITH_ANALYSIS: Person = Person { features: GRACE.features, ..ADA };

#[test]
fn the_answer_is_shown_like_a_reads() {
    let mut session = Session::that_read(session_of(ADA));
    let call = session.refresh_permissions();
    assert_eq!(session.sent(), [Request::Permissions]);
    session.gets_permissions(Ok(permissions_of(ADA_WITH_ANALYSIS)));
    assert_eq!(session.outcome(call), PUBLISHED);
    assert_eq!(session.changes(), [("report-analysis".to_owned(), Some(true))]);
    assert_eq!(session.user(), Some(1));
}

#[test]
fn calls_share_one_request() {
    let mut session = Session::that_read(session_of(ADA));
    let calls = [session.refresh_permissions(), session.refresh_permissions()];
    assert_eq!(session.in_flight().len(), 1);
    session.aborts(calls[0]);
    session.gets_permissions(Ok(permissions_of(ADA)));
    assert_eq!(session.outcome(calls[0]), Some(Err(Code::Aborted)));
    assert_eq!(session.outcome(calls[1]), PUBLISHED);
}

#[test]
fn when_all_who_asked_are_gone_the_request_is_given_up() {
    let mut session = Session::that_read(session_of(ADA));
    let calls = [session.refresh_permissions(), session.refresh_permissions()];
    for call in calls {
        session.aborts(call);
    }
    assert_eq!((session.in_flight().len(), session.given_up().len()), (0, 1));
}

#[test]
fn a_failure_changes_nothing_that_is_shown() {
    let mut session = Session::that_read(session_of(ADA));
    let call = session.refresh_permissions();
    session.gets_permissions(Err(network()));
    assert_eq!(session.outcome(call), Some(Err(Code::Network)));
    assert_eq!(session.publications(), []);
}

/// One identity at a time: features of one role are never shown beside another.
#[test]
fn features_of_another_role_are_left_to_a_session_read() {
    let mut session = Session::that_read(session_of(ADA));
    let call = session.refresh_permissions();
    session.gets_permissions(Ok(permissions_of(ADA_AS_EXPERT)));
    assert!(!session.can("report-analysis"));
    assert_eq!((session.outcome(call), session.sent()), (None, vec![Request::Session]));
    session.reads(session_of(ADA_AS_EXPERT));
    assert_eq!(session.outcome(call), PUBLISHED);
    assert!(session.can("report-analysis"));
    assert_eq!(session.view().user.as_ref().unwrap().role.number(), super::answers::EXPERT);
}

#[test]
fn a_later_reads_answer_is_not_overwritten() {
    let mut session = Session::that_read(session_of(ADA));
    let call = session.refresh_permissions();
    session.refresh();
    let older = session.under_way(Request::Permissions).unwrap();
    session.reads(session_of(ADA_WITH_ANALYSIS));
    assert_eq!((session.outcome(call), session.given_up()), (PUBLISHED, &[older][..]), "it answers both");
    session.is_answered_late(older.id, Answer::Permissions(Ok(permissions_of(ADA))));
    assert!(session.can("report-analysis"));
}

#[test]
fn an_earlier_reads_answer_does_not_overwrite_them() {
    let mut session = Session::that_read(session_of(ADA));
    let refresh = session.refresh();
    session.refresh_permissions();
    session.gets_permissions(Ok(permissions_of(ADA_WITH_ANALYSIS)));
    assert_eq!((session.given_up().len(), session.sent()), (1, vec![Request::Session]), "it is made anew");
    session.reads(session_of(ADA_WITH_ANALYSIS));
    assert_eq!(session.outcome(refresh), PUBLISHED);
}

#[test]
fn an_earlier_reads_failure_marks_them_stale_since_permissions_do_not_say_who_is_there() {
    let mut session = Session::that_read(session_of(ADA));
    let refresh = session.refresh();
    session.refresh_permissions();
    session.gets_permissions(Ok(permissions_of(ADA_WITH_ANALYSIS)));
    session.fails_to_read(network());
    assert!(session.view().stale && session.can("report-analysis"));
    assert_eq!(session.outcome(refresh), Some(Err(Code::Network)));
}

#[test]
fn permissions_never_sign_anybody_in() {
    let mut session = Session::that_read(NOBODY);
    let call = session.refresh_permissions();
    session.gets_permissions(Ok(permissions_of(ADA)));
    assert!(!session.can("chat-history"));
    session.reads(NOBODY);
    assert_eq!(session.outcome(call), PUBLISHED);
    assert!(!session.can("chat-history"));
}

/// Only sign-ins, sign-outs and changes of user begin an epoch (promise 2): to learn who is there is none of them.
#[test]
fn permissions_asked_for_before_anything_is_known_come_with_the_first_answer() {
    let mut session = Session::started();
    let call = session.refresh_permissions();
    let request = session.under_way(Request::Permissions).unwrap();
    session.reads(session_of(ADA));
    session.is_answered_late(request.id, Answer::Permissions(Ok(permissions_of(ADA_WITH_ANALYSIS))));
    assert_eq!(session.outcome(call), PUBLISHED);
    assert!(session.can("report-analysis"));
}

/// Promise 2: a read that was under way before the role changed cannot tell what it changed to.
#[test]
fn permissions_of_another_role_wait_for_a_read_that_begins_after_them() {
    let mut session = Session::that_read(session_of(ADA));
    session.refresh();
    let older = session.under_way(Request::Session).unwrap();
    let call = session.refresh_permissions();
    session.is_answered(Request::Permissions, Answer::Permissions(Ok(permissions_of(GRACE))));
    session.reads(session_of(ADA));
    assert_ne!(session.under_way(Request::Session).unwrap().id, older.id);
    assert_eq!(session.outcome(call), None);
    session.reads(session_of(Person { id: ADA.id, ..GRACE }));
    assert_eq!((session.outcome(call), session.can("report-analysis")), (PUBLISHED, true));
}

#[test]
fn polled_permissions_do_not_starve_a_read() {
    let mut session = Session::that_read(session_of(ADA));
    let refresh = session.refresh();
    for _ in 0..50 {
        session.refresh_permissions();
        session.gets_permissions(Ok(permissions_of(ADA)));
        session.reads(session_of(ADA));
        if session.outcome(refresh).is_some() {
            return;
        }
    }
    panic!("50 answers, and refresh() has not ended");
}

/// The session endpoint may answer slower than the page polls its permissions.
#[test]
fn polled_permissions_of_another_role_share_the_read_that_they_ask_for() {
    let mut session = Session::that_read(session_of(GRACE));
    let first = session.refresh_permissions();
    session.gets_permissions(Ok(permissions_of(Person { id: GRACE.id, ..ADA })));
    let second = session.refresh_permissions();
    session.passes(SECOND);
    assert_eq!(session.in_flight().len(), 1, "the read");
    session.reads(session_of(Person { id: GRACE.id, ..ADA }));
    assert_eq!((session.outcome(first), session.outcome(second)), (PUBLISHED, PUBLISHED));
    assert!(!session.can("report-analysis"));
}

#[test]
fn permissions_that_wait_for_a_read_fail_where_it_fails() {
    let mut session = Session::that_read(session_of(ADA));
    let call = session.refresh_permissions();
    session.gets_permissions(Ok(permissions_of(ADA_AS_EXPERT)));
    session.fails_to_read(network());
    assert_eq!(session.outcome(call), Some(Err(Code::Network)));
}

//! Concurrent reads share one request.

use super::answers::{ADA, GRACE, NOBODY, network, session_of};
use super::harness::Session;
use crate::api::Code;
use crate::core::{Answer, Outcome, Request, RequestId, SessionEvent, TabMessage};

#[test]
fn calls_share_the_read_that_is_under_way() {
    let mut session = Session::started();
    let calls = [session.refresh(), session.refresh(), session.refresh()];
    session.gets_focus();
    assert_eq!(session.sent(), []);
    session.reads(session_of(ADA));
    for call in calls {
        assert_eq!(session.outcome(call), Some(Ok(Outcome::Published)));
    }
    assert_eq!(session.in_flight(), [], "one read was enough");
}

#[test]
fn a_read_is_asked_for_at_once_however_recent_the_last_one() {
    let mut session = Session::started();
    session.reads(session_of(ADA));
    session.refresh();
    assert_eq!(session.sent(), [Request::Session]);
}

#[test]
fn a_failure_is_every_callers_failure_and_no_event() {
    let mut session = Session::that_read(session_of(ADA));
    let calls = [session.refresh(), session.refresh()];
    session.fails_to_read(network());
    for call in calls {
        assert_eq!(session.outcome(call), Some(Err(Code::Network)));
    }
    assert_eq!(session.session_events(), [], "those who asked know");
}

#[test]
fn an_automatic_reads_failure_is_an_event() {
    let mut session = Session::that_read(session_of(ADA));
    session.gets_focus();
    session.fails_to_read(network());
    assert_eq!(session.session_events(), [SessionEvent::RevalidationFailed(network())]);
}

#[test]
fn an_aborted_call_leaves_the_others_and_the_read_alone() {
    let mut session = Session::that_read(session_of(ADA));
    let (aborted, other) = (session.refresh(), session.refresh());
    session.aborts(aborted);
    assert_eq!(session.outcome(aborted), Some(Err(Code::Aborted)));
    session.reads(session_of(ADA));
    assert_eq!(session.outcome(other), Some(Ok(Outcome::Published)));
}

#[test]
fn a_message_during_a_read_is_followed_by_another_read() {
    let mut session = Session::that_read(session_of(ADA));
    session.refresh();
    session.hears(TabMessage::Changed);
    assert_eq!(session.sent(), []);
    session.reads(session_of(ADA));
    assert_eq!(session.sent(), [Request::Session], "the change may be younger than the answer");
}

#[test]
fn answers_to_nobodys_question_change_nothing() {
    let mut session = Session::that_read(session_of(ADA));
    let refresh = session.refresh();
    let asked = session.under_way(Request::Session).unwrap();
    let before = session.view().clone();
    let others = [RequestId(0), RequestId(asked.id.0 - 1), RequestId(asked.id.0 + 1), RequestId(77)];
    for id in others {
        session.is_answered_late(id, Answer::Session(Ok(NOBODY)));
        assert_eq!(session.view(), &before, "{id:?}");
        assert_eq!(session.effects(), [], "{id:?}");
        assert_eq!(session.outcome(refresh), None, "{id:?}");
    }
    session.reads(session_of(GRACE));
    assert_eq!((session.user(), session.outcome(refresh)), (Some(2), Some(Ok(Outcome::Published))));
}

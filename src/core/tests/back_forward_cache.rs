//! Back from the back/forward cache: gates close first, and the answer opens them.

use super::answers::{ADA, GRACE, NOBODY, network, session_of, sign_in_of};
use super::harness::{ELSEWHERE, HOUR, MINUTE, SECOND, Session};
use crate::api::Code;
use crate::core::{Answer, Outcome, Policy, Reason, Request, SessionEvent, Status, TabMessage};

#[test]
fn gates_close_before_the_answer_and_open_with_it() {
    let mut session = Session::that_read(session_of(ADA));
    session.is_restored();
    assert_eq!(session.status(), Status::Unknown);
    assert!(!session.can("chat-history"));
    assert_eq!(session.sent(), [Request::Session]);
    session.reads(session_of(ADA));
    assert!(session.can("chat-history"));
    assert_eq!(session.session_events(), [], "nobody signed in or out");
}

#[test]
fn a_page_cannot_do_without_it_and_no_distance_is_kept() {
    let policy = Policy { on_focus: false, ..Policy::default() };
    let mut session = Session::started_with(policy);
    session.reads(session_of(ADA));
    session.is_restored();
    assert_eq!(session.sent(), [Request::Session]);
}

#[test]
fn a_failure_opens_nothing_and_a_later_answer_does() {
    let mut session = Session::that_read(session_of(ADA));
    session.is_restored();
    session.fails_to_read(network());
    assert_eq!((session.status(), session.error()), (Status::Unknown, Some(Code::Network)));
    session.passes(SECOND);
    session.reads(session_of(ADA));
    assert!(session.can("chat-history"));
}

#[test]
fn whoever_is_signed_in_now_is_shown() {
    let mut session = Session::that_read(session_of(ADA));
    session.is_restored();
    session.reads(session_of(GRACE));
    assert_eq!(session.user(), Some(2));
    assert_eq!(session.session_events(), [SessionEvent::SignedIn]);
}

#[test]
fn a_session_that_ended_meanwhile_has_ended() {
    let mut session = Session::that_read(session_of(ADA));
    session.is_restored();
    session.reads(NOBODY);
    assert_eq!(session.reason(), Some(Reason::Ended));
    assert_eq!(session.session_events(), [SessionEvent::SignedOut(Reason::Ended)]);
}

#[test]
fn a_call_from_before_gets_the_new_answer() {
    let mut session = Session::that_read(session_of(ADA));
    let refresh = session.refresh();
    session.is_restored();
    session.reads(session_of(GRACE));
    assert_eq!(session.outcome(refresh), Some(Ok(Outcome::Published)));
}

#[test]
fn gates_close_on_the_way_in_and_nothing_is_read_there() {
    let mut session = Session::that_read(session_of(ADA));
    session.is_cached();
    assert_eq!((session.status(), session.can("chat-history")), (Status::Unknown, false));
    session.passes(HOUR);
    assert_eq!(session.in_flight(), []);
}

/// Browsers tell of visibility before they tell of the return.
#[test]
fn a_return_is_one_read_however_it_is_told() {
    let mut session = Session::that_read(session_of(ADA));
    session.is_cached();
    session.passes(HOUR);
    session.shows();
    session.gets_focus();
    assert_eq!((session.sent(), session.can("chat-history")), (vec![], false));
    session.is_restored();
    assert_eq!(session.sent(), [Request::Session]);
    session.reads(session_of(ADA));
    assert!(session.can("chat-history"));
    assert_eq!(session.in_flight(), []);
}

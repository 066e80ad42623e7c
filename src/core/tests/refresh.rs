//! `refresh()` and `read()`: each is answered by a read that was sent at or after its call.

use super::answers::{ADA, ADA_AS_EXPERT, GRACE, NO_SESSION, network, session_of};
use super::harness::{SECOND, Session};
use crate::api::Code;
use crate::core::{Answer, Command, Event, Outcome, Request, RequestId, SessionEvent};

const PUBLISHED: Option<Result<Outcome, Code>> = Some(Ok(Outcome::Done));

#[test]
fn calls_at_the_moment_of_a_read_share_it() {
    let mut session = Session::started();
    let calls = [session.refresh(), session.read(), session.refresh()];
    session.focus();
    assert_eq!(session.sent(), []);
    session.answer_read(session_of(ADA));
    for call in calls {
        assert_eq!(session.outcome(call), PUBLISHED);
    }
    assert_eq!(session.in_flight(), [], "one read was enough");
}

/// The calls may be milliseconds apart. The read is sent after the last one.
#[test]
fn calls_of_one_task_share_one_read_that_is_sent_after_the_task() {
    let mut session = Session::after_read(session_of(ADA));
    let mut calls = Vec::new();
    for _ in 0..50 {
        calls.push(session.call_within_task(|call| Event::Asked {
            command: Command::Refresh,
            call,
            within: false,
        }));
        session.call_within_task(|call| Event::Asked { command: Command::SsoConfig, call, within: false });
        session.delay_timers(1);
    }
    assert!(!session.is_reading());
    session.fire_timer();
    assert_eq!(session.sent(), [Request::Session]);
    session.answer_read(session_of(ADA));
    assert_eq!(session.sent(), []);
    assert!(calls.iter().all(|call| session.outcome(*call) == PUBLISHED));
}

/// A page on which the user has just bought a feature needs an answer from after that.
#[test]
fn a_read_that_was_sent_earlier_answers_no_later_call() {
    let mut session = Session::after_read(session_of(ADA));
    session.focus();
    session.pass_time(1);
    let calls = [session.refresh(), session.read()];
    assert_eq!(session.sent(), [], "one read at a time");
    session.answer_read(session_of(ADA));
    assert_eq!((session.outcome(calls[0]), session.sent()), (None, vec![Request::Session]));
    session.answer_read(session_of(ADA_AS_EXPERT));
    for call in calls {
        assert_eq!(session.outcome(call), PUBLISHED);
    }
    assert!(session.can("report-analysis"));
}

#[test]
fn a_refresh_reads_at_once_however_recent_the_last_read() {
    let mut session = Session::started();
    session.answer_read(session_of(ADA));
    session.refresh();
    assert_eq!(session.sent(), [Request::Session]);
}

#[test]
fn revalidation_failed_is_dispatched_for_reads_without_a_call() {
    for is_called in [true, false] {
        let mut session = Session::after_read(session_of(ADA));
        let call = is_called.then(|| session.refresh());
        if !is_called {
            session.focus();
        }
        session.fail_read(network());
        let expected = if is_called { vec![] } else { vec![SessionEvent::RevalidationFailed(network())] };
        assert_eq!(session.session_events(), expected);
        assert!(call.is_none_or(|call| session.outcome(call) == Some(Err(Code::Network))));
        session.pass_time(SECOND);
        session.fail_read(network());
        assert_eq!(session.session_events(), [SessionEvent::RevalidationFailed(network())]);
    }
}

#[test]
fn answers_with_an_unknown_request_number_change_nothing() {
    let mut session = Session::after_read(session_of(ADA));
    let refresh = session.refresh();
    let asked = session.under_way(Request::Session).unwrap().id.0;
    let before = session.view().clone();
    for id in [0, asked - 1, asked + 1, 77].map(RequestId) {
        session.answer_to(id, Ok(Answer::Session(NO_SESSION)));
        assert_eq!(
            (session.view(), session.sent(), session.outcome(refresh)),
            (&before, vec![], None),
            "{id:?}"
        );
    }
    session.pass_time(SECOND);
    session.answer_read(session_of(GRACE));
    assert_eq!((session.user(), session.outcome(refresh)), (Some(2), PUBLISHED));
}

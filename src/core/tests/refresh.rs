//! `refresh()`, and other calls that read: answered by a read that was asked for in their turn or later.

use super::answers::{ADA, ADA_AS_EXPERT, GRACE, NO_SESSION, network, session_of};
use super::harness::{SECOND, Session};
use crate::api::Code;
use crate::core::{Answer, Command, Event, Outcome, Request, RequestId, SessionEvent};

const PUBLISHED: Option<Result<Outcome, Code>> = Some(Ok(Outcome::Done));

#[test]
fn calls_of_one_turn_share_its_read() {
    let mut session = Session::started();
    let calls = [session.refresh(), session.read(), session.refresh()];
    session.gets_focus();
    assert_eq!(session.sent(), []);
    session.reads(session_of(ADA));
    for call in calls {
        assert_eq!(session.outcome(call), PUBLISHED);
    }
    assert_eq!(session.in_flight(), [], "one read was enough");
}

/// They may lie milliseconds apart, and the read leaves after the last of them.
#[test]
fn calls_of_one_task_share_one_read_that_leaves_after_it() {
    let mut session = Session::that_read(session_of(ADA));
    let mut calls = Vec::new();
    for _ in 0..50 {
        calls.push(session.calls_within_a_task(|call| Event::Asked {
            command: Command::Refresh,
            call,
            within: false,
        }));
        session.calls_within_a_task(|call| Event::Asked { command: Command::SsoConfig, call, within: false });
        session.lags(1);
    }
    assert!(!session.is_reading());
    session.wakes();
    assert_eq!(session.sent(), [Request::Session]);
    session.reads(session_of(ADA));
    assert_eq!(session.sent(), []);
    assert!(calls.iter().all(|call| session.outcome(*call) == PUBLISHED));
}

/// A page on which a user has just bought a feature needs what the deployment says now.
#[test]
fn a_read_that_was_asked_for_earlier_answers_no_later_call() {
    let mut session = Session::that_read(session_of(ADA));
    session.gets_focus();
    session.passes(1);
    let calls = [session.refresh(), session.read()];
    assert_eq!(session.sent(), [], "one read at a time");
    session.reads(session_of(ADA));
    assert_eq!((session.outcome(calls[0]), session.sent()), (None, vec![Request::Session]));
    session.reads(session_of(ADA_AS_EXPERT));
    for call in calls {
        assert_eq!(session.outcome(call), PUBLISHED);
    }
    assert!(session.can("report-analysis"));
}

#[test]
fn a_read_is_asked_for_at_once_however_recent_the_last_one() {
    let mut session = Session::started();
    session.reads(session_of(ADA));
    session.refresh();
    assert_eq!(session.sent(), [Request::Session]);
}

#[test]
fn each_failure_is_an_event_where_no_call_asked_for_the_read() {
    for is_called in [true, false] {
        let mut session = Session::that_read(session_of(ADA));
        let call = is_called.then(|| session.refresh());
        if !is_called {
            session.gets_focus();
        }
        session.fails_to_read(network());
        let told = if is_called { vec![] } else { vec![SessionEvent::RevalidationFailed(network())] };
        assert_eq!(session.session_events(), told);
        assert!(call.is_none_or(|call| session.outcome(call) == Some(Err(Code::Network))));
        session.passes(SECOND);
        session.fails_to_read(network());
        assert_eq!(session.session_events(), [SessionEvent::RevalidationFailed(network())]);
    }
}

#[test]
fn answers_to_no_request_change_nothing() {
    let mut session = Session::that_read(session_of(ADA));
    let refresh = session.refresh();
    let asked = session.under_way(Request::Session).unwrap().id.0;
    let before = session.view().clone();
    for id in [0, asked - 1, asked + 1, 77].map(RequestId) {
        session.is_answered_late(id, Ok(Answer::Session(NO_SESSION)));
        assert_eq!(
            (session.view(), session.sent(), session.outcome(refresh)),
            (&before, vec![], None),
            "{id:?}"
        );
    }
    session.passes(SECOND);
    session.reads(session_of(GRACE));
    assert_eq!((session.user(), session.outcome(refresh)), (Some(2), PUBLISHED));
}

//! What happened before the engine ran: taken in order, each at its time, as if the engine had been there.

use super::answers::{ADA, GRACE, network, session_of};
use super::harness::{ELSEWHERE, MINUTE, SECOND, Session};
use crate::api::{Code, Failure, SessionAnswer};
use crate::core::{
    Answer, CallId, Event, Policy, Request, RequestId, SessionEvent, SignOutId, Stamp, Status, TabMessage,
};

/// The first read, whose number is 1, has this answer.
fn answered(result: Result<SessionAnswer, Failure>) -> Event {
    Event::Answered { id: RequestId(1), answer: Answer::Session(result), stamp: Stamp::default() }
}

fn started() -> Event {
    Event::Started { initial: None }
}

fn started_knowing(initial: SessionAnswer) -> Event {
    Event::Started { initial: Some(initial) }
}

fn logout(call: u32) -> Event {
    Event::LogoutCalled { call: CallId(call), id: SignOutId(call) }
}

fn late(journal: Vec<(u64, Event)>) -> Session {
    let mut session = Session::new(Policy::default());
    session.starts_late(journal);
    session
}

/// Each of them at its time: the lock has ended by the time when the engine comes.
#[test]
fn another_tabs_sign_out_locks_from_when_it_was_heard() {
    let journal = |now| {
        vec![
            (0, started()),
            (300, answered(Ok(session_of(ADA)))),
            (1_000, Event::Heard(TabMessage::SignedOut(ELSEWHERE))),
            (now, Event::Visible(true)),
        ]
    };
    let session = late(journal(10_999));
    assert_eq!((session.user(), session.is_reading()), (None, false));
    assert_eq!(session.session_events(), [SessionEvent::SignedOut(crate::core::Reason::SignedOut)]);
    let session = late(journal(11_000));
    assert_eq!((session.user(), session.is_reading()), (None, true));
}

#[test]
fn what_is_known_is_no_newer_for_a_late_engine() {
    let mut session = Session::new(Policy { max_stale_ms: MINUTE, ..Policy::default() });
    session.starts_late(vec![
        (0, started()),
        (300, answered(Ok(session_of(ADA)))),
        (40_000, Event::Online(false)),
    ]);
    session.passes(20 * SECOND - 1);
    assert_eq!(session.status(), Status::Authenticated);
    session.passes(1);
    assert_eq!(session.status(), Status::Unknown);
}

#[test]
fn a_first_read_that_failed_is_made_again_when_its_time_has_come() {
    let session = late(vec![(0, started()), (300, answered(Err(network()))), (60_000, Event::Woken)]);
    assert_eq!((session.sent(), session.error()), (vec![Request::Session], Some(Code::Network)));
    let session = late(vec![(0, started()), (300, answered(Err(network())))]);
    assert_eq!((session.sent(), session.wakes_in_ms()), (vec![], Some(500)));
}

#[test]
fn who_came_and_went_meanwhile_is_told_to_nobody() {
    let session = late(vec![
        (0, started_knowing(session_of(ADA))),
        (300, answered(Ok(session_of(GRACE)))),
        (400, logout(1)),
    ]);
    let told = session.session_events();
    assert!(!told.contains(&SessionEvent::SignedIn), "{told:?}");
}

//! The replay of events from before the engine ran: each is handled in order and at its own time.

use super::answers::{ADA, GRACE, network, session_of};
use super::harness::{ELSEWHERE, SECOND, Sent, Session};
use crate::api::{Code, Failure, SessionAnswer};
use crate::core::{
    Answer, CallId, Event, Outcome, PageEvent, Policy, Request, RequestId, SessionEvent, SignOutId, Stamp,
    TabMessage,
};

/// The answer to the first read, which is request 1.
fn first_answer(result: Result<SessionAnswer, Failure>) -> Event {
    Event::Answered { id: RequestId(1), answer: result.map(Answer::Session), stamp: Stamp::default() }
}

fn started() -> Event {
    Event::Started { initial: None }
}

fn started_with_initial(initial: SessionAnswer) -> Event {
    Event::Started { initial: Some(initial) }
}

/// A request that the entry has sent, with its number.
fn sent_by_entry(id: u32, request: Request) -> Sent {
    Sent { id: RequestId(id), request, bearer: false }
}

fn login(call: u32) -> Event {
    Event::LoginCalled { call: CallId(call), complete: true }
}

fn logout(call: u32) -> Event {
    Event::LogoutCalled { call: CallId(call), id: SignOutId(call) }
}

fn replayed(journal: Vec<(u64, Event)>) -> Session {
    let mut session = Session::new(Policy::default());
    session.replay(journal);
    session
}

#[test]
fn the_first_read_is_the_one_that_the_entry_has_sent() {
    let session = replayed(vec![(0, started())]);
    assert_eq!((session.sent(), session.in_flight()), (vec![], &[sent_by_entry(1, Request::Session)][..]));
}

#[test]
fn an_answered_first_read_is_not_sent_again_and_is_published_once() {
    let session = replayed(vec![
        (0, started()),
        (300, first_answer(Ok(session_of(ADA)))),
        (400, Event::Page(PageEvent::Focused)),
    ]);
    assert_eq!((session.user(), session.sent()), (Some(1), vec![]));
    assert_eq!(session.publications().len(), 1);
    assert_eq!(session.session_events(), []);
}

#[test]
fn a_sign_out_from_before_the_engine_is_the_entrys_request_and_locks() {
    for happens in
        [vec![], vec![(300, first_answer(Ok(session_of(ADA))))], vec![(300, Event::Page(PageEvent::Leaving))]]
    {
        let journal = [(0, started()), (100, logout(0))];
        let mut session = replayed(journal.into_iter().chain(happens).collect());
        assert_eq!((session.sent(), session.in_flight()), (vec![], &[sent_by_entry(2, Request::Logout)][..]));
        assert_eq!((session.user(), session.is_reading()), (None, false));
        session.confirm_sign_out();
        assert_eq!(session.outcome(CallId(0)), Some(Ok(Outcome::Done)));
    }
}

#[test]
fn a_sign_out_that_is_called_twice_before_the_engine_is_one_request() {
    let again = Event::LogoutCalled { call: CallId(1), id: SignOutId(0) };
    let elsewhere = Event::Message(TabMessage::SignedIn);
    let mut session = replayed(vec![(0, started()), (100, logout(0)), (200, elsewhere), (300, again)]);
    assert_eq!((session.sent(), session.in_flight()), (vec![], &[sent_by_entry(2, Request::Logout)][..]));
    assert_eq!(session.broadcasts(), [], "the sign-out was called again, so it is not over");
    session.confirm_sign_out();
    assert_eq!(session.outcome(CallId(1)), Some(Ok(Outcome::Done)));
}

/// The engine takes the sign-out's answer only after the replay, so the three seconds begin then.
#[test]
fn a_sign_in_waits_three_seconds_for_the_entrys_sign_out() {
    for happens in [vec![], vec![(10_000, Event::Page(PageEvent::Focused))]] {
        let journal = [(0, started()), (100, logout(0)), (200, login(1))];
        let mut session = replayed(journal.into_iter().chain(happens).collect());
        assert_eq!(session.in_flight(), [sent_by_entry(2, Request::Logout)]);
        session.pass_time(3 * SECOND - 1);
        assert!(session.under_way(Request::Login(CallId(1))).is_none());
        session.pass_time(1);
        assert!(session.under_way(Request::Login(CallId(1))).is_some());
    }
}

/// The lock lasts `timeoutMs`, which is 10 s: if the engine starts later, the lock has ended by then.
#[test]
fn another_tabs_sign_out_locks_from_the_moment_of_its_message() {
    let journal = |now| {
        vec![
            (0, started()),
            (300, first_answer(Ok(session_of(ADA)))),
            (1_000, Event::Message(TabMessage::SignedOut(ELSEWHERE))),
            (now, Event::Page(PageEvent::Visible)),
        ]
    };
    let session = replayed(journal(10_999));
    assert_eq!((session.user(), session.is_reading()), (None, false));
    assert_eq!(session.session_events(), [SessionEvent::SignedOut(crate::core::Reason::SignedOut)]);
    let session = replayed(journal(11_000));
    assert_eq!((session.user(), session.is_reading()), (None, true));
}

#[test]
fn a_failed_first_read_is_sent_again_after_its_wait() {
    let session = replayed(vec![
        (0, started()),
        (300, first_answer(Err(network()))),
        (60_000, Event::Page(PageEvent::Woken)),
    ]);
    assert_eq!((session.sent(), session.error()), (vec![Request::Session], Some(Code::Network)));
    let session = replayed(vec![(0, started()), (300, first_answer(Err(network())))]);
    assert_eq!((session.sent(), session.wakes_in_ms()), (vec![], Some(500)));
}

#[test]
fn a_user_who_signed_in_and_out_before_the_engine_causes_no_signed_in_event() {
    let session = replayed(vec![
        (0, started_with_initial(session_of(ADA))),
        (300, first_answer(Ok(session_of(GRACE)))),
        (400, logout(1)),
    ]);
    let events = session.session_events();
    assert!(!events.contains(&SessionEvent::SignedIn), "{events:?}");
}

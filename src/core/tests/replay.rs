//! What happened before the engine ran: taken in order, each at its time, as if the engine had been there.

use super::answers::{ADA, GRACE, network, session_of};
use super::harness::{ELSEWHERE, SECOND, Sent, Session};
use crate::api::{Code, Failure, SessionAnswer};
use crate::core::{
    Answer, CallId, Event, Outcome, PageEvent, Policy, Request, RequestId, SessionEvent, SignOutId, Stamp,
    TabMessage,
};

/// The first read has this answer. Its number is 1.
fn answered(result: Result<SessionAnswer, Failure>) -> Event {
    Event::Answered { id: RequestId(1), answer: result.map(Answer::Session), stamp: Stamp::default() }
}

fn started() -> Event {
    Event::Started { initial: None }
}

fn started_knowing(initial: SessionAnswer) -> Event {
    Event::Started { initial: Some(initial) }
}

/// A request that the entry has sent, under its number.
fn of_entry(id: u32, request: Request) -> Sent {
    Sent { id: RequestId(id), request, bearer: false }
}

fn login(call: u32) -> Event {
    Event::LoginCalled { call: CallId(call), complete: true }
}

fn logout(call: u32) -> Event {
    Event::LogoutCalled { call: CallId(call), id: SignOutId(call) }
}

fn late(journal: Vec<(u64, Event)>) -> Session {
    let mut session = Session::new(Policy::default());
    session.starts_late(journal);
    session
}

#[test]
fn the_first_read_is_the_one_that_the_entry_has_sent() {
    let session = late(vec![(0, started())]);
    assert_eq!((session.sent(), session.in_flight()), (vec![], &[of_entry(1, Request::Session)][..]));
}

#[test]
fn an_answered_read_is_not_made_again_and_what_it_says_is_published_once() {
    let session = late(vec![
        (0, started()),
        (300, answered(Ok(session_of(ADA)))),
        (400, Event::Page(PageEvent::Focused)),
    ]);
    assert_eq!((session.user(), session.sent()), (Some(1), vec![]));
    assert_eq!(session.publications().len(), 1);
    assert_eq!(session.session_events(), []);
}

#[test]
fn a_sign_out_that_was_called_before_is_the_one_that_the_entry_has_sent_and_locks() {
    for happens in
        [vec![], vec![(300, answered(Ok(session_of(ADA))))], vec![(300, Event::Page(PageEvent::Leaving))]]
    {
        let journal = [(0, started()), (100, logout(0))];
        let mut session = late(journal.into_iter().chain(happens).collect());
        assert_eq!((session.sent(), session.in_flight()), (vec![], &[of_entry(2, Request::Logout)][..]));
        assert_eq!((session.user(), session.is_reading()), (None, false));
        session.signs_out();
        assert_eq!(session.outcome(CallId(0)), Some(Ok(Outcome::Done)));
    }
}

#[test]
fn a_sign_out_of_the_entry_has_one_number_however_often_it_was_called() {
    let again = Event::LogoutCalled { call: CallId(1), id: SignOutId(0) };
    let elsewhere = Event::Message(TabMessage::SignedIn);
    let mut session = late(vec![(0, started()), (100, logout(0)), (200, elsewhere), (300, again)]);
    assert_eq!((session.sent(), session.in_flight()), (vec![], &[of_entry(2, Request::Logout)][..]));
    assert_eq!(session.broadcasts(), [], "it was called again: it is not over");
    session.signs_out();
    assert_eq!(session.outcome(CallId(1)), Some(Ok(Outcome::Done)));
}

/// Its answer is taken only now, so the sign-in waits for it from now on.
#[test]
fn a_sign_in_waits_no_less_for_a_sign_out_that_the_entry_has_sent() {
    for happens in [vec![], vec![(10_000, Event::Page(PageEvent::Focused))]] {
        let journal = [(0, started()), (100, logout(0)), (200, login(1))];
        let mut session = late(journal.into_iter().chain(happens).collect());
        assert_eq!(session.in_flight(), [of_entry(2, Request::Logout)]);
        session.passes(3 * SECOND - 1);
        assert!(session.under_way(Request::Login(CallId(1))).is_none());
        session.passes(1);
        assert!(session.under_way(Request::Login(CallId(1))).is_some());
    }
}

/// Each of them at its time: the lock has ended by the time when the engine comes.
#[test]
fn another_tabs_sign_out_locks_from_when_it_was_heard() {
    let journal = |now| {
        vec![
            (0, started()),
            (300, answered(Ok(session_of(ADA)))),
            (1_000, Event::Message(TabMessage::SignedOut(ELSEWHERE))),
            (now, Event::Page(PageEvent::Visible)),
        ]
    };
    let session = late(journal(10_999));
    assert_eq!((session.user(), session.is_reading()), (None, false));
    assert_eq!(session.session_events(), [SessionEvent::SignedOut(crate::core::Reason::SignedOut)]);
    let session = late(journal(11_000));
    assert_eq!((session.user(), session.is_reading()), (None, true));
}

#[test]
fn a_first_read_that_failed_is_made_again_when_its_time_has_come() {
    let session =
        late(vec![(0, started()), (300, answered(Err(network()))), (60_000, Event::Page(PageEvent::Woken))]);
    assert_eq!((session.sent(), session.error()), (vec![Request::Session], Some(Code::Network)));
    let session = late(vec![(0, started()), (300, answered(Err(network())))]);
    assert_eq!((session.sent(), session.wakes_in_ms()), (vec![], Some(500)));
}

#[test]
fn a_user_who_came_and_went_meanwhile_is_no_session_event() {
    let session = late(vec![
        (0, started_knowing(session_of(ADA))),
        (300, answered(Ok(session_of(GRACE)))),
        (400, logout(1)),
    ]);
    let told = session.session_events();
    assert!(!told.contains(&SessionEvent::SignedIn), "{told:?}");
}

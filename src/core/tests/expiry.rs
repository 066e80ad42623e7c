//! The end of a session 24 hours after a sign-in on this page, by the clock that has advanced further.

use super::answers::{ADA, NO_SESSION, session_of, sign_in_of, tokenless_sign_in_of};
use super::harness::{HOUR, MINUTE, SECOND, Session};
use crate::core::{Answer, Broadcast, Policy, Reason, Request, SessionEvent, Status};

const DAY: u64 = 24 * HOUR;

/// A session in which Ada has just signed in, and a read has confirmed it.
fn fresh() -> Session {
    fresh_with(Policy::default())
}

fn fresh_with(policy: Policy) -> Session {
    let mut session = Session::after_read_with(policy, NO_SESSION);
    session.login();
    session.answer_sign_in(sign_in_of(ADA));
    session.answer_read(session_of(ADA));
    session
}

fn has_expired(session: &Session) -> bool {
    (session.status(), session.reason()) == (Status::Unauthenticated, Some(Reason::Expired))
}

#[test]
fn a_session_expires_by_itself_a_day_after_its_sign_in_was_sent() {
    for answer in [sign_in_of(ADA), tokenless_sign_in_of(ADA)] {
        let mut session = Session::after_read(NO_SESSION);
        session.login();
        session.pass_time(9 * SECOND);
        session.answer_sign_in(answer);
        session.answer_read(session_of(ADA));
        session.hide();
        session.pass_time(DAY - 9 * SECOND - 1);
        assert!(session.can("chat-history"));
        session.pass_time(1);
        assert!(has_expired(&session) && !session.can("chat-history") && !session.holds_token());
        assert_eq!(session.session_events(), [SessionEvent::SignedOut(Reason::Expired)]);
        assert_eq!(session.broadcasts(), [Broadcast::Changed]);
    }
}

/// No event tells a page that its computer slept, and its timers may have stood still: it checks at least every ten minutes.
#[test]
fn a_session_ends_24_hours_after_its_sign_in_asleep_or_awake() {
    let ways: [fn(&mut Session); 3] = [
        |session| {
            session.sleep(DAY);
            session.show();
        },
        |session| {
            session.sleep(DAY);
            session.pass_time(10 * MINUTE);
        },
        // A timer fires early.
        |session| {
            session.pass_time(HOUR);
            session.fire_timer();
            assert!(session.can("chat-history"));
            session.pass_time(23 * HOUR);
        },
    ];
    for way in ways {
        let mut session = fresh();
        way(&mut session);
        assert!(has_expired(&session));
    }
}

#[test]
fn the_timer_waits_at_most_ten_minutes_and_is_cleared_with_the_session() {
    let mut session = fresh();
    assert_eq!(session.wakes_in_ms(), Some(10 * MINUTE));
    session.pass_time(DAY - 2 * MINUTE);
    assert_eq!(session.wakes_in_ms(), Some(2 * MINUTE));
    session.logout();
    session.confirm_sign_out();
    assert_eq!(session.wakes_in_ms(), None);
}

/// The answer may be of a newer session, so another read follows.
#[test]
fn an_answer_to_a_read_from_before_the_expiry_shows_no_user() {
    let mut session = fresh();
    session.pass_time(MINUTE);
    session.focus();
    let read = session.under_way(Request::Session).unwrap();
    session.sleep(DAY);
    session.answer_to(read.id, Ok(Answer::Session(session_of(ADA))));
    assert!(has_expired(&session) && session.is_reading());
}

/// The day counts from the sending of the sign-in.
#[test]
fn expires_at_is_a_day_after_a_sign_in_here_and_otherwise_unknown() {
    let mut session = Session::after_read(NO_SESSION);
    session.login();
    let sent_at = session.now_ms();
    session.pass_time(SECOND);
    session.answer_sign_in(sign_in_of(ADA));
    session.answer_read(session_of(ADA));
    assert_eq!(session.view().expires_at_ms, Some(sent_at + DAY));
    session.logout();
    assert_eq!(session.view().expires_at_ms, None);
    assert_eq!(Session::after_read(session_of(ADA)).view().expires_at_ms, None);
}

#[test]
fn expiring_is_dispatched_once_five_minutes_before_the_end() {
    let mut session = fresh();
    session.pass_time(DAY - 5 * MINUTE - 1);
    assert_eq!(session.session_events(), []);
    session.pass_time(1);
    assert_eq!(session.session_events(), [SessionEvent::Expiring]);
    session.pass_time(MINUTE);
    session.focus();
    assert_eq!(session.session_events(), []);

    let mut away = fresh();
    away.enter_cache();
    away.sleep(DAY - MINUTE);
    away.return_from_cache();
    assert_eq!(away.session_events(), []);
    away.answer_read(session_of(ADA));
    assert_eq!(away.session_events(), [SessionEvent::Expiring], "once the user is shown again");
}

#[test]
fn a_sign_in_that_is_answered_a_day_late_has_expired_though_the_one_before_it_is_unverified() {
    let mut session = fresh();
    session.login();
    session.login();
    session.pass_time(DAY);
    session.answer_sign_in(sign_in_of(ADA));
    assert!(has_expired(&session));
}

//! A token's known end: 24 hours from a sign-in seen here, by whichever clock has run further.

use super::answers::{ADA, NO_SESSION, session_of, sign_in_of, tokenless_sign_in_of};
use super::harness::{HOUR, MINUTE, SECOND, Session};
use crate::core::{Answer, Broadcast, Policy, Reason, Request, SessionEvent, Status};

const DAY: u64 = 24 * HOUR;

/// Ada signed in and was confirmed, just now.
fn fresh() -> Session {
    fresh_with(Policy::default())
}

fn fresh_with(policy: Policy) -> Session {
    let mut session = Session::with_that_read(policy, NO_SESSION);
    session.login();
    session.signs_in(sign_in_of(ADA));
    session.reads(session_of(ADA));
    session
}

fn has_expired(session: &Session) -> bool {
    (session.status(), session.reason()) == (Status::Unauthenticated, Some(Reason::Expired))
}

#[test]
fn a_session_expires_by_itself_a_day_after_its_sign_in_was_sent() {
    for answer in [sign_in_of(ADA), tokenless_sign_in_of(ADA)] {
        let mut session = Session::that_read(NO_SESSION);
        session.login();
        session.passes(9 * SECOND);
        session.signs_in(answer);
        session.reads(session_of(ADA));
        session.hides();
        session.passes(DAY - 9 * SECOND - 1);
        assert!(session.can("chat-history"));
        session.passes(1);
        assert!(has_expired(&session) && !session.can("chat-history") && !session.holds_token());
        assert_eq!(session.session_events(), [SessionEvent::SignedOut(Reason::Expired)]);
        assert_eq!(session.broadcasts(), [Broadcast::Changed]);
    }
}

/// No event tells a page that its computer slept, and its timers may have slept along: it checks at least every ten minutes.
#[test]
fn a_session_ends_24_hours_after_its_sign_in_asleep_or_awake() {
    let ways: [fn(&mut Session); 3] = [
        |session| {
            session.sleeps(DAY);
            session.shows();
        },
        |session| {
            session.sleeps(DAY);
            session.passes(10 * MINUTE);
        },
        // A timer fires early.
        |session| {
            session.passes(HOUR);
            session.wakes();
            assert!(session.can("chat-history"));
            session.passes(23 * HOUR);
        },
    ];
    for way in ways {
        let mut session = fresh();
        way(&mut session);
        assert!(has_expired(&session));
    }
}

#[test]
fn a_timer_is_set_in_steps_and_put_away_with_the_session() {
    let mut session = fresh();
    assert_eq!(session.wakes_in_ms(), Some(10 * MINUTE));
    session.passes(DAY - 2 * MINUTE);
    assert_eq!(session.wakes_in_ms(), Some(2 * MINUTE));
    session.logout();
    session.signs_out();
    assert_eq!(session.wakes_in_ms(), None);
}

/// It may tell of a newer session: it is made up for.
#[test]
fn an_answer_from_before_the_end_opens_nothing_after_it() {
    let mut session = fresh();
    session.passes(MINUTE);
    session.gets_focus();
    let read = session.under_way(Request::Session).unwrap();
    session.sleeps(DAY);
    session.is_answered_late(read.id, Ok(Answer::Session(session_of(ADA))));
    assert!(has_expired(&session) && session.is_reading());
}

/// Counted from when the sign-in was sent.
#[test]
fn the_end_is_shown_where_it_is_known() {
    let mut session = Session::that_read(NO_SESSION);
    session.login();
    let sent_at = session.now_ms();
    session.passes(SECOND);
    session.signs_in(sign_in_of(ADA));
    session.reads(session_of(ADA));
    assert_eq!(session.view().expires_at_ms, Some(sent_at + DAY));
    session.logout();
    assert_eq!(session.view().expires_at_ms, None);
    assert_eq!(Session::that_read(session_of(ADA)).view().expires_at_ms, None);
}

#[test]
fn the_page_is_warned_once_five_minutes_before() {
    let mut session = fresh();
    session.passes(DAY - 5 * MINUTE - 1);
    assert_eq!(session.session_events(), []);
    session.passes(1);
    assert_eq!(session.session_events(), [SessionEvent::Expiring]);
    session.passes(MINUTE);
    session.gets_focus();
    assert_eq!(session.session_events(), []);

    let mut away = fresh();
    away.is_cached();
    away.sleeps(DAY - MINUTE);
    away.is_restored();
    assert_eq!(away.session_events(), []);
    away.reads(session_of(ADA));
    assert_eq!(away.session_events(), [SessionEvent::Expiring], "once its user is shown again");
}

#[test]
fn a_sign_in_that_is_answered_a_day_late_has_expired_though_the_one_before_it_is_unverified() {
    let mut session = fresh();
    session.login();
    session.login();
    session.passes(DAY);
    session.signs_in(sign_in_of(ADA));
    assert!(has_expired(&session));
}

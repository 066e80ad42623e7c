//! A token's known end: 24 hours from a sign-in seen here, by whichever clock has run further.

use super::answers::{ADA, NO_SESSION, network, session_of, sign_in_of, tokenless_sign_in_of};
use super::harness::{HOUR, MINUTE, SECOND, Session};
use crate::core::{Answer, Broadcast, Policy, Reason, Request, SessionEvent, Status, TabMessage};

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

#[test]
fn a_request_after_the_end_carries_no_token_that_has_expired() {
    let mut session = fresh();
    session.sleeps(DAY);
    let fetch = session.fetch();
    assert!(!session.under_way(Request::Fetch(fetch)).unwrap().bearer);
    assert!(has_expired(&session));
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

#[test]
fn it_ends_only_what_was_signed_in_here() {
    let others: [fn() -> Session; 3] = [
        || Session::that_read(session_of(ADA)),
        || {
            let mut session = fresh();
            session.receives(TabMessage::SignedIn);
            session.reads(session_of(ADA));
            session
        },
        || {
            let mut session = fresh();
            session.logout();
            session.signs_out();
            session
        },
    ];
    for other in others {
        let mut session = other();
        let reason = session.reason();
        session.passes(10 * DAY);
        assert_eq!(session.reason(), reason);
    }
}

#[test]
fn another_sign_in_starts_another_day() {
    let mut session = fresh();
    session.passes(20 * HOUR);
    session.login();
    session.signs_in(sign_in_of(ADA));
    session.reads(session_of(ADA));
    session.passes(20 * HOUR);
    assert!(session.can("chat-history"));
    session.passes(4 * HOUR);
    assert!(has_expired(&session));
}

#[test]
fn an_end_that_comes_while_the_session_is_not_known_is_an_end() {
    let mut session = fresh_with(Policy { max_stale_ms: HOUR, ..Policy::default() });
    session.hides();
    session.refresh();
    session.fails_to_read(network());
    session.passes(2 * HOUR);
    assert_eq!(session.status(), Status::Unknown);
    session.passes(DAY);
    assert!(has_expired(&session));
}

/// What is shown here was granted by the session that ends now, until a read says more.
#[test]
fn a_sign_in_elsewhere_prolongs_nothing_that_is_shown_here() {
    let mut session = fresh();
    session.hides();
    session.passes(HOUR);
    session.receives(TabMessage::SignedIn);
    assert_eq!((session.user(), session.view().expires_at_ms), (Some(1), None));
    session.passes(DAY - HOUR);
    assert!(!session.can("chat-history"));
    assert_eq!((session.status(), session.session_events()), (Status::Unknown, vec![]), "it may go on");
    session.shows();
    session.reads(session_of(ADA));
    session.passes(2 * DAY);
    assert!(session.can("chat-history"), "the session of that sign-in lives");
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
fn expiring_is_not_published_unless_it_is_asked_for_and_the_end_is_known() {
    let not_asked = fresh_with(Policy { expiring_ms: 0, ..Policy::default() });
    for mut session in [not_asked, Session::that_read(session_of(ADA))] {
        session.passes(DAY - 1);
        assert!(!session.session_events().contains(&SessionEvent::Expiring));
    }
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

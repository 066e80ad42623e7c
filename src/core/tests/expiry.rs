//! A token's known end: 24 hours from a sign-in seen here, by whichever clock has run further.

use super::answers::{ADA, NOBODY, session_of, sign_in_of, tokenless_sign_in_of};
use super::harness::{HOUR, MINUTE, SECOND, Session};
use crate::api::SignedIn;
use crate::core::{Answer, Policy, Reason, Request, SessionEvent, Status, TabMessage};

const DAY: u64 = 24 * HOUR;

/// Ada signed in and was confirmed, just now.
fn fresh(answer: SignedIn) -> Session {
    let mut session = Session::that_read(NOBODY);
    session.login();
    session.signs_in(answer);
    session.reads(session_of(ADA));
    session
}

fn has_expired(session: &Session) -> bool {
    (session.status(), session.reason()) == (Status::Unauthenticated, Some(Reason::Expired))
}

#[test]
fn a_session_expires_by_itself_after_a_day() {
    for answer in [sign_in_of(ADA), tokenless_sign_in_of(ADA)] {
        let mut session = fresh(answer);
        session.hides();
        session.passes(DAY - 1);
        assert!(session.can("chat-history"));
        session.passes(1);
        assert!(has_expired(&session));
        assert!(!session.can("chat-history"));
        assert!(!session.holds_token());
        assert_eq!(session.session_events(), [SessionEvent::SignedOut(Reason::Expired)]);
        assert_eq!(session.tells(), [TabMessage::Changed]);
    }
}

#[test]
fn the_day_begins_when_the_sign_in_was_sent() {
    let mut session = Session::that_read(NOBODY);
    session.login();
    session.passes(9 * SECOND);
    session.signs_in(sign_in_of(ADA));
    session.reads(session_of(ADA));
    session.passes(DAY - 9 * SECOND);
    assert!(has_expired(&session));
}

#[test]
fn a_machine_that_slept_through_the_end_finds_it_on_waking() {
    let mut session = fresh(sign_in_of(ADA));
    session.sleeps(DAY);
    assert!(session.can("chat-history"), "nothing has happened yet");
    session.shows();
    assert!(has_expired(&session));
}

#[test]
fn a_wall_clock_that_is_set_back_gains_nothing() {
    let mut session = fresh(sign_in_of(ADA));
    session.is_set_back(10 * HOUR);
    session.passes(DAY);
    assert!(has_expired(&session));
}

#[test]
fn a_timer_that_fires_early_is_set_again() {
    let mut session = fresh(sign_in_of(ADA));
    session.passes(HOUR);
    session.wakes();
    assert!(session.can("chat-history"));
    session.passes(23 * HOUR);
    assert!(has_expired(&session));
}

/// Timers are the page's: one is set where the time has changed, and put away where nothing is left to wait for.
#[test]
fn a_timer_is_set_once_and_put_away_with_the_session() {
    let mut session = fresh(sign_in_of(ADA));
    let wake = session.wakes_in_ms().unwrap();
    assert!(wake <= 10 * MINUTE, "in steps");
    session.passes(SECOND);
    session.shows();
    assert_eq!((session.effects(), session.wakes_in_ms()), (&[][..], Some(wake - SECOND)));
    session.logout();
    session.signs_out();
    assert_eq!(session.wakes_in_ms(), None);
}

#[test]
fn the_last_step_ends_with_the_token() {
    let mut session = fresh(sign_in_of(ADA));
    session.passes(DAY - 10 * MINUTE);
    session.shows();
    assert_eq!(session.wakes_in_ms(), Some(5 * MINUTE), "to warn");
    session.passes(5 * MINUTE);
    assert_eq!(session.wakes_in_ms(), Some(5 * MINUTE));
}

/// Nobody tells a page in sight that its computer slept, and its timers may have slept along.
#[test]
fn the_end_is_noticed_within_minutes_of_waking() {
    let mut session = fresh(sign_in_of(ADA));
    session.sleeps(DAY);
    session.passes(10 * MINUTE);
    assert!(has_expired(&session));
}

#[test]
fn a_request_after_the_end_carries_no_token_that_has_expired() {
    let mut session = fresh(sign_in_of(ADA));
    session.sleeps(DAY);
    let fetch = session.fetch();
    assert!(!session.under_way(Request::Fetch(fetch)).unwrap().bearer);
    assert!(has_expired(&session));
}

#[test]
fn an_answer_from_before_the_end_opens_nothing_after_it() {
    let mut session = fresh(sign_in_of(ADA));
    session.passes(MINUTE);
    session.gets_focus();
    let read = session.under_way(Request::Session).unwrap();
    session.sleeps(DAY);
    session.is_answered_late(read.id, Answer::Session(Ok(session_of(ADA))));
    assert!(has_expired(&session));
}

#[test]
fn a_session_that_was_only_read_has_no_known_end() {
    let mut session = Session::that_read(session_of(ADA));
    session.passes(10 * DAY);
    assert!(session.can("chat-history"));
}

#[test]
fn a_sign_in_in_another_tab_moves_the_end_out_of_sight() {
    let mut session = fresh(sign_in_of(ADA));
    session.hears(TabMessage::SignedIn);
    session.reads(session_of(ADA));
    session.passes(10 * DAY);
    assert!(session.can("chat-history"));
}

#[test]
fn another_sign_in_starts_another_day() {
    let mut session = fresh(sign_in_of(ADA));
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
fn after_a_sign_out_nothing_expires() {
    let mut session = fresh(sign_in_of(ADA));
    session.logout();
    session.signs_out();
    session.passes(2 * DAY);
    assert_eq!(session.reason(), Some(Reason::SignedOut));
}

#[test]
fn an_end_that_comes_while_the_session_is_not_known_is_an_end() {
    let policy = Policy { max_stale_ms: HOUR, ..Policy::default() };
    let mut session = Session::signed_in_with(policy);
    session.hides();
    session.refresh();
    session.fails_to_read(super::answers::network());
    session.passes(2 * HOUR);
    assert_eq!(session.status(), Status::Unknown);
    session.passes(DAY);
    assert!(has_expired(&session));
}

/// By the wall clock, from when the sign-in was sent; known after a sign-in seen here.
#[test]
fn the_end_is_shown_where_it_is_known() {
    let mut session = Session::that_read(NOBODY);
    session.login();
    let (sent_at, _) = session.clocks();
    session.passes(SECOND);
    session.signs_in(sign_in_of(ADA));
    assert_eq!(session.view().expires_at_ms, Some(sent_at + DAY));
    session.reads(session_of(ADA));
    assert_eq!(session.view().expires_at_ms, Some(sent_at + DAY));
    session.hears(TabMessage::SignedIn);
    assert_eq!(session.view().expires_at_ms, None, "another session may have taken its place");
    session.logout();
    assert_eq!(session.view().expires_at_ms, None);
    assert_eq!(Session::that_read(session_of(ADA)).view().expires_at_ms, None);
}

#[test]
fn the_page_is_warned_once_five_minutes_before() {
    let mut session = fresh(sign_in_of(ADA));
    session.passes(DAY - 5 * MINUTE - 1);
    assert_eq!(session.session_events(), []);
    session.passes(1);
    assert_eq!(session.session_events(), [SessionEvent::Expiring]);
    session.passes(MINUTE);
    session.gets_focus();
    assert_eq!(session.session_events(), []);
}

#[test]
fn nobody_is_warned_who_did_not_ask_for_it_or_has_no_known_end() {
    let policy = Policy { expiring_ms: 0, ..Policy::default() };
    for mut session in [Session::signed_in_with(policy), Session::that_read(session_of(ADA))] {
        session.passes(DAY - 1);
        assert!(!session.session_events().contains(&SessionEvent::Expiring));
    }
}

#[test]
fn a_page_that_was_away_is_warned_once_its_user_is_shown_again() {
    let mut session = fresh(sign_in_of(ADA));
    session.is_cached();
    session.sleeps(DAY - MINUTE);
    session.is_restored();
    assert_eq!(session.session_events(), []);
    session.reads(session_of(ADA));
    assert_eq!(session.session_events(), [SessionEvent::Expiring]);
}

/// What is shown here was granted by the session that ends now.
#[test]
fn a_sign_in_elsewhere_prolongs_nothing_that_is_shown_here() {
    let mut session = fresh(sign_in_of(ADA));
    session.hides();
    session.passes(HOUR);
    session.hears(TabMessage::SignedIn);
    assert_eq!((session.user(), session.view().expires_at_ms), (Some(1), None));
    session.passes(DAY - HOUR - 1);
    assert!(session.can("chat-history"));
    session.passes(1);
    assert!(has_expired(&session));
    session.shows();
    session.reads(session_of(ADA));
    assert!(session.can("chat-history"), "the session of that sign-in lives");
    session.passes(DAY);
    assert!(session.can("chat-history"), "and when it ends, nobody here knows");
}

/// It may have told of a newer session.
#[test]
fn a_read_that_the_end_cuts_off_is_made_up_for() {
    let mut session = Session::signed_in();
    session.passes(24 * HOUR - MINUTE - SECOND);
    session.is_cached();
    session.is_restored();
    session.shows();
    assert!(session.is_reading());
    assert_eq!(session.view().reason, None);
    session.passes(2 * SECOND);
    assert_eq!(session.view().reason, Some(Reason::Expired));
    assert!(session.is_reading());
}

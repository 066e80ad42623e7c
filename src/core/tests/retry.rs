//! Failed reads are tried again: backoff, jitter, cap, and the deployment's own wish.

use super::answers::{ADA, busy_for, network, session_of, sign_in_of, status, timeout};
use super::harness::{HOUR, MINUTE, SECOND, Session};
use crate::api::Failure;
use crate::api::retry_after::LONGEST_MS;
use crate::core::{Policy, Request, Status, TabMessage};

#[test]
fn waits_double_up_to_the_cap() {
    let mut session = Session::started();
    for half_of_the_span in [500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000] {
        session.fails_to_read(network());
        assert_eq!(session.wakes_in_ms(), Some(half_of_the_span));
        session.passes(half_of_the_span - 1);
        assert!(!session.is_reading());
        session.passes(1);
        assert!(session.is_reading());
    }
}

#[test]
fn jitter_is_full() {
    let mut session = Session::started();
    session.draws(u32::MAX);
    session.fails_to_read(network());
    assert_eq!(session.wakes_in_ms(), Some(999));

    let mut session = Session::started();
    session.draws(0);
    session.fails_to_read(network());
    assert!(session.is_reading());
}

#[test]
fn an_answer_starts_the_waits_anew() {
    let mut session = Session::started();
    for _ in 0..4 {
        session.fails_to_read(network());
        session.passes(MINUTE);
    }
    session.reads(session_of(ADA));
    session.refresh();
    session.fails_to_read(network());
    assert_eq!(session.wakes_in_ms(), Some(500));
}

#[test]
fn a_sign_in_starts_the_waits_anew_and_ends_the_hold() {
    let mut session = Session::started();
    for _ in 0..4 {
        session.fails_to_read(busy_for(600_000));
        session.refresh();
    }
    session.login();
    session.signs_in(sign_in_of(ADA));
    session.fails_to_read(network());
    assert_eq!(session.wakes_in_ms(), Some(500));
}

#[test]
fn a_session_that_could_not_be_read_recovers_by_itself() {
    let mut session = Session::started();
    session.fails_to_read(timeout());
    session.passes(SECOND);
    session.fails_to_read(status(502));
    session.passes(2 * SECOND);
    session.reads(session_of(ADA));
    assert_eq!(session.status(), Status::Authenticated);
    assert_eq!(session.error(), None);
}

#[test]
fn the_deployments_wish_holds_back_whatever_nobody_called_for() {
    let policy = Policy { interval_ms: MINUTE, ..Policy::default() };
    let mut session = Session::with_that_read(policy, session_of(ADA));
    session.refresh();
    session.fails_to_read(busy_for(600_000));
    session.passes(9 * MINUTE);
    session.gets_focus();
    session.hides();
    session.shows();
    session.goes_offline();
    session.comes_online();
    session.hears(TabMessage::Changed);
    assert!(!session.is_reading());
    session.passes(89 * SECOND);
    assert!(!session.is_reading());
    session.passes(2 * SECOND);
    assert!(session.is_reading());
}

#[test]
fn the_deployments_wish_holds_back_no_call() {
    let mut session = Session::started();
    session.fails_to_read(busy_for(600_000));
    session.refresh();
    assert_eq!(session.sent(), [Request::Session]);
    session.reads(session_of(ADA));
    session.passes(MINUTE);
    session.gets_focus();
    assert!(session.is_reading(), "an answer ends the hold");
}

#[test]
fn a_later_failure_does_not_lift_the_hold() {
    let mut session = Session::started();
    session.fails_to_read(busy_for(600_000));
    session.refresh();
    session.fails_to_read(network());
    session.passes(9 * MINUTE);
    assert!(!session.is_reading());
}

#[test]
fn an_absurd_wish_is_waited_for_in_steps_that_a_timer_holds() {
    let mut session = Session::started();
    session.fails_to_read(busy_for(u32::MAX));
    assert_eq!(session.wakes_in_ms(), Some(10 * MINUTE));
    session.passes(u64::from(LONGEST_MS));
    assert!(!session.is_reading());
    assert!(session.wakes_in_ms().is_some(), "the rest is still waited for");
}

#[test]
fn what_trying_again_cannot_help_is_not_tried_again() {
    for failure in [status(403), status(404)] {
        let mut session = Session::started();
        session.fails_to_read(failure);
        session.passes(HOUR);
        assert!(!session.is_reading(), "{failure:?}");
    }
}

#[test]
fn every_fault_of_the_way_or_the_answer_is_tried_again() {
    for failure in [network(), timeout(), status(429), status(500), status(503), Failure::invalid(200)] {
        let mut session = Session::started();
        session.fails_to_read(failure);
        session.passes(SECOND);
        assert!(session.is_reading(), "{failure:?}");
    }
}

#[test]
fn a_hidden_tab_waits_until_it_is_seen() {
    let mut session = Session::started();
    session.hides();
    session.fails_to_read(network());
    session.passes(HOUR);
    assert!(!session.is_reading());
    session.shows();
    assert!(session.is_reading());
}

#[test]
fn a_page_that_is_offline_waits_until_it_is_online() {
    let mut session = Session::started();
    session.goes_offline();
    session.fails_to_read(network());
    session.passes(HOUR);
    assert!(!session.is_reading());
    session.comes_online();
    session.passes(SECOND);
    assert!(session.is_reading());
}

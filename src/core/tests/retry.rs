//! Failed reads are tried again: backoff, jitter, cap, and the deployment's own wish.

use super::answers::{ADA, busy_for, network, session_of, sign_in_of, status, timeout};
use super::harness::{HOUR, MINUTE, SECOND, Session};
use crate::api::Failure;
use crate::api::retry_after::LONGEST_MS;
use crate::core::{Policy, Request, TabMessage};

#[test]
fn waits_double_up_to_the_cap_and_jitter_is_full() {
    let mut session = Session::started();
    for half_of_the_span in [500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000] {
        session.fails_to_read(network());
        session.passes(half_of_the_span - 1);
        assert!(!session.is_reading());
        session.passes(1);
        assert!(session.is_reading());
    }
    for (random, wakes_in_ms) in [(u32::MAX, Some(999)), (0, None)] {
        let mut session = Session::started();
        session.draws(random);
        session.fails_to_read(network());
        assert_eq!((session.wakes_in_ms(), session.is_reading()), (wakes_in_ms, random == 0));
    }
}

#[test]
fn an_answer_and_a_sign_in_start_the_waits_anew() {
    let answered: [fn(&mut Session); 2] = [
        |session| {
            session.reads(session_of(ADA));
            session.refresh();
        },
        |session| {
            session.login();
            session.signs_in(sign_in_of(ADA));
        },
    ];
    for answered in answered {
        let mut session = Session::started();
        for _ in 0..4 {
            session.fails_to_read(busy_for(600_000));
            session.refresh();
        }
        answered(&mut session);
        session.fails_to_read(network());
        assert_eq!(session.wakes_in_ms(), Some(500));
    }
}

#[test]
fn the_deployments_wish_holds_back_every_read_that_no_call_asked_for() {
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
    session.receives(TabMessage::Changed);
    session.passes(89 * SECOND);
    assert!(!session.is_reading());
    session.passes(2 * SECOND);
    assert!(session.is_reading());
}

#[test]
fn the_deployments_wish_holds_back_no_call_and_a_later_failure_does_not_lift_it() {
    let mut session = Session::started();
    session.fails_to_read(busy_for(600_000));
    session.refresh();
    assert_eq!(session.sent(), [Request::Session]);
    session.fails_to_read(network());
    session.passes(9 * MINUTE);
    assert!(!session.is_reading());
    session.refresh();
    session.reads(session_of(ADA));
    session.passes(MINUTE);
    session.gets_focus();
    assert!(session.is_reading(), "an answer ends it");
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
fn what_trying_again_can_help_is_tried_again() {
    let helped = [network(), timeout(), status(429), status(500), status(503), Failure::invalid(200)];
    for (failures, is_tried) in [(&helped[..], true), (&[status(403), status(404)], false)] {
        for failure in failures {
            let mut session = Session::that_read(session_of(ADA));
            session.gets_focus();
            session.fails_to_read(*failure);
            session.passes(if is_tried { SECOND } else { HOUR });
            assert_eq!(session.is_reading(), is_tried, "{failure:?}");
        }
    }
}

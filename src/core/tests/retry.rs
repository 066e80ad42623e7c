//! Failed reads are tried again: backoff, jitter, cap, and `Retry-After`.

use super::answers::{ADA, busy_for, network, session_of, sign_in_of, status, timeout};
use super::harness::{HOUR, MINUTE, SECOND, Session};
use crate::api::Failure;
use crate::api::retry_after::LONGEST_MS;
use crate::core::{Policy, Request, TabMessage};

#[test]
fn waits_double_up_to_the_cap_and_jitter_is_full() {
    let mut session = Session::started();
    for half_of_the_span in [500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000] {
        session.fail_read(network());
        session.pass_time(half_of_the_span - 1);
        assert!(!session.is_reading());
        session.pass_time(1);
        assert!(session.is_reading());
    }
    for (random, wakes_in_ms) in [(u32::MAX, Some(999)), (0, None)] {
        let mut session = Session::started();
        session.set_jitter(random);
        session.fail_read(network());
        assert_eq!((session.wakes_in_ms(), session.is_reading()), (wakes_in_ms, random == 0));
    }
}

#[test]
fn an_answer_and_a_sign_in_reset_the_waits() {
    let answered: [fn(&mut Session); 2] = [
        |session| {
            session.answer_read(session_of(ADA));
            session.refresh();
        },
        |session| {
            session.login();
            session.answer_sign_in(sign_in_of(ADA));
        },
    ];
    for answered in answered {
        let mut session = Session::started();
        for _ in 0..4 {
            session.fail_read(busy_for(600_000));
            session.refresh();
        }
        answered(&mut session);
        session.fail_read(network());
        assert_eq!(session.wakes_in_ms(), Some(500));
    }
}

#[test]
fn retry_after_holds_back_every_read_without_a_call() {
    let policy = Policy { interval_ms: MINUTE, ..Policy::default() };
    let mut session = Session::after_read_with(policy, session_of(ADA));
    session.refresh();
    session.fail_read(busy_for(600_000));
    session.pass_time(9 * MINUTE);
    session.focus();
    session.hide();
    session.show();
    session.go_offline();
    session.come_online();
    session.receive(TabMessage::Changed);
    session.pass_time(89 * SECOND);
    assert!(!session.is_reading());
    session.pass_time(2 * SECOND);
    assert!(session.is_reading());
}

#[test]
fn a_call_reads_in_spite_of_retry_after_which_a_later_failure_does_not_lift() {
    let mut session = Session::started();
    session.fail_read(busy_for(600_000));
    session.refresh();
    assert_eq!(session.sent(), [Request::Session]);
    session.fail_read(network());
    session.pass_time(9 * MINUTE);
    assert!(!session.is_reading());
    session.refresh();
    session.answer_read(session_of(ADA));
    session.pass_time(MINUTE);
    session.focus();
    assert!(session.is_reading(), "an answer ends the wait");
}

#[test]
fn a_huge_retry_after_is_waited_for_in_steps_of_ten_minutes() {
    let mut session = Session::started();
    session.fail_read(busy_for(u32::MAX));
    assert_eq!(session.wakes_in_ms(), Some(10 * MINUTE));
    session.pass_time(u64::from(LONGEST_MS));
    assert!(!session.is_reading());
    assert!(session.wakes_in_ms().is_some(), "the rest is still waited for");
}

#[test]
fn only_failures_that_may_pass_are_tried_again() {
    let passing = [network(), timeout(), status(429), status(500), status(503), Failure::invalid(200)];
    for (failures, is_tried) in [(&passing[..], true), (&[status(403), status(404)], false)] {
        for failure in failures {
            let mut session = Session::after_read(session_of(ADA));
            session.focus();
            session.fail_read(*failure);
            session.pass_time(if is_tried { SECOND } else { HOUR });
            assert_eq!(session.is_reading(), is_tried, "{failure:?}");
        }
    }
}

//! When a session is read again without a call.

use super::answers::{ADA, network, session_of, status};
use super::harness::{HOUR, MINUTE, SECOND, Session};
use crate::core::{Policy, Request, TabMessage};

/// The events that cause a read: focus, visibility, and the network.
const CAUSES: [fn(&mut Session); 3] = [
    Session::focus,
    |session| {
        session.hide();
        session.show();
    },
    |session| {
        session.go_offline();
        session.come_online();
    },
];

fn polling(interval_ms: u64) -> Session {
    let mut session = Session::started_with(Policy { interval_ms, ..Policy::default() });
    session.answer_read(session_of(ADA));
    session
}

#[test]
fn focus_visibility_and_coming_online_cause_a_read() {
    for cause in CAUSES {
        let mut session = Session::after_read(session_of(ADA));
        session.set_jitter(0);
        session.come_online();
        assert_eq!(session.sent(), [], "the page was online all along");
        cause(&mut session);
        assert_eq!(session.sent(), [Request::Session]);
    }
}

/// On some machines `navigator.onLine` is false for ever, though the network works.
#[test]
fn a_browser_that_says_it_is_offline_puts_off_retries_but_no_focus_no_call_and_no_poll() {
    let fails_offline = |policy: Policy, random: u32| {
        let mut session = Session::started_with(policy);
        session.go_offline();
        session.set_jitter(random);
        session.fail_read(status(503));
        session
    };
    for (random, wait) in [(0, 30 * SECOND), (u32::MAX, MINUTE - 1)] {
        let mut session = fails_offline(Policy::default(), random);
        session.pass_time(wait - 1);
        assert!(!session.is_reading());
        session.pass_time(1);
        session.answer_read(session_of(ADA));
        assert_eq!(session.user(), Some(ADA.id));
    }
    let mut session = fails_offline(Policy::default(), u32::MAX);
    session.pass_time(5 * SECOND);
    session.focus();
    assert!(session.is_reading());

    let mut session = fails_offline(Policy::default(), u32::MAX);
    session.refresh();
    assert!(session.is_reading());

    let mut session = fails_offline(Policy { interval_ms: 10 * SECOND, ..Policy::default() }, u32::MAX);
    session.pass_time(10 * SECOND);
    assert!(session.is_reading());
}

#[test]
fn an_answered_read_ends_the_longer_waits_of_an_offline_browser() {
    let mut session = Session::started();
    session.go_offline();
    session.answer_read(session_of(ADA));
    session.set_jitter(u32::MAX);
    session.refresh();
    session.fail_read(status(503));
    session.pass_time(SECOND);
    assert!(session.is_reading(), "the read is tried again with the usual wait");
}

#[test]
fn a_retry_that_is_due_as_the_browser_goes_offline_is_put_off() {
    let mut session = Session::started();
    session.set_jitter(u32::MAX);
    session.fail_read(network());
    session.go_offline();
    session.pass_time(MINUTE - 2);
    assert!(!session.is_reading());
    session.come_online();
    session.pass_time(SECOND);
    assert!(session.is_reading(), "because the network is back");
}

/// After an outage, the reads of many pages must not come at one moment.
#[test]
fn a_focus_soon_after_a_read_causes_one_read_at_a_random_later_moment() {
    for (random, after) in [(0, 5 * SECOND), (1 << 31, 32_500), (u32::MAX, MINUTE - 1)] {
        for cause in [CAUSES[0], CAUSES[1]] {
            for fails in [false, true] {
                let mut session = Session::started();
                session.answer_read(session_of(ADA));
                if fails {
                    session.pass_time(MINUTE);
                    session.focus();
                    // A 403 is not tried again.
                    session.fail_read(status(403));
                }
                session.pass_time(SECOND);
                session.set_jitter(random);
                cause(&mut session);
                cause(&mut session);
                session.pass_time(after - 1);
                assert!(!session.is_reading());
                session.pass_time(1);
                session.answer_read(session_of(ADA));
                session.pass_time(HOUR);
                assert!(!session.is_reading());
            }
        }
    }
}

#[test]
fn a_page_without_on_focus_and_on_online_reads_only_if_a_read_has_failed() {
    let policy = Policy { on_focus: false, on_online: false, ..Policy::default() };
    for cause in CAUSES {
        let mut session = Session::after_read_with(policy, session_of(ADA));
        cause(&mut session);
        session.pass_time(MINUTE);
        assert!(!session.is_reading());
    }
    let mut session = Session::after_read_with(policy, session_of(ADA));
    session.refresh();
    for _ in 0..5 {
        session.fail_read(network());
        session.pass_time(MINUTE);
    }
    session.fail_read(network());
    session.go_offline();
    session.come_online();
    session.pass_time(SECOND);
    assert!(session.is_reading(), "the next try was far away");
}

/// All pages of a building come online at the same moment. A call does not wait.
#[test]
fn pages_that_come_back_online_are_spread_over_a_second() {
    for (random, wait) in [(0, 0), (1 << 31, 500), (u32::MAX, 999)] {
        let mut session = Session::after_read(session_of(ADA));
        session.set_jitter(random);
        session.go_offline();
        session.come_online();
        session.receive(TabMessage::Changed);
        session.pass_time(wait - u64::from(wait > 0));
        assert_eq!(session.is_reading(), wait == 0, "no read is sent by itself before");
        session.pass_time(1);
        assert!(session.is_reading(), "after {wait} ms");
    }
    let mut session = Session::after_read(session_of(ADA));
    session.go_offline();
    session.come_online();
    session.refresh();
    assert!(session.is_reading());
}

#[test]
fn a_visible_page_polls_at_its_interval_but_not_below_min_interval_ms() {
    for (asked, interval) in [(MINUTE, MINUTE), (1, 5 * SECOND)] {
        let mut session = polling(asked);
        for _ in 0..3 {
            session.pass_time(interval - 1);
            assert!(!session.is_reading());
            session.pass_time(1);
            session.answer_read(session_of(ADA));
        }
    }
    let mut session = Session::after_read(session_of(ADA));
    session.pass_time(20 * HOUR);
    assert_eq!((session.is_reading(), session.wakes_in_ms()), (false, None), "the page does not poll");
}

#[test]
fn while_reads_fail_the_next_read_is_the_retry_and_not_a_poll() {
    let mut session = Session::started_with(Policy { interval_ms: 10 * SECOND, ..Policy::default() });
    session.set_jitter(u32::MAX);
    for _ in 0..8 {
        session.fail_read(network());
        session.pass_time(MINUTE);
    }
    session.fail_read(network());
    session.pass_time(MINUTE - 2);
    assert!(!session.is_reading(), "the retry is the next read");
}

#[test]
fn polls_go_on_after_a_final_failure_and_a_focus_does_not_postpone_them() {
    for failure in [status(404), status(403)] {
        let mut session = polling(MINUTE);
        session.pass_time(MINUTE);
        session.fail_read(failure);
        session.pass_time(2 * HOUR);
        assert!(session.is_reading(), "{failure:?}");
    }
    let mut session = polling(10 * SECOND);
    session.pass_time(SECOND);
    session.set_jitter(u32::MAX);
    session.focus();
    session.pass_time(9 * SECOND);
    assert!(session.is_reading(), "ten seconds have passed since the last read");
}

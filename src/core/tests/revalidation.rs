//! When a session is read again without anybody asking.

use super::answers::{ADA, network, session_of, status};
use super::harness::{HOUR, MINUTE, SECOND, Session};
use crate::core::{Outcome, Policy, Request};

#[test]
fn focus_and_becoming_visible_read() {
    let mut session = Session::that_read(session_of(ADA));
    session.gets_focus();
    assert_eq!(session.sent(), [Request::Session]);

    let mut session = Session::that_read(session_of(ADA));
    session.hides();
    assert_eq!(session.sent(), []);
    session.shows();
    assert_eq!(session.sent(), [Request::Session]);
}

#[test]
fn being_visible_is_not_becoming_visible() {
    let mut session = Session::that_read(session_of(ADA));
    session.shows();
    assert_eq!(session.sent(), []);
}

#[test]
fn automatic_reads_keep_their_distance() {
    let mut session = Session::started();
    session.reads(session_of(ADA));
    session.passes(SECOND);
    session.gets_focus();
    session.hides();
    session.shows();
    session.goes_offline();
    session.comes_online();
    session.passes(4 * SECOND - 1);
    assert!(!session.is_reading());
    session.passes(1);
    assert!(session.is_reading());
}

/// A page that is looked at shows what the deployment says, however soon after a read somebody looks.
#[test]
fn a_look_just_after_a_read_is_made_up_for_once() {
    for looks in LOOKS {
        let mut session = Session::started();
        session.reads(session_of(ADA));
        session.passes(SECOND);
        session.draws(0);
        looks(&mut session);
        session.passes(3 * SECOND);
        assert!(!session.is_reading());
        session.passes(2 * SECOND);
        session.reads(session_of(ADA));
        session.passes(HOUR);
        assert!(!session.is_reading());
    }
}

/// All that look after an outage are not to come at one moment.
#[test]
fn looks_too_soon_are_made_up_for_at_moments_of_their_own() {
    for (random, after) in [(0, 5 * SECOND), (1 << 31, 32_500), (u32::MAX, MINUTE - 1)] {
        let mut session = Session::started();
        session.reads(session_of(ADA));
        session.passes(SECOND);
        session.draws(random);
        session.gets_focus();
        session.gets_focus();
        assert_eq!(session.wakes_in_ms(), Some(after));
    }
}

/// A page becomes visible and gets the focus one after the other, and the answer comes after both.
#[test]
fn the_read_under_way_will_do_for_a_look() {
    let policy = Policy { min_interval_ms: 0, ..Policy::default() };
    for between in [0, 99, 5 * SECOND] {
        let mut session = Session::with_that_read(policy, session_of(ADA));
        session.hides();
        session.shows();
        session.passes(between);
        session.gets_focus();
        session.reads(session_of(ADA));
        session.passes(MINUTE);
        assert!(!session.is_reading(), "{between} ms later");
    }
}

/// What somebody does who looks at a page.
const LOOKS: [fn(&mut Session); 3] = [
    Session::gets_focus,
    |session| {
        session.hides();
        session.shows();
    },
    |session| {
        session.goes_offline();
        session.comes_online();
    },
];

#[test]
fn a_look_just_after_a_failed_read_is_made_up_for() {
    for (number, looks) in LOOKS.into_iter().enumerate() {
        let mut session = Session::started();
        // Not tried again by itself.
        session.fails_to_read(status(403));
        session.passes(SECOND);
        session.draws(0);
        looks(&mut session);
        session.passes(3 * SECOND);
        assert!(!session.is_reading(), "{number}");
        session.passes(2 * SECOND);
        assert!(session.is_reading(), "{number}");
    }
}

#[test]
fn a_page_may_do_without_focus_reads() {
    let policy = Policy { on_focus: false, ..Policy::default() };
    let mut session = Session::with_that_read(policy, session_of(ADA));
    session.gets_focus();
    session.hides();
    session.shows();
    assert!(!session.is_reading());
}

#[test]
fn coming_back_online_reads() {
    let mut session = Session::that_read(session_of(ADA));
    session.comes_online();
    assert_eq!(session.sent(), [], "it was online");
    session.goes_offline();
    session.gets_focus();
    assert!(!session.is_reading(), "nothing leaves offline");
    session.comes_online();
    session.passes(SECOND);
    assert!(session.is_reading());
}

/// Everybody in the building comes back at the same moment.
#[test]
fn pages_that_come_back_online_are_spread_over_a_second() {
    for (random, wait) in [(0, 0), (1 << 31, 500), (u32::MAX, 999)] {
        let mut session = Session::that_read(session_of(ADA));
        session.draws(random);
        session.goes_offline();
        session.comes_online();
        session.hears(crate::core::TabMessage::Changed);
        if wait > 0 {
            session.passes(wait - 1);
            assert!(!session.is_reading(), "nothing leaves by itself before");
            session.passes(1);
        }
        assert!(session.is_reading(), "after {wait} ms");
    }
}

#[test]
fn a_call_does_not_wait_for_its_turn_on_coming_online() {
    let mut session = Session::that_read(session_of(ADA));
    session.goes_offline();
    session.comes_online();
    session.refresh();
    assert!(session.is_reading());
}

#[test]
fn a_hidden_page_that_comes_back_online_reads_once_it_is_seen() {
    let policy = Policy { on_focus: false, ..Policy::default() };
    let mut session = Session::with_that_read(policy, session_of(ADA));
    session.hides();
    session.goes_offline();
    session.comes_online();
    session.passes(SECOND);
    assert!(!session.is_reading());
    session.shows();
    assert!(session.is_reading());
}

#[test]
fn a_page_may_do_without_reads_on_coming_online_unless_one_failed() {
    let policy = Policy { on_online: false, ..Policy::default() };
    let mut session = Session::with_that_read(policy, session_of(ADA));
    session.goes_offline();
    session.comes_online();
    session.passes(MINUTE);
    assert!(!session.is_reading());
    session.refresh();
    session.fails_to_read(network());
    for _ in 0..5 {
        session.passes(MINUTE);
        session.fails_to_read(network());
    }
    session.passes(SECOND);
    assert!(!session.is_reading(), "the next try is far away");
    session.goes_offline();
    session.comes_online();
    session.passes(SECOND);
    assert!(session.is_reading());
}

#[test]
fn a_visible_page_polls_where_it_asked_to() {
    let policy = Policy { interval_ms: MINUTE, ..Policy::default() };
    let mut session = Session::started_with(policy);
    session.reads(session_of(ADA));
    for _ in 0..3 {
        session.passes(MINUTE - 1);
        assert!(!session.is_reading());
        session.passes(1);
        assert!(session.is_reading());
        session.reads(session_of(ADA));
    }
}

#[test]
fn without_being_asked_to_a_page_does_not_poll() {
    let mut session = Session::that_read(session_of(ADA));
    session.passes(20 * HOUR);
    assert!(!session.is_reading());
    assert_eq!(session.wakes_in_ms(), None);
}

#[test]
fn a_poll_keeps_the_distance_too() {
    let policy = Policy { interval_ms: 1, ..Policy::default() };
    let mut session = Session::started_with(policy);
    session.reads(session_of(ADA));
    session.passes(5 * SECOND - 1);
    assert!(!session.is_reading());
    session.passes(1);
    assert!(session.is_reading());
}

#[test]
fn a_hidden_tab_never_polls() {
    let policy = Policy { interval_ms: MINUTE, on_focus: false, ..Policy::default() };
    let mut session = Session::with_that_read(policy, session_of(ADA));
    session.reads(session_of(ADA));
    session.hides();
    session.passes(HOUR);
    assert!(!session.is_reading());
    session.shows();
    assert!(session.is_reading(), "a poll is overdue");
}

#[test]
fn polls_wait_offline_and_behind_retries() {
    let policy = Policy { interval_ms: 10 * SECOND, ..Policy::default() };
    let mut session = Session::started_with(policy);
    session.draws(u32::MAX);
    for _ in 0..8 {
        session.fails_to_read(network());
        session.passes(MINUTE);
    }
    session.fails_to_read(network());
    session.passes(MINUTE - 2);
    assert!(!session.is_reading(), "the retry is the next read");
    session.goes_offline();
    session.passes(HOUR);
    assert!(!session.is_reading());
}

#[test]
fn a_403_to_the_pages_own_request_reads_in_the_background() {
    let mut session = Session::that_read(session_of(ADA));
    let fetch = session.fetch();
    session.gets_response(fetch, 403);
    assert_eq!(session.outcome(fetch), Some(Ok(Outcome::Response)), "nobody waits for it");
    assert_eq!(session.sent(), [Request::Session]);
    session.reads(session_of(ADA));

    let second = session.fetch();
    session.gets_response(second, 403);
    assert!(!session.is_reading(), "the last read was just now");
    session.passes(5 * SECOND);
    assert!(session.is_reading());
}

/// Its monotonic clock may have stood still, and the network may come back later than the screen.
#[test]
fn a_machine_that_slept_reads_on_waking() {
    let wakes: [fn(&mut Session); 2] = [Session::gets_focus, |session| {
        session.draws(0);
        session.goes_offline();
        session.comes_online();
    }];
    for wake in wakes {
        let mut session = Session::that_read(session_of(ADA));
        session.sleeps(HOUR);
        wake(&mut session);
        assert_eq!(session.sent(), [Request::Session]);
    }
}

#[test]
fn a_look_does_not_put_a_poll_off() {
    let policy = Policy { interval_ms: 10 * SECOND, ..Policy::default() };
    let mut session = Session::started_with(policy);
    session.reads(session_of(ADA));
    session.passes(SECOND);
    session.draws(u32::MAX);
    session.gets_focus();
    session.passes(9 * SECOND);
    assert!(session.is_reading(), "ten seconds have passed since the last read");
}

#[test]
fn a_page_that_polls_goes_on_after_a_404() {
    for failure in [status(404), status(403)] {
        let policy = Policy { interval_ms: MINUTE, max_stale_ms: HOUR, ..Policy::default() };
        let mut session = Session::started_with(policy);
        session.reads(session_of(ADA));
        session.passes(MINUTE);
        session.fails_to_read(failure);
        session.passes(2 * HOUR);
        assert!(session.is_reading(), "{failure:?}");
    }
}

#[test]
fn a_page_that_polls_opens_again_after_a_403_on_its_return() {
    let policy = Policy { interval_ms: MINUTE, ..Policy::default() };
    let mut session = Session::started_with(policy);
    session.reads(session_of(ADA));
    session.is_restored();
    session.fails_to_read(status(403));
    session.passes(24 * HOUR);
    assert!(session.is_reading());
}

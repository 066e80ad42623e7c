//! When a session is read again without a call.

use super::answers::{ADA, network, session_of, status};
use super::harness::{HOUR, MINUTE, SECOND, Session};
use crate::core::{Policy, Request, TabMessage};

/// What happens to a page as its user comes to look at it.
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

fn that_polls(interval_ms: u64) -> Session {
    let mut session = Session::started_with(Policy { interval_ms, ..Policy::default() });
    session.reads(session_of(ADA));
    session
}

#[test]
fn focus_becoming_visible_and_coming_online_read() {
    for looks in LOOKS {
        let mut session = Session::that_read(session_of(ADA));
        session.draws(0);
        session.comes_online();
        assert_eq!(session.sent(), [], "it was online");
        looks(&mut session);
        assert_eq!(session.sent(), [Request::Session]);
    }
}

/// On some machines `navigator.onLine` is false for ever, though the network works.
#[test]
fn a_browser_that_says_it_is_offline_puts_off_retries_but_no_focus_no_call_and_no_poll() {
    let fails_offline = |policy: Policy, random: u32| {
        let mut session = Session::started_with(policy);
        session.goes_offline();
        session.draws(random);
        session.fails_to_read(status(503));
        session
    };
    for (random, wait) in [(0, 30 * SECOND), (u32::MAX, MINUTE - 1)] {
        let mut session = fails_offline(Policy::default(), random);
        session.passes(wait - 1);
        assert!(!session.is_reading());
        session.passes(1);
        session.reads(session_of(ADA));
        assert_eq!(session.user(), Some(ADA.id));
    }
    let mut session = fails_offline(Policy::default(), u32::MAX);
    session.passes(5 * SECOND);
    session.gets_focus();
    assert!(session.is_reading());

    let mut session = fails_offline(Policy::default(), u32::MAX);
    session.refresh();
    assert!(session.is_reading());

    let mut session = fails_offline(Policy { interval_ms: 10 * SECOND, ..Policy::default() }, u32::MAX);
    session.passes(10 * SECOND);
    assert!(session.is_reading());
}

#[test]
fn a_read_that_is_answered_shows_that_the_network_is_there() {
    let mut session = Session::started();
    session.goes_offline();
    session.reads(session_of(ADA));
    session.draws(u32::MAX);
    session.refresh();
    session.fails_to_read(status(503));
    session.passes(SECOND);
    assert!(session.is_reading(), "tried again as on any page");
}

#[test]
fn a_retry_that_is_due_as_the_browser_goes_offline_is_put_off() {
    let mut session = Session::started();
    session.draws(u32::MAX);
    session.fails_to_read(network());
    session.goes_offline();
    session.passes(MINUTE - 2);
    assert!(!session.is_reading());
    session.comes_online();
    session.passes(SECOND);
    assert!(session.is_reading(), "as the network is back");
}

/// A page that is looked at shows what the deployment says, however soon after a read that is; but pages that look after an
/// outage are not to come at one moment.
#[test]
fn a_look_too_soon_after_a_read_is_made_up_for_once_at_a_moment_of_its_own() {
    for (random, after) in [(0, 5 * SECOND), (1 << 31, 32_500), (u32::MAX, MINUTE - 1)] {
        for looks in [LOOKS[0], LOOKS[1]] {
            for fails in [false, true] {
                let mut session = Session::started();
                session.reads(session_of(ADA));
                if fails {
                    session.passes(MINUTE);
                    session.gets_focus();
                    // Not tried again by itself.
                    session.fails_to_read(status(403));
                }
                session.passes(SECOND);
                session.draws(random);
                looks(&mut session);
                looks(&mut session);
                session.passes(after - 1);
                assert!(!session.is_reading());
                session.passes(1);
                session.reads(session_of(ADA));
                session.passes(HOUR);
                assert!(!session.is_reading());
            }
        }
    }
}

#[test]
fn a_page_may_do_without_looks_unless_a_read_has_failed() {
    let policy = Policy { on_focus: false, on_online: false, ..Policy::default() };
    for looks in LOOKS {
        let mut session = Session::with_that_read(policy, session_of(ADA));
        looks(&mut session);
        session.passes(MINUTE);
        assert!(!session.is_reading());
    }
    let mut session = Session::with_that_read(policy, session_of(ADA));
    session.refresh();
    for _ in 0..5 {
        session.fails_to_read(network());
        session.passes(MINUTE);
    }
    session.fails_to_read(network());
    session.goes_offline();
    session.comes_online();
    session.passes(SECOND);
    assert!(session.is_reading(), "the next try was far away");
}

/// All pages of a building come back at the same moment. A call does not wait for its transition.
#[test]
fn pages_that_come_back_online_are_spread_over_a_second() {
    for (random, wait) in [(0, 0), (1 << 31, 500), (u32::MAX, 999)] {
        let mut session = Session::that_read(session_of(ADA));
        session.draws(random);
        session.goes_offline();
        session.comes_online();
        session.receives(TabMessage::Changed);
        session.passes(wait - u64::from(wait > 0));
        assert_eq!(session.is_reading(), wait == 0, "nothing leaves by itself before");
        session.passes(1);
        assert!(session.is_reading(), "after {wait} ms");
    }
    let mut session = Session::that_read(session_of(ADA));
    session.goes_offline();
    session.comes_online();
    session.refresh();
    assert!(session.is_reading());
}

#[test]
fn a_visible_page_polls_where_it_asked_to_and_keeps_the_distance() {
    for (asked, interval) in [(MINUTE, MINUTE), (1, 5 * SECOND)] {
        let mut session = that_polls(asked);
        for _ in 0..3 {
            session.passes(interval - 1);
            assert!(!session.is_reading());
            session.passes(1);
            session.reads(session_of(ADA));
        }
    }
    let mut session = Session::that_read(session_of(ADA));
    session.passes(20 * HOUR);
    assert_eq!((session.is_reading(), session.wakes_in_ms()), (false, None), "it did not ask");
}

#[test]
fn polls_wait_behind_retries() {
    let mut session = Session::started_with(Policy { interval_ms: 10 * SECOND, ..Policy::default() });
    session.draws(u32::MAX);
    for _ in 0..8 {
        session.fails_to_read(network());
        session.passes(MINUTE);
    }
    session.fails_to_read(network());
    session.passes(MINUTE - 2);
    assert!(!session.is_reading(), "the retry is the next read");
}

#[test]
fn a_poll_goes_on_after_what_is_not_tried_again_and_a_look_does_not_put_it_off() {
    for failure in [status(404), status(403)] {
        let mut session = that_polls(MINUTE);
        session.passes(MINUTE);
        session.fails_to_read(failure);
        session.passes(2 * HOUR);
        assert!(session.is_reading(), "{failure:?}");
    }
    let mut session = that_polls(10 * SECOND);
    session.passes(SECOND);
    session.draws(u32::MAX);
    session.gets_focus();
    session.passes(9 * SECOND);
    assert!(session.is_reading(), "ten seconds have passed since the last read");
}

//! A failed read changes nothing of what is known: it marks it stale, for as long as the page allows.

use super::answers::{ADA, GRACE, NO_SESSION, busy_for, network, session_of, sign_in_of, status};
use super::harness::{HOUR, MINUTE, SECOND, Session};
use crate::api::Code;
use crate::core::{Policy, Reason, Status};

/// Shows what is known without a good answer for one minute at most.
fn patient() -> Policy {
    Policy { max_stale_ms: MINUTE, ..Policy::default() }
}

fn patient_for_a_minute() -> Session {
    let mut session = Session::started_with(patient());
    session.reads(session_of(ADA));
    session
}

/// Left alone by its retries.
fn fails_for_long(session: &mut Session) {
    session.refresh();
    session.fails_to_read(busy_for(600_000));
}

#[test]
fn what_is_known_stays_through_a_failure_and_is_marked_until_a_good_answer() {
    for (answer, reason) in [(session_of(ADA), None), (NO_SESSION, Some(Reason::NoSession))] {
        let mut session = Session::that_read(answer.clone());
        let (status, user) = (session.status(), session.user());
        session.gets_focus();
        session.fails_to_read(network());
        assert_eq!((session.status(), session.user(), session.reason()), (status, user, reason));
        assert_eq!((session.view().stale, session.error()), (true, Some(Code::Network)));
        assert_eq!(session.changes(), []);
        session.refresh();
        session.reads(answer);
        assert_eq!((session.view().stale, session.error()), (false, None));
    }
}

#[test]
fn grants_outlive_the_request_of_the_last_good_answer_for_so_long_and_no_longer() {
    let begun: [fn() -> Session; 4] = [
        patient_for_a_minute,
        || {
            let mut session = Session::started_with(patient());
            session.passes(9 * SECOND);
            session.reads(session_of(ADA));
            session.lags(0);
            session
        },
        || {
            let mut session = Session::new(patient());
            session.starts_knowing(session_of(ADA));
            session
        },
        || {
            let mut session = Session::started_with(patient());
            session.login();
            session.signs_in(sign_in_of(ADA));
            session
        },
    ];
    for begun in begun {
        let mut session = begun();
        let asked_ago = session.now_ms() - Session::BEGINNING_MS;
        if session.is_reading() {
            session.fails_to_read(busy_for(600_000));
        } else {
            fails_for_long(&mut session);
        }
        session.passes(MINUTE - asked_ago - 1);
        assert!(session.can("chat-history"));
        session.passes(1);
        assert_eq!((session.status(), session.can("chat-history")), (Status::Unknown, false));
        assert_eq!(session.error(), Some(Code::ServerError), "the failure behind it");
    }
}

#[test]
fn the_time_runs_while_the_machine_sleeps_and_without_a_failure_it_ends_nothing() {
    let mut session = patient_for_a_minute();
    session.passes(10 * HOUR);
    assert_eq!(session.status(), Status::Authenticated);
    session.refresh();
    session.reads(session_of(ADA));
    fails_for_long(&mut session);
    session.sleeps(HOUR);
    session.wakes();
    assert_eq!(session.status(), Status::Unknown);
}

/// Nothing has failed there, for nothing was tried. Whatever the page chose about focus and network, it is read again by itself.
#[test]
fn the_time_counts_on_a_page_that_was_idle_when_the_network_went() {
    for policy in [patient(), Policy { on_focus: false, on_online: false, ..patient() }] {
        let mut session = Session::started_with(policy);
        session.reads(session_of(ADA));
        session.goes_offline();
        session.passes(MINUTE - 1);
        assert_eq!((session.can("chat-history"), session.view().stale), (true, false));
        session.passes(1);
        assert_eq!((session.status(), session.error()), (Status::Unknown, Some(Code::Network)));
        session.fails_to_read(network());
        session.passes(MINUTE);
        session.fails_to_read(network());
        session.comes_online();
        session.passes(SECOND);
        session.reads(session_of(ADA));
        assert_eq!((session.can("chat-history"), session.error()), (true, None));
    }
}

#[test]
fn a_network_that_is_back_in_time_closes_nothing_and_one_that_goes_late_closes_at_once() {
    let mut session = patient_for_a_minute();
    session.goes_offline();
    session.passes(MINUTE - 1);
    session.comes_online();
    session.passes(1);
    assert!(session.can("chat-history"));
    session.goes_offline();
    assert_eq!((session.status(), session.error()), (Status::Unknown, Some(Code::Network)));
}

#[test]
fn who_is_found_after_one_who_was_never_shown_has_nothing_of_hers() {
    let mut session = Session::started_with(Policy { max_stale_ms: 0, ..Policy::default() });
    session.login();
    session.goes_offline();
    session.signs_in(sign_in_of(GRACE));
    assert_eq!((session.status(), session.holds_token()), (Status::Unknown, true));
    session.comes_online();
    session.passes(SECOND);
    session.reads(session_of(ADA));
    assert_eq!((session.user(), session.view().company, session.holds_token()), (Some(1), None, false));
}

/// The browser says that it is offline, and reads are answered all the same.
#[test]
fn what_an_answered_read_shows_stays_on_a_page_that_its_browser_calls_offline() {
    let mut session = Session::started_with(Policy { max_stale_ms: 0, ..Policy::default() });
    session.goes_offline();
    session.reads(session_of(ADA));
    session.passes(HOUR);
    assert!(session.can("chat-history"));
}

#[test]
fn a_failure_that_closes_is_tried_again_with_its_wait() {
    for failure in [status(503), status(404)] {
        let mut session = patient_for_a_minute();
        session.draws(u32::MAX);
        session.passes(2 * MINUTE);
        session.gets_focus();
        session.fails_to_read(failure);
        assert_eq!((session.status(), session.is_reading()), (Status::Unknown, false));
        session.passes(SECOND);
        assert!(session.is_reading());
    }
}

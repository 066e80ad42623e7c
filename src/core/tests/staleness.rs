//! A failed read changes nothing of what is known: it marks it stale, for as long as the page allows.

use super::answers::{ADA, GRACE, NOBODY, busy_for, network, session_of, sign_in_of};
use super::harness::{ELSEWHERE, HOUR, MINUTE, SECOND, Session};
use crate::api::Code;
use crate::core::{Policy, Reason, Status, TabMessage};

/// Shows Ada without a good answer for one minute at most, and is left alone by its retries.
fn patient_for_a_minute() -> Session {
    let policy = Policy { max_stale_ms: MINUTE, ..Policy::default() };
    let mut session = Session::started_with(policy);
    session.reads(session_of(ADA));
    session
}

#[test]
fn what_is_known_stays_through_a_failure_and_is_marked() {
    let mut session = Session::that_read(session_of(ADA));
    session.gets_focus();
    session.fails_to_read(network());
    assert_eq!((session.status(), session.user()), (Status::Authenticated, Some(1)));
    assert!(session.can("chat-history"));
    assert!(session.view().stale);
    assert_eq!(session.error(), Some(Code::Network));
    assert_eq!(session.changes(), []);
}

#[test]
fn that_nobody_is_signed_in_goes_stale_as_well() {
    let mut session = Session::that_read(NOBODY);
    session.gets_focus();
    session.fails_to_read(network());
    assert_eq!((session.status(), session.reason()), (Status::Unauthenticated, Some(Reason::NoSession)));
    assert!(session.view().stale);
    session.refresh();
    session.reads(NOBODY);
    assert!(!session.view().stale);
    assert_eq!(session.error(), None);
}

#[test]
fn a_good_answer_ends_staleness() {
    let mut session = Session::that_read(session_of(ADA));
    session.gets_focus();
    session.fails_to_read(network());
    session.refresh();
    session.reads(session_of(ADA));
    assert!(!session.view().stale);
    assert_eq!(session.error(), None);
}

#[test]
fn grants_outlive_the_last_good_answer_for_so_long_and_no_longer() {
    let mut session = patient_for_a_minute();
    session.refresh();
    session.fails_to_read(busy_for(600_000));
    session.passes(MINUTE - 1);
    assert!(session.can("chat-history"));
    session.passes(1);
    assert_eq!(session.status(), Status::Unknown);
    assert!(!session.can("chat-history"));
    assert_eq!(session.error(), Some(Code::ServerError), "the failure behind it");
}

#[test]
fn the_time_counts_from_when_the_last_good_answer_was_asked_for() {
    let policy = Policy { max_stale_ms: MINUTE, ..Policy::default() };
    let mut session = Session::started_with(policy);
    session.passes(9 * SECOND);
    session.reads(session_of(ADA));
    session.refresh();
    session.fails_to_read(busy_for(600_000));
    session.passes(51 * SECOND);
    assert_eq!(session.status(), Status::Unknown);
}

#[test]
fn what_a_server_read_outlives_failures_no_longer_than_an_answer_would() {
    let policy = Policy { max_stale_ms: MINUTE, ..Policy::default() };
    let mut session = Session::new(policy);
    session.starts_knowing(session_of(ADA));
    session.fails_to_read(busy_for(600_000));
    session.passes(MINUTE - 1);
    assert!(session.can("chat-history"));
    session.passes(1);
    assert_eq!(session.status(), Status::Unknown);
}

#[test]
fn a_sign_in_that_is_never_confirmed_outlives_failures_no_longer_than_an_answer_would() {
    let policy = Policy { max_stale_ms: MINUTE, ..Policy::default() };
    for before in [Session::started_with(policy), Session::with_that_read(policy, NOBODY)] {
        let mut session = before;
        session.login();
        session.signs_in(sign_in_of(ADA));
        session.fails_to_read(busy_for(600_000));
        session.passes(MINUTE - 1);
        assert!(session.can("chat-history"));
        session.passes(1);
        assert_eq!(session.status(), Status::Unknown);
    }
}

#[test]
fn the_time_runs_while_the_machine_sleeps() {
    let mut session = patient_for_a_minute();
    session.refresh();
    session.fails_to_read(busy_for(600_000));
    session.sleeps(HOUR);
    session.wakes();
    assert_eq!(session.status(), Status::Unknown);
}

/// Nothing fails there, for nothing is tried.
#[test]
fn the_time_counts_on_a_page_that_was_idle_when_the_network_went() {
    let mut session = patient_for_a_minute();
    session.goes_offline();
    session.passes(MINUTE - 1);
    assert_eq!((session.can("chat-history"), session.view().stale), (true, false));
    session.passes(1);
    assert_eq!((session.status(), session.error()), (Status::Unknown, Some(Code::Network)));
    assert!(!session.can("chat-history"));
    session.passes(HOUR);
    assert!(!session.is_reading(), "there is no network");
    session.comes_online();
    session.passes(SECOND);
    session.reads(session_of(ADA));
    assert!(session.can("chat-history"));
    assert_eq!(session.error(), None);
}

/// Whatever the page chose about focus and network: what was closed is read again by itself.
#[test]
fn what_was_closed_offline_is_read_once_there_is_a_network() {
    let policy = Policy { max_stale_ms: MINUTE, on_focus: false, on_online: false, ..Policy::default() };
    let mut session = Session::started_with(policy);
    session.reads(session_of(ADA));
    session.goes_offline();
    session.passes(MINUTE);
    session.comes_online();
    session.passes(SECOND);
    assert!(session.is_reading());
}

#[test]
fn a_network_that_is_back_in_time_closes_nothing() {
    let mut session = patient_for_a_minute();
    session.goes_offline();
    session.passes(MINUTE - 1);
    session.comes_online();
    session.passes(1);
    assert!(session.can("chat-history"));
}

#[test]
fn a_page_that_goes_offline_long_after_its_last_answer_closes_at_once() {
    let mut session = patient_for_a_minute();
    session.passes(HOUR);
    assert!(session.can("chat-history"));
    session.goes_offline();
    assert_eq!((session.status(), session.error()), (Status::Unknown, Some(Code::Network)));
}

#[test]
fn without_a_failure_nothing_goes_stale() {
    let mut session = patient_for_a_minute();
    session.passes(10 * HOUR);
    assert_eq!(session.status(), Status::Authenticated);
}

#[test]
fn what_was_closed_for_staleness_opens_with_the_next_good_answer() {
    let mut session = patient_for_a_minute();
    session.refresh();
    session.fails_to_read(busy_for(600_000));
    session.passes(2 * MINUTE);
    session.refresh();
    session.fails_to_read(network());
    assert_eq!(session.status(), Status::Unknown);
    session.refresh();
    session.reads(session_of(ADA));
    assert!(session.can("chat-history"));
    assert_eq!(session.session_events(), [], "nobody signed in");
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
    assert_eq!((session.user(), session.view().company), (Some(1), None));
    assert!(!session.holds_token());
}

#[test]
fn who_is_found_too_late_to_be_shown_has_not_signed_out() {
    let mut session = Session::with_that_read(Policy { max_stale_ms: MINUTE, ..Policy::default() }, NOBODY);
    session.refresh();
    session.goes_offline();
    session.passes(2 * MINUTE);
    session.reads(session_of(ADA));
    assert_eq!(session.status(), Status::Unknown);
    session.comes_online();
    session.passes(SECOND);
    session.reads(NOBODY);
    assert_eq!(session.reason(), Some(Reason::NoSession));
}

//! After a failed read, the session stays as it was, and is stale; after `maxStaleMs` its user is hidden.

use super::answers::{ADA, GRACE, NO_SESSION, busy_for, network, session_of, sign_in_of, status};
use super::harness::{HOUR, MINUTE, SECOND, Session};
use crate::api::Code;
use crate::core::{Policy, Reason, Status};

/// A policy with a `maxStaleMs` of one minute.
fn stale_for_a_minute() -> Policy {
    Policy { max_stale_ms: MINUTE, ..Policy::default() }
}

fn signed_in_stale_for_a_minute() -> Session {
    let mut session = Session::started_with(stale_for_a_minute());
    session.answer_read(session_of(ADA));
    session
}

/// Fails a read, with a long wait before the next try.
fn fail_for_long(session: &mut Session) {
    session.refresh();
    session.fail_read(busy_for(600_000));
}

#[test]
fn after_a_failed_read_the_session_stays_and_is_stale_until_an_answer() {
    for (answer, reason) in [(session_of(ADA), None), (NO_SESSION, Some(Reason::NoSession))] {
        let mut session = Session::after_read(answer.clone());
        let (status, user) = (session.status(), session.user());
        session.focus();
        session.fail_read(network());
        assert_eq!((session.status(), session.user(), session.reason()), (status, user, reason));
        assert_eq!((session.view().stale, session.error()), (true, Some(Code::Network)));
        assert_eq!(session.changes(), []);
        session.refresh();
        session.answer_read(answer);
        assert_eq!((session.view().stale, session.error()), (false, None));
    }
}

#[test]
fn gates_close_max_stale_ms_after_the_request_of_the_last_answer() {
    let begun: [fn() -> Session; 4] = [
        signed_in_stale_for_a_minute,
        || {
            let mut session = Session::started_with(stale_for_a_minute());
            session.pass_time(9 * SECOND);
            session.answer_read(session_of(ADA));
            session.delay_timers(0);
            session
        },
        || {
            let mut session = Session::new(stale_for_a_minute());
            session.start_with_initial(session_of(ADA));
            session
        },
        || {
            let mut session = Session::started_with(stale_for_a_minute());
            session.login();
            session.answer_sign_in(sign_in_of(ADA));
            session
        },
    ];
    for begun in begun {
        let mut session = begun();
        let asked_ago = session.now_ms() - Session::BEGINNING_MS;
        if session.is_reading() {
            session.fail_read(busy_for(600_000));
        } else {
            fail_for_long(&mut session);
        }
        session.pass_time(MINUTE - asked_ago - 1);
        assert!(session.can("chat-history"));
        session.pass_time(1);
        assert_eq!((session.status(), session.can("chat-history")), (Status::Unknown, false));
        assert_eq!(session.error(), Some(Code::ServerError), "the error is that of the failed read");
    }
}

#[test]
fn max_stale_ms_counts_while_the_computer_sleeps_and_only_after_a_failure() {
    let mut session = signed_in_stale_for_a_minute();
    session.pass_time(10 * HOUR);
    assert_eq!(session.status(), Status::Authenticated);
    session.refresh();
    session.answer_read(session_of(ADA));
    fail_for_long(&mut session);
    session.sleep(HOUR);
    session.fire_timer();
    assert_eq!(session.status(), Status::Unknown);
}

/// No read has failed on such a page, because none was made. It is read again by itself, even without `onFocus` and `onOnline`.
#[test]
fn max_stale_ms_counts_on_an_idle_page_that_goes_offline() {
    for policy in [stale_for_a_minute(), Policy { on_focus: false, on_online: false, ..stale_for_a_minute() }]
    {
        let mut session = Session::started_with(policy);
        session.answer_read(session_of(ADA));
        session.go_offline();
        session.pass_time(MINUTE - 1);
        assert_eq!((session.can("chat-history"), session.view().stale), (true, false));
        session.pass_time(1);
        assert_eq!((session.status(), session.error()), (Status::Unknown, Some(Code::Network)));
        session.fail_read(network());
        session.pass_time(MINUTE);
        session.fail_read(network());
        session.come_online();
        session.pass_time(SECOND);
        session.answer_read(session_of(ADA));
        assert_eq!((session.can("chat-history"), session.error()), (true, None));
    }
}

#[test]
fn coming_online_in_time_keeps_the_gates_open_and_going_offline_later_closes_them() {
    let mut session = signed_in_stale_for_a_minute();
    session.go_offline();
    session.pass_time(MINUTE - 1);
    session.come_online();
    session.pass_time(1);
    assert!(session.can("chat-history"));
    session.go_offline();
    assert_eq!((session.status(), session.error()), (Status::Unknown, Some(Code::Network)));
}

#[test]
fn a_user_found_after_a_sign_in_that_was_never_shown_gets_none_of_its_data() {
    let mut session = Session::started_with(Policy { max_stale_ms: 0, ..Policy::default() });
    session.login();
    session.go_offline();
    session.answer_sign_in(sign_in_of(GRACE));
    assert_eq!((session.status(), session.holds_token()), (Status::Unknown, true));
    session.come_online();
    session.pass_time(SECOND);
    session.answer_read(session_of(ADA));
    assert_eq!((session.user(), session.view().company, session.holds_token()), (Some(1), None, false));
}

/// The browser says that it is offline, but reads are answered.
#[test]
fn an_answered_read_stays_shown_while_the_browser_says_it_is_offline() {
    let mut session = Session::started_with(Policy { max_stale_ms: 0, ..Policy::default() });
    session.go_offline();
    session.answer_read(session_of(ADA));
    session.pass_time(HOUR);
    assert!(session.can("chat-history"));
}

#[test]
fn a_failure_that_closes_the_gates_is_tried_again_after_its_wait() {
    for failure in [status(503), status(404)] {
        let mut session = signed_in_stale_for_a_minute();
        session.set_jitter(u32::MAX);
        session.pass_time(2 * MINUTE);
        session.focus();
        session.fail_read(failure);
        assert_eq!((session.status(), session.is_reading()), (Status::Unknown, false));
        session.pass_time(SECOND);
        assert!(session.is_reading());
    }
}

//! A session that begins with a sign-out pending: an earlier session of the page called it, and nobody confirmed it.

use super::answers::{ADA, DEACTIVATED, GRACE, NOBODY, network, session_of, sign_in_of, status};
use super::harness::{SECOND, Session};
use crate::api::Code;
use crate::core::{Before, EarlierSignOut, Event, Policy, Reason, Request, SessionEvent, Status, TabMessage};

/// The WebAssembly may be lost before it could tell the deployment; the next try begins with that.
fn begun_with_one_pending() -> Session {
    let mut session = Session::new(Policy::default());
    session.starts_with_a_sign_out_pending();
    session
}

#[test]
fn a_session_that_begins_with_one_reads_and_tells_it_then() {
    let mut session = begun_with_one_pending();
    assert_eq!(session.sent(), [Request::Session]);
    session.reads(session_of(ADA));
    assert_eq!(
        (session.sent(), session.tells()),
        (vec![Request::Logout], vec![]),
        "the word was said already"
    );
    assert_eq!(session.status(), Status::Unknown);
    assert!(session.view().sign_out_pending);
    session.signs_out();
    assert_eq!((session.tells(), session.sent()), (vec![TabMessage::SignOutOver], vec![]));
    assert_eq!((session.status(), session.reason()), (Status::Unauthenticated, Some(Reason::SignedOut)));
    session.refresh();
    session.reads(session_of(ADA));
    assert_eq!(session.user(), Some(1), "signed in again since");
}

#[test]
fn a_session_that_begins_with_one_that_fails_shows_nobody() {
    let mut session = begun_with_one_pending();
    session.reads(session_of(ADA));
    session.fails_to_sign_out(network());
    for user in [ADA, GRACE] {
        session.read();
        session.reads(session_of(user));
        assert_eq!(
            (session.status(), session.user()),
            (Status::Unknown, None),
            "nobody knows who signed out"
        );
    }
}

#[test]
fn a_session_that_begins_with_one_tells_it_again() {
    let mut session = begun_with_one_pending();
    session.reads(session_of(ADA));
    session.fails_to_sign_out(status(404));
    session.passes(SECOND);
    assert!(session.under_way(Request::Logout).is_some());
}

#[test]
fn a_session_that_begins_with_one_offline_reads_and_tells_it_once_there_is_a_network() {
    let mut session = Session::on_page(Policy::default(), true, false);
    session.starts_with_a_sign_out_pending();
    assert_eq!(session.sent(), [Request::Session]);
    session.fails_to_read(network());
    session.comes_online();
    session.passes(SECOND);
    session.reads(session_of(ADA));
    assert!(session.under_way(Request::Logout).is_some());
}

#[test]
fn a_session_that_begins_with_one_shows_whoever_is_there_once_it_is_asked() {
    let mut session = begun_with_one_pending();
    session.reads(session_of(ADA));
    session.fails_to_sign_out(network());
    session.refresh();
    assert_eq!(session.tells(), [TabMessage::SignOutOver]);
    session.reads(session_of(ADA));
    assert_eq!(session.user(), Some(ADA.id));
}

/// It was read before the sign-out.
#[test]
fn what_a_server_read_opens_nothing_while_one_is_pending() {
    for initial in [session_of(ADA), NOBODY, DEACTIVATED] {
        let mut session = Session::new(Policy::default());
        session.starts_with_a_sign_out_pending_and(Some(initial));
        assert_eq!((session.user(), session.sent()), (None, vec![Request::Session]));
    }
}

/// The entry may have sent it, as the page left, or as the module did not come.
#[test]
fn one_that_finds_nobody_is_not_told() {
    let mut session = begun_with_one_pending();
    session.reads(NOBODY);
    assert_eq!((session.sent(), session.tells()), (vec![], vec![TabMessage::SignOutOver]));
    assert_eq!(session.reason(), Some(Reason::SignedOut));
    assert_eq!(session.session_events(), [SessionEvent::SignedOut(Reason::SignedOut)]);
}

#[test]
fn a_sign_in_takes_the_place_of_the_one_that_a_session_begins_with() {
    let mut session = begun_with_one_pending();
    session.login();
    session.signs_in(sign_in_of(GRACE));
    session.reads(session_of(GRACE));
    assert_eq!((session.user(), session.under_way(Request::Logout)), (Some(2), None));
}

#[test]
fn a_sign_out_that_a_lost_engine_left_is_not_told_to_grace() {
    let mut session = Session::new(Policy::default());
    session.starts_after(Before {
        sign_out: Some(EarlierSignOut { user: Some(ADA.id), told: 1 }),
        ..Before::default()
    });
    session.reads(session_of(GRACE));
    assert!(session.under_way(Request::Logout).is_none());
    assert_eq!((session.user(), session.tells()), (Some(GRACE.id), vec![TabMessage::SignOutOver]));
}

/// A sign-in in another tab has waited for it, and its cookie is the newer one.
#[test]
fn how_long_one_has_waited_for_its_engine_counts_where_somebody_signs_in_in_another_tab() {
    for age_ms in [2_999, 3_000] {
        let mut session = Session::new(Policy::default());
        session.lags(3 * SECOND);
        session.starts_with_a_sign_out_pending();
        let logout = session.calls(|call| Event::LogoutCalled { call, age_ms });
        assert!(session.under_way(Request::Logout).is_some());
        session.hears(TabMessage::SignedIn);
        let is_given_up = session.outcome(logout) == Some(Err(Code::Superseded));
        assert_eq!(is_given_up, age_ms == 3_000);
        assert_eq!(session.under_way(Request::Logout).is_some(), !is_given_up);
    }
}

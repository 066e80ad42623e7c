//! The lock of a sign-out: from its call on no user is shown, and no session is read. At its end the identity is unverified.

use super::answers::{ADA, NO_SESSION, busy_for, session_of};
use super::harness::{ELSEWHERE, HOUR, MINUTE, SECOND, Session, named};
use crate::api::Code;
use crate::core::{Broadcast, CallId, Outcome, Policy, Reason, Request, SessionEvent, Status, TabMessage};

const OVER: TabMessage = TabMessage::SignOutOver(ELSEWHERE);

/// A session in which Ada's sign-out has failed; it is sent again in ten minutes or later.
fn of_this_page() -> (Session, CallId) {
    let mut session = Session::signed_in();
    let logout = session.logout();
    session.fail_sign_out(busy_for(600_000));
    (session, logout)
}

/// A session of Ada's, who has signed out in another tab.
fn of_another_tab() -> Session {
    let mut session = Session::signed_in();
    session.receive(TabMessage::SignedOut(ELSEWHERE));
    session
}

/// Feeds events that do not end a lock, and returns whether no user was shown, and no read begun.
fn stays_locked(session: &mut Session) -> bool {
    let events: [fn(&mut Session); 6] = [
        Session::focus,
        |session| session.receive(TabMessage::Changed),
        |session| _ = session.read(),
        |session| session.close_sign_in_window(),
        |session| session.return_from_cache(),
        |session| {
            session.go_offline();
            session.come_online();
        },
    ];
    events.into_iter().all(|event| {
        event(session);
        session.user().is_none() && !session.is_reading()
    })
}

/// Asserts that the lock has ended, and the identity is unverified: a read is sent, a request waits for it, and its user is shown.
#[track_caller]
fn assert_ended(session: &mut Session) {
    assert!(session.is_reading());
    let fetch = session.fetch();
    assert!(session.under_way(Request::Fetch(fetch)).is_none());
    session.answer_read(session_of(ADA));
    assert_eq!((session.user(), session.sent()), (Some(1), vec![Request::Fetch(fetch)]));
    session.abort(fetch);
}

#[test]
fn while_a_lock_stands_no_user_is_shown_and_nothing_is_read() {
    assert!(stays_locked(&mut of_this_page().0));
    assert!(stays_locked(&mut of_another_tab()));
    let mut before_anything_was_known = Session::started();
    before_anything_was_known.logout();
    assert!(stays_locked(&mut before_anything_was_known));
}

#[test]
fn a_sign_out_in_another_tab_closes_the_gates_and_is_not_broadcast_again() {
    let session = of_another_tab();
    assert_eq!((session.status(), session.reason()), (Status::Unauthenticated, Some(Reason::SignedOut)));
    assert!(!session.can("chat-history") && !session.holds_token());
    assert!(!session.view().sign_out_pending, "the sign-out is the other tab's");
    assert_eq!(session.session_events(), [SessionEvent::SignedOut(Reason::SignedOut)]);
    assert_eq!((session.broadcasts(), session.sent()), (vec![], vec![]));
}

#[test]
fn the_lock_of_this_page_ends_at_a_refresh_after_the_sign_out_failed() {
    let (mut session, logout) = of_this_page();
    let refresh = session.refresh();
    assert_eq!(session.broadcasts(), [Broadcast::SignOutOver(named(logout))]);
    assert_ended(&mut session);
    assert_eq!(session.outcome(refresh), Some(Ok(Outcome::Done)));
    session.pass_time(HOUR);
    assert_eq!(session.under_way(Request::Logout), None);
}

/// The `signed-in` message may be older than the sign-out.
#[test]
fn the_lock_of_another_tab_does_not_end_at_a_sign_in_elsewhere_or_a_refresh() {
    let mut session = of_another_tab();
    session.receive(TabMessage::SignedIn);
    let refresh = session.refresh();
    assert!(stays_locked(&mut session));
    assert_eq!(session.outcome(refresh), None, "the call waits for the end of the lock");
    session.receive(OVER);
    assert_ended(&mut session);
    assert_eq!(session.outcome(refresh), Some(Ok(Outcome::Done)));
}

/// The tab of the sign-out may be closed. If the sign-out is called again, its lock begins anew with that message.
#[test]
fn the_lock_of_another_tab_ends_by_itself_after_timeout_ms_or_a_minute() {
    for (timeout_ms, lasts_ms) in [(2 * SECOND, 2 * SECOND), (10 * MINUTE, MINUTE)] {
        let mut session =
            Session::after_read_with(Policy { timeout_ms, ..Policy::default() }, session_of(ADA));
        session.receive(TabMessage::SignedOut(ELSEWHERE));
        session.pass_time(lasts_ms / 2);
        session.receive(TabMessage::SignedOut(ELSEWHERE));
        session.pass_time(lasts_ms - 1);
        assert!(!session.is_reading());
        session.pass_time(1);
        assert_ended(&mut session);
    }
}

#[test]
fn a_sign_out_in_another_tab_supersedes_a_sign_in_here() {
    for waits in [false, true] {
        let mut session = Session::after_read(NO_SESSION);
        if waits {
            session.logout();
        }
        let login = session.login();
        session.receive(TabMessage::SignedOut(ELSEWHERE));
        assert_eq!(session.outcome(login), Some(Err(Code::Superseded)));
        assert!(session.under_way(Request::Login(login)).is_none());
    }
}

#[test]
fn a_logout_after_the_end_of_the_lock_sends_a_second_request() {
    let mut session = Session::signed_in();
    let first = session.logout();
    session.receive(TabMessage::SignedIn);
    let second = session.logout();
    assert_eq!(
        session.sent(),
        [Request::Logout],
        "sent once more: the first request may arrive before the new user's session begins"
    );
    session.confirm_sign_out();
    let confirmed = Some(Ok(Outcome::Done));
    assert_eq!((session.outcome(first), session.outcome(second)), (confirmed, confirmed));
}

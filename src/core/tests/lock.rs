//! A sign-out is a lock: from its call on no user is shown, and nothing is read for showing. Its end invalidates the identity.

use super::answers::{ADA, NO_SESSION, busy_for, session_of};
use super::harness::{ELSEWHERE, HOUR, MINUTE, SECOND, Session, named};
use crate::api::Code;
use crate::core::{Broadcast, CallId, Outcome, Policy, Reason, Request, SessionEvent, Status, TabMessage};

const OVER: TabMessage = TabMessage::SignOutOver(ELSEWHERE);

/// Ada signed out here, and that failed; it is sent again in ten minutes or later.
fn of_this_page() -> (Session, CallId) {
    let mut session = Session::signed_in();
    let logout = session.logout();
    session.fails_to_sign_out(busy_for(600_000));
    (session, logout)
}

/// Ada signed out in another tab.
fn of_another_tab() -> Session {
    let mut session = Session::signed_in();
    session.receives(TabMessage::SignedOut(ELSEWHERE));
    session
}

/// No user is shown, and nothing is read, whatever happens but what ends a lock.
fn is_locked(session: &mut Session) -> bool {
    let looks: [fn(&mut Session); 6] = [
        Session::gets_focus,
        |session| session.receives(TabMessage::Changed),
        |session| _ = session.read(),
        |session| session.loses_its_sign_in_window(),
        |session| session.is_restored(),
        |session| {
            session.goes_offline();
            session.comes_online();
        },
    ];
    looks.into_iter().all(|looks| {
        looks(session);
        session.user().is_none() && !session.is_reading()
    })
}

/// The lock has ended, and the identity is unverified: a read leaves, requests wait for it, and what it says is shown.
#[track_caller]
fn has_ended(session: &mut Session) {
    assert!(session.is_reading());
    let fetch = session.fetch();
    assert!(session.under_way(Request::Fetch(fetch)).is_none());
    session.reads(session_of(ADA));
    assert_eq!((session.user(), session.sent()), (Some(1), vec![Request::Fetch(fetch)]));
    session.aborts(fetch);
}

#[test]
fn no_user_is_shown_and_nothing_is_read_while_it_stands() {
    assert!(is_locked(&mut of_this_page().0));
    assert!(is_locked(&mut of_another_tab()));
    let mut before_anything_was_known = Session::started();
    before_anything_was_known.logout();
    assert!(is_locked(&mut before_anything_was_known));
}

#[test]
fn one_of_another_tab_closes_the_gates_at_once_and_is_not_passed_on() {
    let session = of_another_tab();
    assert_eq!((session.status(), session.reason()), (Status::Unauthenticated, Some(Reason::SignedOut)));
    assert!(!session.can("chat-history") && !session.holds_token());
    assert!(!session.view().sign_out_pending, "it is the other tab's");
    assert_eq!(session.session_events(), [SessionEvent::SignedOut(Reason::SignedOut)]);
    assert_eq!((session.broadcasts(), session.sent()), (vec![], vec![]));
}

#[test]
fn the_lock_of_this_page_ends_at_a_refresh_after_the_sign_out_failed() {
    let (mut session, logout) = of_this_page();
    let refresh = session.refresh();
    assert_eq!(session.broadcasts(), [Broadcast::SignOutOver(named(logout))]);
    has_ended(&mut session);
    assert_eq!(session.outcome(refresh), Some(Ok(Outcome::Done)));
    session.passes(HOUR);
    assert_eq!(session.under_way(Request::Logout), None);
}

/// It may be older than the sign-out.
#[test]
fn the_lock_of_another_tab_does_not_end_at_a_sign_in_elsewhere_or_a_refresh() {
    let mut session = of_another_tab();
    session.receives(TabMessage::SignedIn);
    let refresh = session.refresh();
    assert!(is_locked(&mut session));
    assert_eq!(session.outcome(refresh), None, "it is answered after it");
    session.receives(OVER);
    has_ended(&mut session);
    assert_eq!(session.outcome(refresh), Some(Ok(Outcome::Done)));
}

/// Its tab may be gone. A sign-out that is called again is heard again, and counts from then.
#[test]
fn the_lock_of_another_tab_ends_by_itself_after_timeout_ms_or_a_minute() {
    for (timeout_ms, lasts_ms) in [(2 * SECOND, 2 * SECOND), (10 * MINUTE, MINUTE)] {
        let mut session =
            Session::with_that_read(Policy { timeout_ms, ..Policy::default() }, session_of(ADA));
        session.receives(TabMessage::SignedOut(ELSEWHERE));
        session.passes(lasts_ms / 2);
        session.receives(TabMessage::SignedOut(ELSEWHERE));
        session.passes(lasts_ms - 1);
        assert!(!session.is_reading());
        session.passes(1);
        has_ended(&mut session);
    }
}

#[test]
fn one_of_another_tab_supersedes_a_sign_in_here() {
    for waits in [false, true] {
        let mut session = Session::that_read(NO_SESSION);
        if waits {
            session.logout();
        }
        let login = session.login();
        session.receives(TabMessage::SignedOut(ELSEWHERE));
        assert_eq!(session.outcome(login), Some(Err(Code::Superseded)));
        assert!(session.under_way(Request::Login(login)).is_none());
    }
}

#[test]
fn a_logout_after_the_end_of_the_lock_is_a_sign_out_of_its_own() {
    let mut session = Session::signed_in();
    let first = session.logout();
    session.receives(TabMessage::SignedIn);
    let second = session.logout();
    assert_eq!(
        session.sent(),
        [Request::Logout],
        "the one under way may end before the new user's session begins"
    );
    session.signs_out();
    let confirmed = Some(Ok(Outcome::Done));
    assert_eq!((session.outcome(first), session.outcome(second)), (confirmed, confirmed));
}

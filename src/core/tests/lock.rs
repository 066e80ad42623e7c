//! A sign-out is a lock: from its call on nobody is shown, and nothing is read for showing. What ends it puts the identity in
//! question.

use super::answers::{ADA, NOBODY, busy_for, session_of};
use super::harness::{ELSEWHERE, MINUTE, SECOND, Session};
use crate::api::Code;
use crate::core::{CallId, Outcome, Policy, Request, TabMessage};

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
    session.hears(TabMessage::SignedOut(ELSEWHERE));
    session
}

/// Nobody is shown, and nothing is read, whatever happens but what ends a lock.
fn is_locked(session: &mut Session) -> bool {
    let looks: [fn(&mut Session); 6] = [
        Session::gets_focus,
        |session| session.hears(TabMessage::Changed),
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

/// The lock has ended, and the identity is in question: a read leaves, requests wait for it, and what it says is shown.
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
fn nobody_is_shown_and_nothing_is_read_while_it_stands() {
    assert!(is_locked(&mut of_this_page().0));
    assert!(is_locked(&mut of_another_tab()));
    let mut before_anything_was_known = Session::started();
    before_anything_was_known.logout();
    assert!(is_locked(&mut before_anything_was_known));
}

/// It may be older than the sign-out.
#[test]
fn the_lock_of_another_tab_does_not_end_at_a_sign_in_elsewhere_or_a_refresh() {
    let mut session = of_another_tab();
    session.hears(TabMessage::SignedIn);
    let refresh = session.refresh();
    assert!(is_locked(&mut session));
    assert_eq!(session.outcome(refresh), None, "it is answered after it");
    session.hears(OVER);
    has_ended(&mut session);
    assert_eq!(session.outcome(refresh), Some(Ok(Outcome::Published)));
}

/// Its tab may be gone. A sign-out that is called again is heard again, and counts from then.
#[test]
fn the_lock_of_another_tab_ends_by_itself_after_timeout_ms_or_a_minute() {
    for (timeout_ms, lasts_ms) in [(2 * SECOND, 2 * SECOND), (10 * MINUTE, MINUTE)] {
        let mut session =
            Session::with_that_read(Policy { timeout_ms, ..Policy::default() }, session_of(ADA));
        session.hears(TabMessage::SignedOut(ELSEWHERE));
        session.passes(lasts_ms / 2);
        session.hears(TabMessage::SignedOut(ELSEWHERE));
        session.passes(lasts_ms - 1);
        assert!(!session.is_reading());
        session.passes(1);
        has_ended(&mut session);
    }
}

#[test]
fn one_of_another_tab_supersedes_a_sign_in_here() {
    for waits in [false, true] {
        let mut session = Session::that_read(NOBODY);
        if waits {
            session.logout();
        }
        let login = session.login();
        session.hears(TabMessage::SignedOut(ELSEWHERE));
        assert_eq!(session.outcome(login), Some(Err(Code::Superseded)));
        assert!(session.under_way(Request::Login(login)).is_none());
    }
}
